"""Clusters that grow: attributes, words and heads are shared by all phrases of one, as sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from corefair.text.phrases import Phrase


class Values(NamedTuple):
    """What is known of a cluster; an empty set is unknown."""

    number: frozenset[str]
    gender: frozenset[str]
    animacy: frozenset[str]
    label: frozenset[str]  # what kind of name


class Clusters:
    """Every phrase begins alone; `join` makes two clusters one, the smaller poured into the larger."""

    def __init__(self, phrases: Sequence[Phrase]) -> None:
        self.parent = list(range(len(phrases)))
        self.members = [[i] for i in range(len(phrases))]  # as they came
        self.first = [
            i if phrase.person in ("", "third") else len(phrases) for i, phrase in enumerate(phrases)
        ]
        self.values = [
            Values(known.number, known.gender, known.animacy, known.label)
            for known in (phrase.attributes for phrase in phrases)
        ]
        self.words: list[set[str]] = [set(phrase.words) for phrase in phrases]
        self.heads: list[set[str]] = [{phrase.word} for phrase in phrases]
        self.apart: dict[int, set[int]] = {}  # phrases that cannot be in a cluster, by its root

    def root(self, phrase: int) -> int:
        """The phrase that stands for the whole cluster."""
        parent = self.parent
        while parent[phrase] != phrase:
            parent[phrase] = phrase = parent[parent[phrase]]
        return phrase

    def together(self, one: int, other: int) -> bool:
        """Whether two phrases are in one cluster."""
        return self.root(one) == self.root(other)

    def is_first(self, phrase: int) -> bool:
        """Whether it is the earliest of its cluster, I, we and you aside: only that looks for an antecedent.

        “I am late,” said Ann: who Ann is, is still to be found, though *I* stands before her name.
        """
        return self.first[self.root(phrase)] == phrase

    def keep_apart(self, one: int, other: int) -> None:
        """From now on these two may not end in one cluster."""
        self.apart.setdefault(self.root(one), set()).add(other)
        self.apart.setdefault(self.root(other), set()).add(one)

    def may_join(self, one: int, other: int) -> bool:
        """False where a phrase of one cluster is kept apart from the other cluster."""
        one, other = self.root(one), self.root(other)
        if one not in self.apart or other not in self.apart:
            return True
        fewer, more = sorted((one, other), key=lambda root: len(self.apart[root]))
        return not any(self.root(each) == more for each in self.apart[fewer])

    def values_of(self, phrase: int) -> Values:
        """What is known of the cluster of a phrase."""
        return self.values[self.root(phrase)]

    def agree(self, one: int, other: int) -> bool:
        """Whether number, gender, animacy and kind of name could be those of one entity.

        Two sets disagree only if each has a value that the other lacks (Lee 2013, 3.2): what is unknown
        agrees with all, and so does a cluster whose own members differ with each of them.
        """
        pairs = zip(self.values[self.root(one)], self.values[self.root(other)], strict=True)
        return not any(a and b and not (a <= b or b <= a) for a, b in pairs)

    def join(self, one: int, other: int) -> None:
        """Make the clusters of two phrases one."""
        into, gone = self.root(one), self.root(other)
        if into == gone:
            return
        if len(self.members[into]) < len(self.members[gone]):
            into, gone = gone, into
        self.parent[gone] = into
        self.members[into] += self.members[gone]
        self.first[into] = min(self.first[into], self.first[gone])
        mine, theirs = self.values[into], self.values[gone]
        if mine != theirs:
            self.values[into] = Values(
                # "They" may be one or several; of what is surely several it is that.
                (mine.number & theirs.number) or (mine.number | theirs.number),
                *(a | b for a, b in zip(mine[1:], theirs[1:], strict=True)),
            )
        self.words[into] |= self.words[gone]
        self.heads[into] |= self.heads[gone]
        if gone in self.apart:
            self.apart.setdefault(into, set()).update(self.apart.pop(gone))
        self.members[gone] = []
        self.words[gone] = self.heads[gone] = set()
