"""A folder that remembers: what is written whole, keyed, locked and found again, by whoever it is written.

run.py      a folder for one piece of work, which goes on where it stopped, by one process at a time
stages.py   its named steps, done or not
journal.py  records kept as they come, a line each
cache.py    what was once made from files, by their content
"""
