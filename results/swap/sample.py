"""Sentences drawn by lot, before and after the swap, to be read one by one.

COREFAIR_DATA=… python results/swap/sample.py SET PART N SEED [gendered]

With `gendered`, only sentences with a word that the dictionary has, so that fewer have to be read.
"""

from __future__ import annotations

import sys

import numpy as np

import corefair
from corefair.io import datasets
from corefair.mitigators.text.compounds import is_candidate
from corefair.mitigators.text.swap import Swap
from corefair.mitigators.text.view import analysed


def main(name: str, part: str, n: int, seed: int, *, gendered: bool) -> None:
    """Print the sentences, changed words as [old>new], words that stay as {word: why}."""
    ending = "*.conllu" if name in ("ontogum", "gum") else "*.conll"
    paths = sorted(datasets.find(name, part).glob(ending))
    docs = [doc for path in paths for doc in corefair.read(path)]
    drawn = drawn_sentences(docs, n, seed, gendered=gendered)
    words_changed = words_kept = 0
    swap = Swap()
    for at, (doc, read) in enumerate(analysed(docs)):
        if not any(where == at for where, _ in drawn):
            continue
        plan = swap.plan(read, own_tags=doc.tags is not None)
        edit_of = {edit.at: edit for edit in plan.edits}
        kept_of = {kept.at: kept.why for kept in plan.kept}
        for where, (start, end) in drawn:
            if where == at:
                shown = []
                for i in range(start, end):
                    word = doc.words[i]
                    if i in edit_of:
                        words_changed += 1
                        doubt = "?" if edit_of[i].doubt else ""
                        word = f"[{word}>{edit_of[i].new}{doubt}]"
                    elif i in kept_of:
                        words_kept += 1
                        word = f"{{{word}: {kept_of[i]}}}"
                    shown.append(word)
                print(f"{doc.id[:24]}:{start}", " ".join(shown))
    print(f"\n{len(drawn)} sentences, {words_changed} words changed, {words_kept} gendered words kept")


def drawn_sentences(
    docs: list[corefair.Document], n: int, seed: int, *, gendered: bool
) -> list[tuple[int, tuple[int, int]]]:
    """Places of sentences, drawn without replacement from all of the documents'."""
    every = [
        (at, span)
        for at, doc in enumerate(docs)
        for span in doc.sentence_spans()
        if not gendered or any(is_candidate(word.lower()) for word in doc.words[slice(*span)])
    ]
    chosen = np.random.default_rng(seed).choice(len(every), size=min(n, len(every)), replace=False)
    return [every[i] for i in sorted(chosen)]


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), gendered="gendered" in sys.argv[5:])
