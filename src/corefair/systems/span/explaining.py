"""Whom a pronoun could be by a span network, and how that moves when a word or the vectors are exchanged."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from corefair.errors import DataError, MissingExtra
from corefair.registry import mitigators
from corefair.systems.span.decoding import probabilities
from corefair.systems.span.linking import Linked
from corefair.systems.span.model import SpanModel
from corefair.systems.span.surface import class_of, head_at, pronoun_class
from corefair.types import Document, Embeddings, Mention

_OTHER = {"he": "she", "she": "he", "him": "her", "his": "her", "her": "his", "hers": "his",
          "himself": "herself", "herself": "himself"}  # fmt: skip
_LEAST = 1e-9


class Option(NamedTuple):
    """An antecedent with its probability; None is NEW: it is no one mentioned before."""

    antecedent: Mention | None
    probability: float


class Reason(NamedTuple):
    """An exchange, the probabilities of two options after it, and their log-odds before and after."""

    feature: str
    values: tuple[str, str]
    weights: tuple[float, float]

    @property
    def difference(self) -> float:
        """How much of the preference for the first was lost with the exchange."""
        return self.weights[0] - self.weights[1]


class Explained(NamedTuple):
    """A mention, whom it could be, the likeliest first, and what exchanges do to the first two."""

    mention: Mention
    options: tuple[Option, ...]
    reasons: tuple[Reason, ...]


def explain(
    model: SpanModel, doc: Document, *, pronouns: bool = True, vectors: Sequence[Embeddings] = ()
) -> Iterator[Explained]:
    """Explain each pronoun of a document, or each mention that is kept."""
    (found,) = model.rank([(doc, ())])
    others = [(emb.name, _on_others(model, emb)) for emb in vectors]
    twins = _twins(doc)
    for i, span in enumerate(found.spans):
        single = span.end - span.start == 1 and pronoun_class(doc.words[span.start].lower()) >= 0
        if pronouns and not single:
            continue
        options = _options(found, i)
        if len(options) < 2:  # nobody comes before it: there is nothing to decide
            yield Explained(span, options, ())
            continue
        made = [
            *_exchanges(model, doc, span, options, twins[span.start]),
            *((f"vectors {name}", other, doc, {}) for name, other in others),
        ]
        reasons = tuple(_reason(span, options[:2], *each) for each in made)
        yield Explained(span, options, tuple(sorted(reasons, key=lambda each: -abs(each.difference))))


def _on_others(model: SpanModel, emb: Embeddings) -> SpanModel:
    """The model on other vectors; those that do not fit are told by their name, for there may be several."""
    try:
        return model.with_vectors(emb)
    except DataError as error:
        raise error.at(path=emb.name) from None


def _options(found: Linked, i: int) -> tuple[Option, ...]:
    candidates, chances, new = probabilities(found, i)
    options = [Option(None, new)]
    options += [Option(found.spans[j], float(p)) for j, p in zip(candidates.tolist(), chances, strict=True)]
    return tuple(sorted(options, key=lambda each: -each.probability))


Exchange = tuple[str, SpanModel, Document, Mapping[Mention, Mention]]  # the last: where options are now


def _twins(doc: Document) -> tuple[str, ...]:
    """The words with pronouns exchanged, *her* for *him* or *his* as it is read where there is a pipeline."""
    try:
        found: Document = mitigators["swap-pronouns"]()(replace(doc, clusters=()))
    except MissingExtra:
        found = doc
    return tuple(
        new if new != old else _cased(_OTHER.get(old.lower(), old), old)
        for old, new in zip(doc.words, found.words, strict=True)
    )


def _cased(word: str, like: str) -> str:
    return word.capitalize() if like[:1].isupper() else word


def _exchanges(
    model: SpanModel, doc: Document, span: Mention, options: Sequence[Option], twin: str
) -> Iterator[Exchange]:
    """The pronoun for its twin, and the heads of the first two options for each other."""
    word = doc.words[span.start]
    if span.end - span.start == 1 and word.lower() in _OTHER:
        yield f"“{twin}” in place of “{word}”", model, _with_words(doc, {span.start: twin}), {}
    lower = [each.lower() for each in doc.words]
    nouns = [
        (each.antecedent, head_at(lower, *each.antecedent))
        for each in options
        if each.antecedent is not None
        and not each.antecedent.touches(span)
        and _is_noun(doc, each.antecedent)
    ]
    for (one, a), (other, b) in combinations(nouns, 2):
        if not one.touches(other) and lower[a] != lower[b]:
            moved = _with_words(doc, {a: doc.words[b], b: doc.words[a]})
            yield f"“{doc.words[a]}” and “{doc.words[b]}” exchanged", model, moved, {one: other, other: one}
            return


def _is_noun(doc: Document, span: Mention) -> bool:
    lower = [word.lower() for word in doc.words]
    kind = class_of(doc.words, lower, *span, head_at(lower, *span))
    return kind != pronoun_class(lower[span.start]) or span.end - span.start > 1


def _reason(
    span: Mention,
    first: Sequence[Option],
    name: str,
    model: SpanModel,
    doc: Document,
    now: Mapping[Mention, Mention],
) -> Reason:
    """The probabilities of two options after an exchange; spans that were found before are kept."""
    given = [span, *(each.antecedent for each in first if each.antecedent is not None), *now]
    (found,) = model.rank([(doc, given)])
    chances = {each.antecedent: each.probability for each in _options(found, found.spans.index(span))}
    after = []
    for each in first:
        place = now.get(each.antecedent, each.antecedent) if each.antecedent is not None else None
        after.append(chances.get(place, 0.0))
    before = [each.probability for each in first]
    return Reason(name, tuple(f"{100 * p:.1f} %" for p in after), (_odds(before), _odds(after)))  # type: ignore[arg-type]


def _odds(pair: Sequence[float]) -> float:
    return math.log(max(pair[0], _LEAST) / max(pair[1], _LEAST))


def _with_words(doc: Document, words: Mapping[int, str]) -> Document:
    """The document with some words changed; its text, whose characters would be others, is left out."""
    changed = tuple(words.get(at, word) for at, word in enumerate(doc.words))
    return replace(doc, words=changed, text=None, offsets=None)
