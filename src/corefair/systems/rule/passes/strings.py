"""Names and phrases said twice in the same words."""

from __future__ import annotations

from collections.abc import Iterator

from corefair.systems.rule.text import Text


def exact(text: Text) -> Iterator[tuple[int, int, str]]:
    """Two phrases that are no pronouns have the same words, whatever their capitals, a genitive 's aside."""
    last: dict[str, int] = {}
    for i, phrase in enumerate(text.phrases):
        if phrase.kind == "pronoun" or not phrase.text or not phrase.definite:
            continue
        before = last.get(phrase.text)
        if before is not None and text.may_link(i, before):
            yield i, before, f"both are “{phrase.text}”"
        last[phrase.text] = i


def relaxed(text: Text) -> Iterator[tuple[int, int, str]]:
    """Two phrases have the same words up to the comma or relative clause after their heads."""
    last: dict[str, int] = {}
    for i, phrase in enumerate(text.phrases):
        if phrase.kind in ("pronoun", "list") or not phrase.core or not phrase.definite:
            continue
        before = last.get(phrase.core)
        if before is not None and text.may_link(i, before):
            yield i, before, f"both begin with “{phrase.core}”"
        last[phrase.core] = i
