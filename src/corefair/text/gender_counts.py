"""How often phrases were seen with masculine, feminine, neutral and plural pronouns: evidence of gender.

The format is that of Bergsma & Lin 2006 (Bootstrapping path-based pronoun resolution): a line has a phrase in
lower case, a tab, and four counts. In a phrase `!` stands for any words: `mary !` for everyone called Mary,
`! smith` for every Smith. A run of digits is written `#`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

from corefair.errors import DataError
from corefair.io import datasets
from corefair.text.count_cache import cached_table
from corefair.text.count_table import CountTable, read_table

_DIGITS = re.compile(r"[0-9]+")
_NAMED = ("shipped", "none", "bergsma-lin", "balanced")
_BALANCED = "balanced:"


class Counts(NamedTuple):
    """How often a phrase was the antecedent of each kind of pronoun."""

    masculine: int
    feminine: int
    neutral: int
    plural: int

    def gender(self) -> str:
        """The gender that is more than twice as frequent as the others together, and seen three times.

        These are the thresholds of Stanford's sieve (CoreNLP, `loadGenderNumber`); plurals do not count.

        >>> Counts(7, 2, 1, 90).gender(), Counts(6, 2, 1, 0).gender(), Counts(0, 2, 0, 0).gender()
        ('masculine', '', '')
        """
        singular = self.masculine + self.feminine + self.neutral
        for name, count in zip(("masculine", "feminine", "neutral"), self, strict=False):
            if count > 2 * (singular - count) and count > 2:
                return name
        return ""

    def balanced(self) -> Counts:
        """Masculine and feminine both at their mean, a half rounded up, so that what was seen stays seen.

        >>> Counts(6, 1, 2, 3).balanced()
        Counts(masculine=4, feminine=4, neutral=2, plural=3)
        """
        mean = (self.masculine + self.feminine + 1) // 2
        return Counts(mean, mean, self.neutral, self.plural)


@dataclass(frozen=True, slots=True, eq=False)
class GenderCounts:
    """A table of counts by phrase.

    >>> table = GenderCounts.from_rows({"nurse": (1, 7, 0, 2), "ann !": (0, 9, 1, 0)})
    >>> table["Nurse"], table.gender(["the", "nurse"]), table.balanced().gender(["the", "nurse"])
    (Counts(masculine=1, feminine=7, neutral=0, plural=2), 'feminine', '')
    >>> table.look_up(["Ann", "Lee"], name=True)
    Counts(masculine=0, feminine=9, neutral=1, plural=0)
    """

    name: str
    table: CountTable
    is_balanced: bool = False

    def __len__(self) -> int:
        return len(self.table.keys)

    @property
    def content(self) -> str:
        """What stands for what it says, wherever it came from."""
        return f"balanced {self.table.content}" if self.is_balanced else self.table.content

    def __contains__(self, phrase: str) -> bool:
        return self.get(phrase) is not None

    def __getitem__(self, phrase: str) -> Counts:
        found = self.get(phrase)
        if found is None:
            raise KeyError(phrase)
        return found

    def get(self, phrase: str) -> Counts | None:
        """The counts of exactly this phrase, whatever its capitals and digits."""
        row = self.table.find(normalise(phrase))
        if row is None:
            return None
        counts = Counts._make(row)
        return counts.balanced() if self.is_balanced else counts

    def look_up(self, words: Sequence[str], *, name: bool = False) -> Counts | None:
        """The counts of the first of the phrase's `patterns` that the table has."""
        found = (self.get(phrase) for phrase in patterns(words, name=name))
        return next((counts for counts in found if counts is not None), None)

    def gender(self, words: Sequence[str], *, name: bool = False) -> str:
        """The gender that the first telling pattern says, empty if none does."""
        found = (self.get(phrase) for phrase in patterns(words, name=name))
        return next((gender for counts in found if counts and (gender := counts.gender())), "")

    def balanced(self) -> GenderCounts:
        """The same with masculine and feminine counts set equal: the "resource" mitigation of WinoBias.

        Zhao et al. 2018 (section 3.2) balance the male and female counts of all noun phrases.
        """
        return replace(self, name=f"balanced:{self.name.removeprefix('balanced:')}", is_balanced=True)

    @staticmethod
    def read(path: Path | str) -> GenderCounts:
        """A file of counts, plain or gzip; read once, and from then on mapped into memory from the cache."""
        return GenderCounts(str(path), cached_table(Path(path)))

    @staticmethod
    def shipped() -> GenderCounts:
        """Our own table, counted in freely licensed text: see `docs/gender-counts.md`."""
        return _shipped()

    @staticmethod
    def from_rows(rows: dict[str, tuple[int, int, int, int]], *, name: str = "rows") -> GenderCounts:
        """A table made by hand."""
        return GenderCounts(name, CountTable.of(map(normalise, rows), rows.values()))


