"""Text into words, quickly: by white space alone, or by corefair's own rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any, Generic, Literal, TypeVar

from corefair.errors import UnknownName
from corefair.io.plain import _TITLES, word_offsets

Tokens = Literal["ours", "spaces"]
Each = TypeVar("Each")  # what is given for each word: the word itself, or its number
_MARKS = '.()[]",;:!?“”'
_LONGEST_TITLE = max(map(len, _TITLES.split("|")))  # a longer word and a full stop are two, come what may
_KEPT = 200_000  # pieces between white space whose words are remembered
_BYTES = 300  # that each takes; measured: some 250


class Splitter(Generic[Each]):
    """Cuts text into words, and gives something for each; it remembers what it gave."""

    def __init__(self, of_words: Callable[[Sequence[str]], Sequence[Each]], *, lower: bool) -> None:
        self._of_words, self._lower = of_words, lower

    def __call__(self, text: str, following: str = "") -> list[Each]:
        """What is given for the words of the text; `following` begins with what comes next, if it goes on."""
        # GloVe's programs cut at blanks and tabs only; a no-break space is one more white space here.
        return list(self._of_words((text.lower() if self._lower else text).split()))

    def of(self, words: Sequence[str]) -> list[Each]:
        """The same for words that are cut already."""
        return list(self._of_words([word.lower() for word in words] if self._lower else words))


def splitter(tokens: Tokens, *, lower: bool) -> Splitter[str]:
    """One that gives the words.

    >>> splitter("ours", lower=True)("Dr. Lee didn't leave (ever).")
    ['dr.', 'lee', "didn't", 'leave', '(', 'ever', ')', '.']
    >>> splitter("spaces", lower=False)("Dr. Lee didn't leave (ever).")
    ['Dr.', 'Lee', "didn't", 'leave', '(ever).']
    """
    made: Splitter[str] = _named(tokens)(lambda words: words, lower=lower)
    return made


def numbering(tokens: Tokens, number_of: Mapping[str, int], *, lower: bool) -> Splitter[int]:
    """One that gives the numbers of the words that have one.

    >>> numbering("ours", {"lee": 3, ")": 8}, lower=True)("Dr. Lee didn't leave (ever).")
    [3, 8]
    """
    known, number = number_of.__contains__, number_of.__getitem__
    made: Splitter[int] = _named(tokens)(lambda words: list(map(number, filter(known, words))), lower=lower)
    return made


def held_by(tokens: Tokens) -> int:
    """Bytes of memory that a splitter comes to hold."""
    return _BYTES * _KEPT if tokens == "ours" else 0


def _named(tokens: Tokens) -> type[Splitter[Any]]:
    ways: dict[str, type[Splitter[Any]]] = {"ours": _Ours, "spaces": Splitter}
    if tokens not in ways:
        raise UnknownName("way to cut words", tokens, ways)
    return ways[tokens]


class _Ours(Splitter[Each]):
    """The words of `io.plain.word_offsets`, each piece between white space cut once and remembered.

    What is cut is the same, for the rule looks past white space in one case only: a piece that ends in a full
    stop (`J.`, `Dr.`) may depend on whether anything comes next, and whether that begins with a capital.
    """

    def __init__(self, of_words: Callable[[Sequence[str]], Sequence[Each]], *, lower: bool) -> None:
        super().__init__(of_words, lower=lower)
        self._given = _Remembered(self._cut)
        self._open: set[str] = set()  # pieces met that depend on what comes next

    def __call__(self, text: str, following: str = "") -> list[Each]:
        pieces = text.split()
        given = list(chain.from_iterable(map(self._given.__getitem__, pieces)))
        if self._open.isdisjoint(pieces):
            return given
        return list(chain.from_iterable(self._in_place(pieces, following)))

    def _in_place(self, pieces: list[str], following: str) -> list[tuple[Each, ...]]:
        """What is given for each piece; where that depends on the next one, a letter stands for it."""
        next_ones = [*pieces[1:], following]
        return [
            self._given[f"{piece} {_sort_of(next_one)}"] if piece in self._open else self._given[piece]
            for piece, next_one in zip(pieces, next_ones, strict=True)
        ]

    def _cut(self, piece: str) -> tuple[Each, ...]:
        text, space, next_one = piece.partition(" ")
        if space:  # made by `_in_place`
            words = _plain_words(piece)[:-1] if next_one else _plain_words(text)
        elif not (words := _marked_word(text)):
            words = _plain_words(text)
            if text[-1] == "." and words != _plain_words(f"{text} A")[:-1]:
                self._open.add(text)
        return tuple(self.of(words))


class _Remembered(dict[str, tuple[Each, ...]]):
    """What a function gave for the strings asked for lately."""

    def __init__(self, function: Callable[[str], tuple[Each, ...]]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, key: str) -> tuple[Each, ...]:
        if len(self) >= _KEPT:
            self.clear()
        self[key] = value = self._function(key)
        return value


def _sort_of(piece: str) -> str:
    """`A` if it begins with a capital letter of ASCII, `a` if with anything else, nothing if it is empty."""
    return "" if not piece else "A" if "A" <= piece[0] <= "Z" else "a"


def _marked_word(text: str) -> list[str]:
    """The words of letters or digits with marks around them, each a word; nothing for what is less simple.

    >>> _marked_word("(well-known),"), _marked_word("ship's"), _marked_word("Dr.")
    (['(', 'well-known', ')', ','], [], [])
    """
    word = text.strip(_MARKS)
    if not word.isalnum():
        parts = word.split("-")
        if not all(map(str.isalnum, parts)):  # an empty part is not, nor is what has an accent of its own
            return []
    if len(word) <= _LONGEST_TITLE and text[-1] == ".":
        return []
    start = text.index(word)
    return [*text[:start], word, *text[start + len(word) :]]


def _plain_words(text: str) -> list[str]:
    return [text[start:end] for start, end in word_offsets(text)]
