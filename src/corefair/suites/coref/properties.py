"""What may make a case hard whoever it is about: properties of pronoun questions, for any suite."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from corefair import lists
from corefair.errors import DataError, UnknownName
from corefair.types import Case, Choice, Document, Mention

if TYPE_CHECKING:
    from corefair.weighting import Property

Value = float | str | None


class CaseProperty(NamedTuple):
    """A property: what it is called in a sentence, and its value for a case, None where it has none."""

    said: str
    of: Callable[[Case], Value]


def known(*, vocabulary: Collection[str] | None = None) -> dict[str, CaseProperty]:
    """The properties every pronoun question has; with a vocabulary, the share of words outside it too."""
    properties = dict(PROPERTIES)
    if vocabulary is not None:
        known_words = {word.lower() for word in vocabulary}
        properties["unknown_words"] = CaseProperty(
            "the share of words outside the vocabulary",
            lambda case: (
                sum(word.lower() not in known_words for word in case.given.words) / len(case.given.words)
            ),
        )
    return properties


def values(name: str, cases: Sequence[Case], *, vocabulary: Collection[str] | None = None) -> list[Value]:
    """The value of a property for each case."""
    properties = known(vocabulary=vocabulary)
    if name not in properties:
        if name == "unknown_words":
            raise DataError("unknown_words needs a vocabulary: give a file of words, one a line")
        raise UnknownName("property", name, properties)
    return [properties[name].of(case) for case in cases]


def as_property(name: str, column: Sequence[Value], *, bins: int | Sequence[float] | None = None) -> Property:
    """Values as sets to balance: numbers each or in bins, anything else by value."""
    from corefair.weighting import categories, numbers  # most suites are even, and need no weights

    if all(
        value is None or (isinstance(value, int | float) and not isinstance(value, bool)) for value in column
    ):
        return numbers(name, [None if value is None else float(value) for value in column], bins=bins)
    if bins is not None:
        odd = next(value for value in column if isinstance(value, str | bool))
        raise DataError(f"{name} cannot be cut into bins: {odd!r} is not a number")
    return categories(name, column)


def asked(cases: Sequence[Case]) -> list[Case]:
    """The pronoun questions among the cases that have a right answer."""
    return [case for case in cases if isinstance(case.gold, Choice) and case.gold.right is not None]


def place_of(case: Case, candidate: Mention) -> int | None:
    """How many candidates are as near to the pronoun or nearer, up to this one; None if it is none of them.

    As Kocijan et al. 2021 (3.3) rank names: by the words between, ties in the order of the document.
    """
    ranked = sorted(_candidates(case), key=lambda each: each.words_from(case.gold.pronoun))
    return next((place for place, each in enumerate(ranked, 1) if each.touches(candidate)), None)


def order_of(case: Case) -> int:
    """Which of the candidates asked about the right one is, in the order of the text, from 1."""
    return sorted(case.gold.candidates).index(right_of(case)) + 1


def right_of(case: Case) -> Mention:
    """The right candidate of a question that has one."""
    right: Mention = case.gold.candidates[case.gold.right]
    return right


def _candidates(case: Case) -> list[Mention]:
    return [Mention(start, end) for start, end, _ in case.given.entities] or list(case.gold.candidates)


def _doc(case: Case) -> Document:
    doc: Document = case.given
    return doc


def _sentence_of(case: Case, mention: Mention) -> int:
    return sum(start <= mention.start for start in _doc(case).sentences)


def _sentence_length(case: Case) -> int:
    start, end = _doc(case).sentence_spans()[_sentence_of(case, case.gold.pronoun) - 1]
    return end - start


def _case_of_pronoun(case: Case) -> str | None:
    """Nominative, reflexive or neither: *her* and *his* do not tell more, and groups must be told alike."""
    word = case.given.words[case.gold.pronoun.start].lower()
    return next((name for name, forms in _forms().items() if word in forms), "other")


@cache
def _forms() -> dict[str, frozenset[str]]:
    rows = lists.read("pronouns")
    return {name: frozenset(row[name] for row in rows) for name in ("nominative", "reflexive")}


PROPERTIES = {
    "candidates": CaseProperty("the number of candidates", lambda case: len(_candidates(case))),
    "place": CaseProperty(
        "the place of the right one among them by distance", lambda case: place_of(case, right_of(case))
    ),
    "order": CaseProperty("the place of the right one in the text among those asked about", order_of),
    "distance": CaseProperty(
        "the number of words between pronoun and right one",
        lambda case: right_of(case).words_from(case.gold.pronoun),
    ),
    "sentences": CaseProperty(
        "the number of sentences between pronoun and right one",
        lambda case: abs(_sentence_of(case, case.gold.pronoun) - _sentence_of(case, right_of(case))),
    ),
    "sentence_length": CaseProperty("the number of words in the pronoun's sentence", _sentence_length),
    "text_length": CaseProperty("the number of words in the text", lambda case: len(case.given.words)),
    "pronoun_case": CaseProperty("the case of the pronoun", _case_of_pronoun),
}