def normalise(phrase: str) -> str:
    """A phrase as the tables have it.

    >>> normalise("Boeing 747")
    'boeing #'
    """
    return _DIGITS.sub("#", phrase.lower())


def patterns(words: Sequence[str], *, name: bool = False) -> Iterator[str]:
    """The phrases to look up, the most telling first; the last of the words is the head, or a family name.

    For a noun, that is the whole and ever shorter ends of it. A name goes on with its first name: Stanford's
    sieve looks for the name, its ends of two words or more, `first !`, `first` and the last word; we add
    `! last` at the end.

    >>> list(patterns(["a", "retired", "nurse"]))
    ['a retired nurse', 'retired nurse', 'nurse']
    >>> list(patterns(["Ann", "B.", "Lee"], name=True))
    ['Ann B. Lee', 'B. Lee', 'Ann !', 'Ann', 'Lee', '! Lee']
    """
    if not words:
        return
    joined = " ".join(words)
    yield joined
    at = 0
    for word in words[: -2 if name else -1]:
        at += len(word) + 1
        yield joined[at:]
    if name:
        if len(words) > 1:
            yield f"{words[0]} !"
            yield words[0]
            yield words[-1]
        yield f"! {words[-1]}"


def gender_counts(choice: str | None = None) -> GenderCounts | None:
    """The table that an option names; our own without one.

    `shipped`, `none`, `bergsma-lin` (found as a published set), the path of a file, or `balanced:` before one
    of them; `balanced` alone is `balanced:shipped`.

    >>> gender_counts("none") is None, gender_counts("balanced").name
    (True, 'balanced:shipped')
    """
    choice = choice or "shipped"
    if choice == "none":
        return None
    if choice == "balanced":
        choice = "balanced:shipped"
    if choice.startswith(_BALANCED):
        found = gender_counts(choice.removeprefix(_BALANCED))
        if found is None:
            raise DataError("there is nothing to balance in 'balanced:none'; say 'none'")
        return found.balanced()
    if choice == "shipped":
        return GenderCounts.shipped()
    if choice == "bergsma-lin":
        path = datasets.find("gender", "bergsma-lin-counts.tsv.gz")
        return replace(GenderCounts.read(path), name="bergsma-lin")
    check_choice(choice)
    return GenderCounts.read(choice)


def check_choice(choice: str) -> None:
    """Refuse what names no table, before any is read; whether a published one is here shows then."""
    named = choice.removeprefix(_BALANCED)
    if named and named not in _NAMED and not Path(named).is_file():
        known = "shipped, none, bergsma-lin, balanced, or balanced: before one of them"
        raise DataError(f"no such file of gender counts; give one, or {known}", path=named)


def content_of(counts: GenderCounts | None) -> str:
    """What stands for a table, or for none.

    >>> content_of(None)
    'none'
    """
    return "none" if counts is None else counts.content


def placed(choice: str) -> str:
    """An option that names a file, so that it means the same file from any folder."""
    if choice.startswith(_BALANCED):
        return _BALANCED + placed(choice.removeprefix(_BALANCED))
    return choice if choice in _NAMED else str(Path(choice).resolve())


def same_counts(choice: str, content: str | None) -> GenderCounts | None:
    """The table that an option names, which must be what it was when a model learned with it."""
    found = gender_counts(choice)
    if content is not None and content_of(found) != content:
        raise DataError(
            "not the gender counts that this model was trained with; put those back, or train it again",
            path=choice.removeprefix(_BALANCED),
        )
    return found


@cache
def _shipped() -> GenderCounts:
    with as_file(files("corefair.text") / "gender_table" / "counts.tsv.gz") as path:
        return GenderCounts("shipped", read_table(path))
