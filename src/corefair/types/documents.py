"""A text in words, who is mentioned in it, and which mentions are one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from corefair.errors import DataError

Json = str | int | float | bool | None | Mapping[str, "Json"] | list["Json"] | tuple["Json", ...]


class Mention(NamedTuple):
    """A half-open span of words: `words[start:end]`."""

    start: int
    end: int

    def words_from(self, other: Mention) -> int:
        """How many words stand strictly between two spans.

        >>> Mention(0, 2).words_from(Mention(4, 5)), Mention(4, 5).words_from(Mention(0, 2))
        (2, 2)
        """
        return max(self.start - other.end, other.start - self.end, 0)

    def touches(self, other: Mention) -> bool:
        """Whether two spans share a word."""
        return self.start < other.end and other.start < self.end


Cluster = tuple[Mention, ...]  # the mentions of one entity, sorted; a span written twice stands twice


class Entity(NamedTuple):
    """A labelled span of words, such as a named entity."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class Document:
    """A text in words, with whatever annotation its file carried.

    `sentences` holds the index of each sentence's first word. A layer that is `None` was not in the file;
    `layers` keeps per-word columns that only some formats have (lemma, parse …) and `meta` what belongs to
    the document as a whole, so that nothing is lost when it is written again. Clusters are kept in text
    order: two documents with the same clusters are equal however their files numbered them.

    >>> doc = Document("d", ("She", "left", "."), clusters=cluster_up([[(0, 1)]]))
    >>> doc.clusters
    ((Mention(start=0, end=1),),)
    """

    id: str
    words: tuple[str, ...]
    sentences: tuple[int, ...] = (0,)
    clusters: tuple[Cluster, ...] = ()
    text: str | None = None
    offsets: tuple[tuple[int, int], ...] | None = None  # half-open characters of each word in `text`
    tags: tuple[str, ...] | None = None  # Penn tags
    heads: tuple[int, ...] | None = None  # index of each word's syntactic head in the document; -1 is a root
    relations: tuple[str, ...] | None = None
    entities: tuple[Entity, ...] = ()
    speakers: tuple[str, ...] | None = None
    genre: str | None = None
    layers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    meta: Mapping[str, Json] = field(default_factory=dict)

    def __post_init__(self) -> None:
        n = len(self.words)
        starts = self.sentences
        if n == 0:
            object.__setattr__(self, "sentences", ())
        elif not starts or starts[0] != 0 or starts[-1] >= n or list(starts) != sorted(set(starts)):
            raise DataError(f"document {self.id!r}: sentences must start at 0 and rise, below {n}")
        per_word = {
            "offsets": self.offsets,
            "tags": self.tags,
            "heads": self.heads,
            "relations": self.relations,
            "speakers": self.speakers,
            **self.layers,
        }
        for name, layer in per_word.items():
            if layer is not None and len(layer) != n:
                raise DataError(f"document {self.id!r}: {len(layer)} {name} for {n} words")
        for cluster in self.clusters:
            for start, end in cluster:
                if not 0 <= start < end <= n:
                    raise DataError(f"document {self.id!r}: span {start}:{end} is outside its {n} words")
        for start, end, label in self.entities:
            if not 0 <= start < end <= n:
                raise DataError(f"document {self.id!r}: {label} {start}:{end} is outside its {n} words")
        if (self.text is None) != (self.offsets is None):
            raise DataError(f"document {self.id!r}: text and offsets come together")

    @property
    def n_mentions(self) -> int:
        """How many mentions its clusters hold, repeated ones counted each time."""
        return sum(map(len, self.clusters))

    def sentence_spans(self) -> list[tuple[int, int]]:
        """Half-open word spans of the sentences, none if there are no words.

        >>> Document("d", ("She", "left", ".", "Why", "?"), sentences=(0, 3)).sentence_spans()
        [(0, 3), (3, 5)]
        >>> Document("d", ()).sentence_spans()
        []
        """
        return list(zip(self.sentences, (*self.sentences[1:], len(self.words)), strict=False))


def cluster_up(clusters: Iterable[Iterable[tuple[int, int]]]) -> tuple[Cluster, ...]:
    """Spans in any order as clusters in text order; empty clusters vanish.

    >>> cluster_up([[(7, 8), (3, 5)], [(0, 1)]])
    ((Mention(start=0, end=1),), (Mention(start=3, end=5), Mention(start=7, end=8)))
    """
    made = (tuple(sorted(map(Mention._make, spans))) for spans in clusters)
    return tuple(sorted((cluster for cluster in made if cluster), key=text_order))


def text_order(cluster: Cluster) -> Cluster:
    """What clusters are sorted by: their spans, each of them once."""
    return cluster if len(set(cluster)) == len(cluster) else tuple(dict.fromkeys(cluster))
