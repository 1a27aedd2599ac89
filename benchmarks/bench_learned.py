"""Learned resolvers in use: words a second on analysed text and from plain words, and growth with length.

Pairs a word say how work grows whatever else the machine does: antecedents are capped, so they hardly do.
With COREFAIR_DATA set, documents are LitBank's, joined to the length asked for; else they are made up.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from corefair.io import read
from corefair.systems.feature.model import FeatureModel
from corefair.systems.feature.shipped import FOLDERS
from corefair.text.analysis import analyse
from corefair.types import Document

LENGTHS = (5_000, 10_000, 20_000, 40_000)
MADE_UP = "The nurse told Ann Lee that she had lost her keys . They were in the old house , he said ."


def main() -> None:
    model = FeatureModel.load(FOLDERS["shipped"])
    words, starts = text(max(LENGTHS))
    docs = [Document(f"{n} words", words[:n], tuple(at for at in starts if at < n)) for n in LENGTHS]
    analysed = list(analyse(docs))
    model.answers_analysed(analysed[0], "ontogum", False)  # reads lists, compiles
    print("feature, one document that has been analysed:")
    before = None
    for n, doc in zip(LENGTHS, analysed, strict=True):
        seconds = best(lambda doc=doc: model.answers_analysed(doc, "ontogum", False), 2)  # type: ignore[misc]
        growth = "" if before is None else f"  {seconds / before:4.1f} × for twice the words (2 is linear)"
        pairs = len(model.rank(doc).pairs.found) / n
        print(f"  {n:7,} words  {n / seconds:9,.0f} words/s  {pairs:5.1f} pairs a word{growth}")
        before = seconds
    whole = best(lambda: list(model.answers([docs[0]])), 1)
    print(f"from words to clusters: {LENGTHS[0] / whole:,.0f} words/s")


def best(call: Callable[[], object], times: int) -> float:
    """The shortest of a few times: the one least disturbed."""
    found = []
    for _ in range(times):
        began = time.process_time()
        call()
        found.append(time.process_time() - began)
    return min(found)


def text(n_words: int) -> tuple[tuple[str, ...], list[int]]:
    """So many words, and where their sentences begin."""
    data = os.environ.get("COREFAIR_DATA")
    line = tuple(MADE_UP.split())
    docs = (
        list(read(Path(data) / "litbank" / "train", format="conll"))
        if data
        else [Document("made up", line * (n_words // len(line) + 1), tuple(range(0, n_words, len(line))))]
    )
    words: list[str] = []
    starts: list[int] = []
    for doc in docs:
        starts += [len(words) + start for start in doc.sentences]
        words += doc.words
        if len(words) >= n_words:
            break
    return tuple(words[:n_words]), starts


if __name__ == "__main__":
    main()
