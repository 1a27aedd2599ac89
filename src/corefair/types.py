"""The nouns every room shares: documents, embeddings, suites and what is measured on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from importlib import import_module
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError, MissingWords


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
    meta: Mapping[str, Any] = field(default_factory=dict)

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


@dataclass(frozen=True, eq=False)
class Embeddings:
    """Words and their vectors, in order, with the story of what was done to them.

    >>> emb = Embeddings(("she", "he"), np.eye(2, dtype=np.float32))
    >>> "he" in emb, emb["he"].tolist()
    (True, [0.0, 1.0])
    >>> emb.changed(emb.vectors * 2, "doubled").history
    ('doubled',)
    """

    words: tuple[str, ...]
    vectors: NDArray[np.float32]  # [n_words, dim], read-only
    name: str = "vectors"
    history: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.vectors.ndim != 2 or len(self.vectors) != len(self.words):
            raise DataError(
                f"{self.name}: {len(self.words)} words, but vectors of shape {self.vectors.shape}"
            )
        if self.vectors.dtype != np.float32 or self.vectors.flags.writeable:
            vectors = self.vectors.astype(np.float32)  # a copy: what was given stays its owner's
            vectors.setflags(write=False)
            object.__setattr__(self, "vectors", vectors)

    @cached_property
    def row_of(self) -> Mapping[str, int]:
        """The row of each word."""
        return {word: row for row, word in enumerate(self.words)}

    @property
    def dim(self) -> int:
        """How many numbers a vector has."""
        return int(self.vectors.shape[1])

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self.row_of

    def __getitem__(self, word: str) -> NDArray[np.float32]:
        if word not in self.row_of:
            raise MissingWords([word], of=1, name=self.name)
        vector: NDArray[np.float32] = self.vectors[self.row_of[word]]
        return vector

    def changed(self, vectors: NDArray[Any], step: str) -> Embeddings:
        """The same words with other vectors, and one more step in their history."""
        return Embeddings(self.words, vectors, self.name, (*self.history, step))


Totals = Mapping[str, float]  # additive counts by name; every metric is a function of some of them
Groups = Mapping[str, str]  # which group a case belongs to, by the kind of grouping: {"gender": "feminine"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a system said of one document; that it failed is an answer too, and is counted."""

    clusters: tuple[Cluster, ...] = ()
    status: Literal["ok", "refused", "error"] = "ok"
    message: str = ""  # why not
    scores: tuple[tuple[Mention, Mention, float], ...] = ()  # how readily two mentions are linked, if it says


@dataclass(frozen=True, slots=True)
class Choice:
    """The gold of a pronoun question: who the pronoun could be, and who it is."""

    pronoun: Mention
    candidates: tuple[Mention, ...]
    names: tuple[str, ...]  # of the candidates: "nurse", "customer"
    right: int | None  # which candidate; None where the pronoun is neither


@dataclass(frozen=True, slots=True)
class Case:
    """One question of a suite: what a system is given, what is right, and which groups it belongs to."""

    id: str
    given: Any  # a Document, or words
    gold: Any
    groups: Groups = field(default_factory=dict)
    unit: str = ""  # cases of one unit are resampled together; empty means the case itself
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Row:
    """One judged answer, as additive counts."""

    case: str
    answer: Any
    counts: Totals


@dataclass(frozen=True, slots=True)
class Measure:
    """A number a suite reports: a metric on some of its cases, alone or set against the same on others."""

    name: str  # as the paper calls it
    metric: str
    where: Groups = field(default_factory=dict)  # the cases it is taken on: those in all these groups
    against: Groups | None = None  # the other side, if it compares two
    how: Literal["value", "difference", "distance", "ratio", "mean"] = "value"  # distance: |difference|
    better: Literal["higher", "lower", "zero", "one"] = "higher"
    table: str = ""  # which table of the paper it stands in; empty: our headline


@dataclass(frozen=True, slots=True)
class Score:
    """A number that is never alone: its interval, its p-value if it was tested, and how many it rests on."""

    metric: str
    value: float
    low: float | None
    high: float | None
    n: int
    group: str = ""
    p: float | None = None
    better: str = "higher"
    table: str = ""


@dataclass(frozen=True, slots=True)
class Suite:
    """A test: its cases, how an answer is judged, what is reported, and what it cannot show."""

    name: str
    version: str
    about: str  # what it asks, in one sentence
    cases: Sequence[Case]
    judge: Callable[[Case, Answer], Row]
    measures: tuple[Measure, ...]
    contrast: tuple[str, str, str]  # the grouping, and the two of its groups whose gap is the headline
    citation: str
    licence: str
    caveats: tuple[str, ...]
    split: str = ""
    data: Mapping[str, str] = field(default_factory=dict)  # file -> SHA-256 of what it was built from
    extras: Callable[[Sequence[Row]], Sequence[Score]] | None = None  # numbers that are not sums over cases
    charts: Callable[[Sequence[Row]], Mapping[str, Any]] | None = None  # what is drawn: JSON by name of chart


@dataclass(frozen=True, slots=True)
class Reading:
    """What a vector suite read off one set of vectors: a row for each of its cases, and what was missing."""

    cases: Sequence[Case]  # `given` is a tuple of words
    rows: Sequence[Row]  # one a case, in order
    n_words: int  # how many different words were asked for
    missing: tuple[str, ...] = ()  # those of them the vectors lack
    scores: tuple[Score, ...] = ()  # numbers that are not sums over cases, each with its interval or p
    charts: Mapping[str, Any] = field(default_factory=dict)  # what is drawn: JSON by name of chart


@dataclass(frozen=True, slots=True)
class VectorSuite:
    """A test of word vectors: what it reads off them, what is reported, and what it cannot show.

    `answer(emb, original, seed=…)` gets the vectors and those they were made from (the same object where
    nothing was changed): some measures take their labels, or β, from the original.
    """

    name: str
    version: str
    about: str  # what it asks, in one sentence
    kind: Literal["bias", "quality"]
    answer: Callable[..., Reading]
    measures: tuple[Measure, ...]
    citation: str
    licence: str
    caveats: tuple[str, ...]
    data: Mapping[str, str] = field(default_factory=dict)  # file -> SHA-256 of what it was built from


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit found, as plain JSON under a documented schema; everything shown is rendered from it."""

    data: Mapping[str, Any]

    @property
    def valid(self) -> bool:
        """Whether every result may be believed."""
        return all(result["valid"] for result in self.data["results"])

    def _repr_html_(self) -> str:
        """In a notebook a report shows itself, in a frame so that its style stays its own.

        A noun does not know its renderers, so the page is found by name.
        """
        page: str = import_module("corefair.report.html").render(self.data)
        return f'<iframe srcdoc="{escape(page)}" style="width: 100%; height: 45em; border: 0"></iframe>'


@runtime_checkable
class System(Protocol):
    """Finds clusters: many documents in, so that it may batch; one tuple of clusters out for each."""

    def resolve(self, docs: Iterable[Document]) -> Iterator[tuple[Cluster, ...]]: ...


class Change(Protocol):
    """What a mitigator learned: makes new embeddings, never touches its input, adds to their history."""

    def __call__(self, emb: Embeddings) -> Embeddings: ...


@runtime_checkable
class Mitigator(Protocol):
    """Learns a change from embeddings; its options are those of its constructor."""

    def fit(self, emb: Embeddings) -> Change: ...
