"""Why a mention was linked so: the probabilities of its antecedents, and what decided between two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from corefair.systems.feature.answering import Ranked
from corefair.systems.feature.decoding import probabilities
from corefair.systems.feature.mentions import COLUMN, TYPES
from corefair.systems.feature.model import FeatureModel
from corefair.systems.feature.pairs import N_VALUES, value_of
from corefair.systems.feature.unary import unary
from corefair.types import Document, Mention

FIRST_PRONOUN = TYPES.index("i")


class Option(NamedTuple):
    """An antecedent with its probability; None is NEW: it is no one mentioned before."""

    antecedent: Mention | None
    probability: float


class Reason(NamedTuple):
    """What a feature says of the first option and of the second, and how much that weighs for each."""

    feature: str
    values: tuple[str, str]  # empty where it is not asked of one of them
    weights: tuple[float, float]  # with all types of mentions it fires with

    @property
    def difference(self) -> float:
        """By how much it prefers the first."""
        return self.weights[0] - self.weights[1]


class Explained(NamedTuple):
    """A mention, whom it could be, the likeliest first, and what decided between the first two."""

    mention: Mention
    options: tuple[Option, ...]
    reasons: tuple[Reason, ...]  # those that decide most first; their differences add up


def explain(model: FeatureModel, doc: Document, *, pronouns: bool = True) -> Iterator[Explained]:
    """Explain each pronoun of an analysed document, or each mention that could be linked."""
    found = model.rank(doc)
    values: list[list[int]] = model.vocabulary.numbers(unary(found.read, found.mentions)).tolist()
    types = found.mentions.codes[:, COLUMN["type"]].tolist()
    for i, kind in enumerate(types):
        if pronouns and kind < FIRST_PRONOUN:
            continue
        chances, new = probabilities(found.pairs, found.scores, i)
        begin = int(found.pairs.at[i])
        ranked = sorted(
            [(new, -1), *((float(chance), begin + k) for k, chance in enumerate(chances))],
            key=lambda each: -each[0],
        )
        options = tuple(Option(_span(found, at), chance) for chance, at in ranked)
        weighed = [_weights(model, found, values, types, i, at) for _, at in ranked[:2]]
        yield Explained(found.read.phrases[i].span, options, _reasons(*weighed) if len(weighed) > 1 else ())


def _span(found: Ranked, pair: int) -> Mention | None:
    return None if pair < 0 else found.read.phrases[int(found.pairs.found[pair])].span


Weighed = dict[str, tuple[str, float]]  # the value of each feature, and its weight


def _reasons(first: Weighed, second: Weighed) -> tuple[Reason, ...]:
    nothing = ("", 0.0)
    made = []
    for name in dict.fromkeys((*first, *second)):
        (value, weight), (other, less) = first.get(name, nothing), second.get(name, nothing)
        made.append(Reason(name, (value, other), (weight, less)))
    return tuple(sorted((each for each in made if each.difference), key=lambda each: -abs(each.difference)))


def _weights(
    model: FeatureModel,
    found: Ranked,
    values: Sequence[Sequence[int]],
    types: Sequence[int],
    i: int,
    pair: int,
) -> Weighed:
    """Every feature of a choice with its value and weight; a pair below 0 is NEW."""
    from corefair.systems.feature.ranker_compiled import sizes

    ranker = model.ranker
    n, place = len(TYPES), sizes(ranker.shape)
    corpus = model.schemes.index(model.scheme) if ranker.n_corpora else -1
    one, both = 1 + n + ranker.n_corpora * (1 + n), 1 + n + n * n + ranker.n_corpora * (1 + n)
    c = types[i]
    says = model.vocabulary.value_of
    out: Weighed = {}

    def slots(p: int | None, *, of_antecedent: bool = False) -> Iterator[int]:
        """Where the weights of a value are: alone, with the types, in the corpus."""
        yield 0
        yield 1 + c
        special = 1 + n
        if p is not None:
            yield 1 + n + (p * n + c if of_antecedent else c * n + p)
            special += n * n
        if corpus >= 0:
            special += corpus * (1 + n)
            yield special
            yield special + 1 + c

    def add(name: str, value: str, places: Iterator[int]) -> None:
        out[name] = value, sum(float(ranker.weights[at]) for at in places)

    if pair < 0:
        for f in (f for f in values[i] if f >= 0):
            name, value = says(f)
            add(f"new: {name}", value, (int(place[3]) + f * one + slot for slot in slots(None)))
        return out
    j = int(found.pairs.found[pair])
    p = types[j]
    for t in ranker.columns.tolist():
        v = int(found.pairs.values[pair, t])
        add(*value_of(v), (slot * N_VALUES + v for slot in slots(p)))
    for block, owner, k in ((1, "this", i), (2, "antecedent", j)):
        for f in (f for f in values[k] if f >= 0):
            name, value = says(f)
            here = slots(p, of_antecedent=block == 2)
            add(f"{owner}: {name}", value, (int(place[block]) + f * both + slot for slot in here))
    return out
