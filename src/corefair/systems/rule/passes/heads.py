"""The same head word, under weaker and weaker conditions (Lee 2013, passes 5 to 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from corefair.systems.rule.order import with_head
from corefair.systems.rule.text import Text

Test = Callable[[Text, int, int], bool]


def strict_1(text: Text) -> Iterator[tuple[int, int, str]]:
    """The head is that of an earlier cluster, which holds all its words, and its phrase all modifiers."""
    return _search(text, "head1", lambda *pair: includes_words(*pair) and includes_modifiers(*pair))


def strict_2(text: Text) -> Iterator[tuple[int, int, str]]:
    """The head is that of an earlier cluster, which holds all its words."""
    return _search(text, "head2", includes_words)


def strict_3(text: Text) -> Iterator[tuple[int, int, str]]:
    """The head is that of an earlier phrase with all its modifiers."""
    return _search(text, "head3", includes_modifiers)


def proper(text: Text) -> Iterator[tuple[int, int, str]]:
    """Two names end in the same word, agree, and neither place, number nor further names tell them apart."""
    return _search(text, "proper", _same_name)


def includes_words(text: Text, mention: int, antecedent: int) -> bool:
    """Whether all words of the mention's cluster but the smallest are in the antecedent's."""
    clusters = text.clusters
    return clusters.words[clusters.root(mention)] <= clusters.words[clusters.root(antecedent)]


def includes_modifiers(text: Text, mention: int, antecedent: int) -> bool:
    """Whether the antecedent phrase has each noun, adjective, number and verb that modifies the mention."""
    return text.phrases[mention].modifiers <= text.phrases[antecedent].words


def _search(text: Text, name: str, test: Test) -> Iterator[tuple[int, int, str]]:
    for i, phrase in enumerate(text.phrases):
        if phrase.kind not in ("name", "nominal") or not phrase.definite:
            continue
        if not text.clusters.is_first(i):
            continue
        for other in with_head(text, i, phrase.word):
            if text.may_link(i, other) and text.clusters.agree(i, other) and test(text, i, other):
                yield i, other, f"the same head, “{phrase.word}”"
                break


def _same_name(text: Text, mention: int, antecedent: int) -> bool:
    one, other = text.phrases[mention], text.phrases[antecedent]
    if one.kind != "name" or other.kind != "name":
        return False
    extra, missing = one.modifiers - other.words, other.modifiers - one.words
    if extra and missing:
        return False
    return not any(word.isdigit() for word in extra)
