"""A document as the passes see it: its phrases, the clusters so far, and where to find either."""

from __future__ import annotations

from collections.abc import Sequence

from corefair.systems.rule.clusters import Clusters
from corefair.systems.rule.trace import Link
from corefair.text.phrases import Phrase
from corefair.text.speech import Speech, listen
from corefair.types import Document, Mention


class Text:
    """One document while it is resolved."""

    def __init__(self, doc: Document, phrases: Sequence[Phrase]) -> None:
        self.doc, self.phrases = doc, phrases
        n = len(doc.words)
        self.heads = doc.heads or (-1,) * n
        self.relations = doc.relations or ("",) * n
        self.tags = doc.tags or ("",) * n
        self.clusters = Clusters(phrases)
        self.speech: Speech = listen(doc, phrases)
        self.links: list[Link] = []
        self.hidden: set[int] = set()  # phrases that are no mentions of their own, though they say something
        self.scores: list[tuple[Mention, Mention, float]] = []
        self.in_sentence: list[list[int]] = [[] for _ in doc.sentences]
        self.place_in_sentence: list[int] = []
        self.by_head: dict[str, list[int]] = {}  # phrases that are no pronouns, by head word
        self.place_by_head: dict[int, int] = {}
        self.at_head: dict[int, int] = {}  # head word -> the phrase it is the head of, coordinations left out
        for i, phrase in enumerate(phrases):
            here = self.in_sentence[phrase.sentence]
            self.place_in_sentence.append(len(here))
            here.append(i)
            if phrase.kind != "list":
                self.at_head[phrase.head] = i
            if phrase.kind in ("name", "nominal"):
                same = self.by_head.setdefault(phrase.word, [])
                self.place_by_head[i] = len(same)
                same.append(i)
        for i, phrase in enumerate(phrases):
            if phrase.relation == "conj" and phrase.governor in self.at_head and phrase.kind != "list":
                self.clusters.keep_apart(i, self.at_head[phrase.governor])  # "Ann and Bo" are two

    def nested(self, one: int, other: int) -> bool:
        """Whether one phrase is inside the other: it cannot be what it is part of (i-within-i)."""
        a, b = self.phrases[one].span, self.phrases[other].span
        return (a.start <= b.start and b.end <= a.end) or (b.start <= a.start and a.end <= b.end)

    def may_link(self, mention: int, antecedent: int) -> bool:
        """What holds for every pass: not yet one cluster, not one inside the other, not kept apart."""
        clusters = self.clusters
        return (
            not clusters.together(mention, antecedent)
            and not self.nested(mention, antecedent)
            and clusters.may_join(mention, antecedent)
        )

    def link(self, name: str, mention: int, antecedent: int, why: str) -> None:
        """Join the clusters of two phrases, and remember it."""
        self.clusters.join(antecedent, mention)
        self.links.append(Link(name, self.phrases[mention].span, self.phrases[antecedent].span, why))

    def is_clause_conjunct(self, word: int) -> bool:
        """Whether a word heads a coordinated clause, as in "he came and she left"."""
        return self.relations[word] == "conj" and self.tags[word][:1] == "V"
