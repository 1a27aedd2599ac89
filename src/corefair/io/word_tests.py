"""Tests of word vectors as they are published: analogy questions, rated word pairs, words by category."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import NamedTuple, TypeVar

from corefair.errors import DataError
from corefair.io import files

_Read = TypeVar("_Read")


class Question(NamedTuple):
    """`words` are a, a*, b, b*: a is to a* as b is to what? The answer wanted is b*."""

    line: int
    category: str
    words: tuple[str, str, str, str]


class RatedPair(NamedTuple):
    """Two words, and how alike people find them."""

    line: int
    words: tuple[str, str]
    rating: float


class Member(NamedTuple):
    """A word and the category people put it in."""

    line: int
    category: str
    word: str


def read_analogies(path: Path | str) -> list[Question]:
    """The questions of a file: four words a line; `: name` opens a category, else the file's name is it."""
    category = Path(path).name.partition(".")[0]
    questions = []
    for number, cells in _rows(path):
        if cells[0].startswith(":"):
            category = " ".join(cells).removeprefix(":").strip()
        elif len(cells) != 4:
            raise _wrong(path, number, f"{len(cells)} words, expected the 4 of a question: a a* b b*")
        else:
            questions.append(Question(number, category, (cells[0], cells[1], cells[2], cells[3])))
    return _some(questions, path, "questions")


def read_rated_pairs(path: Path | str) -> list[RatedPair]:
    """The pairs of a file: two words and a number a line."""
    pairs = []
    for number, cells in _rows(path):
        if len(cells) != 3:
            raise _wrong(path, number, f"{len(cells)} columns, expected 3: two words and their rating")
        try:
            rating = float(cells[2])
        except ValueError:
            rating = float("nan")
        if not isfinite(rating):
            raise _wrong(path, number, f"the rating is {cells[2]!r}, expected a number")
        pairs.append(RatedPair(number, (cells[0], cells[1]), rating))
    return _some(pairs, path, "pairs")


def read_members(path: Path | str) -> list[Member]:
    """The words of a TSV file with the columns `category` and `word`, each of them once."""
    rows = _rows(path)
    number, header = next(rows, (1, []))
    if header != ["category", "word"]:
        raise _wrong(path, number, "expected a first line with the columns category and word")
    members: list[Member] = []
    first_at: dict[str, int] = {}
    for number, cells in rows:
        if len(cells) != 2:
            raise _wrong(path, number, f"{len(cells)} columns, expected 2: category and word")
        member = Member(number, *cells)
        if member.word in first_at:
            raise _wrong(path, number, f"{member.word!r} is already in line {first_at[member.word]}")
        first_at[member.word] = number
        members.append(member)
    return _some(members, path, "words")


def _rows(path: Path | str) -> Iterator[tuple[int, list[str]]]:
    """The cells of each line that is not blank, with its number; words have no blanks in these files."""
    for number, line in enumerate(files.lines(path), 1):
        if cells := line.split():
            yield number, cells


def _wrong(path: Path | str, line: int, message: str) -> DataError:
    return DataError(message, path=str(path), line=line)


def _some(found: list[_Read], path: Path | str, what: str) -> list[_Read]:
    if not found:
        raise DataError(f"there are no {what} in the file: fetch it again", path=str(path))
    return found
