"""The words that get a vector, most frequent first, and the file they are kept in."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.io import files


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Words and how often each occurs; a word's place in it is its number everywhere else.

    >>> vocabulary = Vocabulary.of({"the": 3, "ship": 1, "sank": 1})
    >>> vocabulary.words, vocabulary.counts.tolist()
    (('the', 'sank', 'ship'), [3, 1, 1])
    """

    words: tuple[str, ...]
    counts: NDArray[np.int64]  # [n]
    left_out: int = 0  # occurrences in the text of words that are not in it: too rare, or too many

    def __len__(self) -> int:
        return len(self.words)

    @staticmethod
    def of(counts: dict[str, int], *, left_out: int = 0) -> Vocabulary:
        """The words of a count, most frequent first, equally frequent ones by the word."""
        order = sorted(counts, key=lambda word: (-counts[word], word))
        return Vocabulary(tuple(order), np.array([counts[word] for word in order], np.int64), left_out)

    def save(self, path: Path) -> None:
        """Write it as GloVe's programs do: a word, a space and its count a line."""
        with files.writing(path) as out:
            out.writelines(f"{word} {count}\n" for word, count in zip(self.words, self.counts, strict=True))

    @staticmethod
    def load(path: Path, *, left_out: int = 0) -> Vocabulary:
        """Read what `save` wrote; `left_out` is not in the file."""
        words: list[str] = []
        counts: list[int] = []
        for number, line in enumerate(files.lines(path), 1):
            word, _, count = line.rstrip("\n").rpartition(" ")
            if not word or not count.isdecimal():
                raise DataError("expected a word, a space and a count", path=str(path), line=number)
            words.append(word)
            counts.append(int(count))
        return Vocabulary(tuple(words), np.array(counts, np.int64), left_out)

    def digest(self) -> str:
        """A short text that stands for the words in their order."""
        digest = hashlib.sha256()
        for word in self.words:
            digest.update(word.encode() + b"\n")
        return digest.hexdigest()
