"""Where the words of a test are in the vectors, whatever case the vectors are in, and which are missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from corefair.errors import MissingWords
from corefair.types import Case, Coverage, Embeddings, Grid

TOO_FEW = 10  # questions, pairs or words below which missing words leave nothing to measure


class WordRows(NamedTuple):
    """The row of each word that was found, how it was spelt, and those that were not found."""

    row_of: Mapping[str, int]
    spelt: Mapping[str, int]  # how many words were found as written, in lower case, with a capital
    missing: tuple[str, ...]
    name: str  # of the vectors

    @property
    def n_words(self) -> int:
        """How many different words were looked for."""
        return len(self.row_of) + len(self.missing)

    def coverage(self, cases: Sequence[Case]) -> Coverage:
        """Of the cases made of them."""
        return Coverage(len(cases), words=self.n_words, missing=self.missing)

    @property
    def spelling(self) -> Grid:
        """How the words that were found are spelt: a table to show."""
        return Grid(("spelling", "words"), tuple(self.spelt.items()), title="spelling")

    def have(self, words: Iterable[str]) -> bool:
        """Whether all of them were found."""
        return all(word in self.row_of for word in words)

    def check(self, n_used: int) -> None:
        """Raise MissingWords if so many lack that fewer than ten questions, pairs or words are left."""
        if n_used < TOO_FEW and self.missing:
            raise MissingWords(self.missing, of=self.n_words, name=self.name)


def find_words(emb: Embeddings, words: Iterable[str]) -> WordRows:
    """Each word as it is written, or else in lower case, or else with a capital: the first that is there.

    Tests are published in lower case or as people write, and so are vectors: *athens* is a word of GloVe, and
    *Athens* one of word2vec. A word whose vector has length zero has no direction, so it counts as missing.

    >>> import numpy as np
    >>> emb = Embeddings(("athens", "Oslo", "may"), np.eye(3, dtype=np.float32))
    >>> known = find_words(emb, ["Athens", "oslo", "may", "May", "Rome"])
    >>> known.row_of, known.missing
    ({'Athens': 0, 'oslo': 1, 'may': 2, 'May': 2}, ('Rome',))
    """
    row_of: dict[str, int] = {}
    spelt = {"as written": 0, "in lower case": 0, "with a capital": 0}
    missing = []
    for word in dict.fromkeys(words):
        for spelling, form in zip(spelt, (word, word.lower(), word[:1].upper() + word[1:]), strict=True):
            if form in emb and emb[form].any():
                row_of[word] = emb.row_of[form]
                spelt[spelling] += 1
                break
        else:
            missing.append(word)
    return WordRows(row_of, spelt, tuple(missing), emb.name)


def used_of(asked: Iterable[tuple[str, bool]], *, of: str) -> Grid:
    """For each part of a test how many questions it has, and how many could be used: a table to show.

    >>> used_of([("MEN", True), ("RW", False), ("MEN", True)], of="pairs").rows
    (('MEN', 2, 2), ('RW', 1, 0))
    """
    uses: dict[str, list[bool]] = {}
    for part, used in asked:
        uses.setdefault(part, []).append(used)
    return Grid(("part", of, "used"), tuple((part, len(each), sum(each)) for part, each in uses.items()))
