"""Coreference metrics: MUC, B³, CEAF, BLANC, LEA, mention detection and their CoNLL average.

Each is counted per document, as totals that add up, from one table: which clusters of key and response share
mentions, and how many (`overlap.py`).
"""

from corefair.metrics.coref.score import METRICS, CorefScore, Difference, Part, count, pair_up, score

__all__ = ["METRICS", "CorefScore", "Difference", "Part", "count", "pair_up", "score"]
