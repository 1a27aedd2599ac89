"""A model's page: what it is made of, how, how good it is, and the command that makes it again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from corefair.models.card import Card
from corefair.systems.training.curve import curve
from corefair.types import Json, Score


def card_text(card: Card) -> str:
    """The page in Markdown."""
    return "\n".join(_lines(card)).rstrip() + "\n"


def _lines(card: Card) -> Iterator[str]:
    yield f"# A coreference resolver: `{card.kind}`"
    yield ""
    yield f"Trained by corefair {card.version}. `corefair audit FOLDER` measures how its errors hang on"
    yield "gender; nothing here says that they do not."
    yield ""
    yield from _data(card)
    if card.scores:
        yield "## Scores"
        yield ""
        yield "| on the development documents | value | 95 % interval | documents |"
        yield "| --- | --- | --- | --- |"
        yield from map(_score, card.scores)
        yield ""
    epochs = [step for step in card.history if isinstance(step, Mapping) and "loss" in step]
    if epochs:
        yield "## Learning curve"
        yield ""
        yield "```"
        yield from curve(epochs)
        yield "```"
        yield ""
    for note in (step for step in card.history if isinstance(step, str)):
        yield f"{note[:1].upper()}{note[1:]}."
        yield ""
    yield "## Settings"
    yield ""
    for name, value in card.settings.items():
        if name not in ("corpora", "schemes", "templates"):
            yield f"- `{name}`: {_value(value)}"
    yield ""
    if card.command:
        yield "## Again"
        yield ""
        yield f"```\n{card.command}\n```"


def _data(card: Card) -> Iterator[str]:
    corpora = card.settings.get("corpora")
    if isinstance(corpora, Mapping) and corpora:
        yield "## Training text"
        yield ""
        yield "| corpus | documents | words | mentions | entities | single mentions | licence | SHA-256 |"
        yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
        for name, facts in corpora.items():
            of: Mapping[str, Json] = facts if isinstance(facts, Mapping) else {}
            numbers = " | ".join(
                f"{of.get(key, 0):,}" for key in ("documents", "words", "mentions", "entities")
            )
            licence, sha256 = card.licences.get(name, "not stated"), card.data.get(name, "")[:12]
            yield f"| {name} | {numbers} | {of.get('singletons', '')} | {licence} | `{sha256}` |"
        yield ""
    others = {
        name: sha256
        for name, sha256 in card.data.items()
        if not isinstance(corpora, Mapping) or name not in corpora
    }
    for name, sha256 in others.items():
        yield f"Also {name}: {card.licences.get(name, 'licence not stated')}, SHA-256 `{sha256[:12]}`."
    if others:
        yield ""


def _score(score: Score) -> str:
    value = "–" if score.value is None else f"{100 * score.value:.1f}"
    interval = (
        f"{100 * score.low:.1f} … {100 * score.high:.1f}"
        if score.low is not None and score.high is not None
        else "–"
    )
    return f"| {score.name} | {value} | {interval} | {score.n} |"


def _value(value: Json) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(_value, value)) or "none"
    return "none" if value is None else str(value)
