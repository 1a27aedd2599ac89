"""A grid of trainings and audits: read from a file, run cell by cell, and made into one result.

placed.py, grid.py, rows.py   the file: YAML or JSON with the line of every word, checked before anything runs
cells.py, keys.py             what is to be done, each piece under a key made of what it depends on
working.py, stages.py         one cell: trained or loaded, scored, audited; it goes on after a kill
running.py, schedule.py       all of them: order, shards, engines, what is done, how long the rest takes
counted.py, estimates.py      from counts to means, spreads, intervals and paired tests
result.py, reading.py         what was found, as one value, and in words by stated rules
published.py, orders.py       the papers' tables, and ours beside them
predicting.py                 which measure of vectors goes with a gap downstream
"""
