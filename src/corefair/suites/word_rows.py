"""Where the words of a test are in the vectors, whatever case the vectors are in, and which are missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from corefair.errors import MissingWords
from corefair.types import Embeddings

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
    >>> found = find_words(emb, ["Athens", "oslo", "may", "May", "Rome"])
    >>> found.row_of, found.missing
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


def coverage(asked: Iterable[tuple[str, bool]], *, of: str) -> dict[str, Any]:
    """For each part of a test how many questions it has, and how many could be used: a table to show.

    >>> coverage([("MEN", True), ("RW", False), ("MEN", True)], of="pairs")
    {'columns': ['part', 'pairs', 'used'], 'rows': [['MEN', 2, 2], ['RW', 1, 0]]}
    """
    rows: dict[str, list[Any]] = {}
    for part, used in asked:
        row = rows.setdefault(part, [part, 0, 0])
        row[1] += 1
        row[2] += int(used)
    return {"columns": ["part", of, "used"], "rows": list(rows.values())}
