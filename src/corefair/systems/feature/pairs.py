"""What is said of two candidates together: the templates, their values by name, and the published sets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from corefair.systems.feature.mentions import ANIMACIES, ARTICLES, GENDERS, LABELS, NUMBERS, PERSONS, ROLES


class Template(NamedTuple):
    """A question about two candidates, with its possible answers in order."""

    name: str
    values: tuple[str, ...]


_TEN = (*map(str, range(10)), "10+")
_ASKED = ("not asked", "no", "yes")
STEPS = ("0", "1", "2", "3", "4", "5-7", "8-15", "16-31", "32-63", "64-127", "128+")
FAR = ("0", "1", "2", "3-4", "5-8", "9+")
MATCHES = (
    "none", "word", "lemma", "head", "head, modifiers held", "core", "text", "letters", "last name",
    "first name", "other number",
)  # fmt: skip
AGREE = ("agree", "unknown", "differ")
PLACES = (
    "other sentence", "subject and reflexive", "subject and object", "subject and other", "holds it",
    "held by it", "apposition", "predicate", "conjuncts", "same clause", "clause around", "clause below",
    "other clause",
)  # fmt: skip
TURNS = ("same turn", "next turn", "other turn")


def _with(*parts: Sequence[str]) -> tuple[str, ...]:
    return tuple(", ".join(part for part in parts if part) for parts in product(*parts))


TEMPLATES = (
    Template("candidates between", _TEN),
    Template("sentences between", _TEN),
    Template("same text", _ASKED),
    Template("same head", _ASKED),
    Template("nested", ("no", "yes")),
    Template("gender of the antecedent", ("not asked", *GENDERS)),
    Template("number of the antecedent", ("not asked", *NUMBERS)),
    Template("speaker", ("not asked", *_with(("article", "conversation"), ("other", "same")))),
    Template("text in the antecedent's", _ASKED),
    Template("antecedent's text in this", _ASKED),
    Template("head in the antecedent", _ASKED),
    Template("antecedent's head in this", _ASKED),
    Template("steps back", STEPS),
    Template("sentences back", STEPS),
    Template("words back", STEPS),
    Template("match", MATCHES),
    Template("match, sentences back", _with(MATCHES, FAR)),
    Template("genders", _with(GENDERS, GENDERS)),
    Template("numbers", _with(NUMBERS, NUMBERS)),
    Template("animacies", _with(ANIMACIES, ANIMACIES)),
    Template("agreement: gender, number, animacy", _with(AGREE, AGREE, AGREE)),
    Template("labels", _with(LABELS, LABELS)),
    Template("roles", _with(ROLES, ROLES)),
    Template("role of the antecedent, sentences back", _with(ROLES, FAR)),
    Template("agreeing candidates between", ("disagrees", *STEPS)),
    Template("place among the agreeing of its sentence", ("disagrees", *_with(("0", "1", "2", "3+"), FAR))),
    Template("speakers and persons", _with(("other", "same"), TURNS, PERSONS, PERSONS)),
    Template("place", PLACES),
    Template("place, role of the antecedent", _with(PLACES, ROLES)),
    Template("articles", _with(ARTICLES, ARTICLES)),
    Template("modifiers", ("no match", "same", "fewer", "more", "both have others", "other number")),
    Template("nearest with its head", ("no match", "nearest", "another between")),
    Template("seen before", _with(("0", "1", "2", "3-4", "5-8", "9+"), FAR)),
    Template("quoted", ("neither", "this is who says it", "that is who says it", "same quotation", "other")),
    Template("parallel", _with(("other role", "same role"), ("other verb", "same verb"), FAR)),
    Template("agreeing names between", ("not asked", "0", "1", "2", "3+")),
)
SIZES = tuple(len(template.values) for template in TEMPLATES)
OFFSETS = tuple(sum(SIZES[:i]) for i in range(len(SIZES)))
N_VALUES = sum(SIZES)
SETS = {  # of Durrett & Klein 2013; ours is all of them
    "surface": tuple(range(4)),
    "final": tuple(range(12)),
    "full": tuple(range(len(TEMPLATES))),
}


def value_of(number: int) -> tuple[str, str]:
    """The template of a value, and the value as a reader sees it.

    >>> value_of(0), value_of(OFFSETS[4] + 1)
    (('candidates between', '0'), ('nested', 'yes'))
    """
    for offset, template in zip(reversed(OFFSETS), reversed(TEMPLATES), strict=True):
        if number >= offset:
            return template.name, template.values[number - offset]
    raise ValueError(number)
