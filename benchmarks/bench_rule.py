"""The rule-based resolver: words a second of the sieve alone and of the whole path, and growth with length.

With COREFAIR_DATA set, documents are LitBank's, joined to the length asked for; else they are made up.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from corefair.io import read
from corefair.systems.rule import Rule
from corefair.text.analysis import analyse
from corefair.types import Document

LENGTHS = (6_250, 12_500, 25_000, 50_000)
MADE_UP = "The nurse told Ann Lee that she had lost her keys . They were in the old house , he said ."


def main() -> None:
    rule = Rule()
    words, starts = _text(max(LENGTHS))
    docs = [Document(f"{n} words", words[:n], tuple(at for at in starts if at < n)) for n in LENGTHS]
    analysed = list(analyse(docs))
    rule.phrases(analysed[0])  # reads the word lists, once
    sieve = [best(lambda doc=doc: rule.sieve(doc, rule.phrases(doc)), 3) for doc in analysed]  # type: ignore[misc]
    whole = best(lambda: list(rule.answers([docs[1]])), 1)
    print("one document; the sieve with its phrases, on what has been analysed:")
    for n, seconds, before in zip(LENGTHS, sieve, [None, *sieve], strict=False):
        growth = "" if before is None else f"  {seconds / before:4.1f} × for twice the words (2 is linear)"
        print(f"  {n:7,} words  {n / seconds:9,.0f} words/s{growth}")
    share = sieve[1] / whole
    print(f"the whole path: {LENGTHS[1] / whole:,.0f} words/s, of which the sieve takes {share:.0%}")
    for title, repeated in (
        ("one name", ("Ann",)),
        ("one pronoun", ("she",)),
        ("one phrase", ("the", "dog")),
    ):
        times = []
        for n in (50_000, 100_000):
            (doc,) = analyse([Document(title, repeated * (n // len(repeated)))])
            times.append(best(lambda doc=doc: rule.sieve(doc, rule.phrases(doc)), 1))  # type: ignore[misc]
        growth = f"{times[1] / times[0]:.1f} × for twice the words"
        print(f"  {title} again and again, 100,000 words: {times[1]:.1f} s, {growth}")


def best(call: Callable[[], object], times: int) -> float:
    """The shortest of a few times: the one least disturbed."""
    found = []
    for _ in range(times):
        began = time.process_time()
        call()
        found.append(time.process_time() - began)
    return min(found)


def _text(n_words: int) -> tuple[tuple[str, ...], list[int]]:
    """So many words, and where their sentences begin."""
    data = os.environ.get("COREFAIR_DATA")
    if data:
        docs = list(read(Path(data) / "litbank" / "train", format="conll"))
    else:
        line = tuple(MADE_UP.split())
        docs = [Document("made up", line * (n_words // len(line) + 1), tuple(range(0, n_words, len(line))))]
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
