"""In which order earlier phrases are tried, and how far back (Lee 2013, 3.2)."""

from __future__ import annotations

from collections.abc import Iterator

from corefair.systems.rule.text import Text

WINDOW = 3  # sentences back for a pronoun
IN_SENTENCE = 40  # phrases of one sentence that are tried
SAME_HEAD = 60  # clusters with the same head word that are tried
SCANNED = 300  # phrases with the same head word that are looked at
_CLIMB = 40  # steps up the tree
_CLAUSES = frozenset(("ccomp", "advcl", "acl", "acl:relcl", "advcl:relcl", "csubj", "parataxis", "root"))


def before_pronoun(text: Text, phrase: int) -> Iterator[int]:
    """Its own sentence from the innermost clause outward, then earlier ones, nearest first; left to right.

    In earlier sentences subjects go first: what they were about is what is spoken of again.
    """
    found = text.phrases[phrase]
    yield from _same_sentence(text, phrase)
    for sentence in range(found.sentence - 1, max(found.sentence - 1 - WINDOW, -1), -1):
        before = text.in_sentence[sentence][:IN_SENTENCE]
        yield from sorted(before, key=lambda other: not text.phrases[other].relation.startswith("nsubj"))


def with_head(text: Text, phrase: int, word: str) -> Iterator[int]:
    """Earlier phrases with this head word, the nearest first, one a cluster, and only so many."""
    same = text.by_head.get(word, [])
    at = text.place_by_head.get(phrase, len(same)) if text.phrases[phrase].word == word else len(same)
    own, tried = text.clusters.root(phrase), set[int]()
    for number in range(at - 1, max(at - 1 - SCANNED, -1), -1):
        other = same[number]
        root = text.clusters.root(other)
        if other < phrase and root != own and root not in tried:
            tried.add(root)
            yield other
            if len(tried) == SAME_HEAD:
                return


def _same_sentence(text: Text, phrase: int) -> list[int]:
    found = text.phrases[phrase]
    here = text.in_sentence[found.sentence]
    at = text.place_in_sentence[phrase]
    before = here[max(at - IN_SENTENCE, 0) : at]
    if len(before) < 2:
        return before
    level_of = _levels(text, found.head)
    return sorted(before, key=lambda other: (_level(text, text.phrases[other].head, level_of), other))


def _levels(text: Text, word: int) -> dict[int, int]:
    """Each word above this one in the tree, with the number of clauses to go out of to reach it."""
    level, level_of = 0, {}
    for _ in range(_CLIMB):
        if word < 0 or word in level_of:
            break
        level_of[word] = level
        level += text.relations[word] in _CLAUSES or text.is_clause_conjunct(word)
        word = text.heads[word]
    return level_of


def _level(text: Text, word: int, level_of: dict[int, int]) -> int:
    """The level of the innermost clause around the pronoun that holds this word."""
    for _ in range(_CLIMB):
        if word in level_of:
            return level_of[word]
        if word < 0:
            break
        word = text.heads[word]
    return _CLIMB
