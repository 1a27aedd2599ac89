"""How many gold mentions are candidates, and at what cost: with gold trees and with ours.

COREFAIR_DATA=… python results/evidence/mentions.py
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import corefair
from corefair.io import datasets
from corefair.text import analyse
from corefair.text.mentions import mention_candidates
from corefair.types import Document


def main() -> None:
    """Print recall and candidates for each gold mention; singletons of LitBank are left out."""
    print(f"{'documents':<22}{'trees':<12}{'mentions':>9}{'found':>8}{'phrases':>9}{'candidates':>12}")
    for name, part, ending in (("ontogum", "dev", "*.conllu"), ("litbank", "dev", "*.conll")):
        docs = [doc for path in sorted(datasets.find(name, part).glob(ending)) for doc in corefair.read(path)]
        bare = [replace(d, tags=None, heads=None, relations=None, entities=(), layers={}) for d in docs]
        if docs[0].heads:
            show(f"{name} {part}", "gold", docs, docs)
        show(f"{name} {part}", "predicted", docs, analyse(bare))


def show(name: str, trees: str, gold: Iterable[Document], analysed: Iterable[Document]) -> None:
    """One line: the share found by all candidates, and by the one whole phrase of each head."""
    n_gold = n_found = n_phrases = n_candidates = 0
    for doc, seen in zip(gold, analysed, strict=True):
        wanted = {mention for cluster in doc.clusters if len(cluster) > 1 for mention in cluster}
        candidates = mention_candidates(seen)
        n_gold += len(wanted)
        n_found += len(wanted & {each.span for each in candidates})
        n_phrases += len(wanted & {each.span for each in candidates if each.extent == "phrase"})
        n_candidates += len(candidates)
    shares = f"{n_found / n_gold:>8.1%}{n_phrases / n_gold:>9.1%}{n_candidates / n_gold:>12.2f}"
    print(f"{name:<22}{trees:<12}{n_gold:>9,}{shares}")


if __name__ == "__main__":
    main()
