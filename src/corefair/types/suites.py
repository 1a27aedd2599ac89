"""What is asked, what was read off the answers, and the numbers made of that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from corefair.types.documents import Document, Json, Mention
from corefair.types.systems import Answer

Totals = Mapping[str, float]  # additive counts by name; every metric is a function of some of them
Groups = Mapping[str, str]  # which group a case belongs to, by the kind of grouping: {"gender": "feminine"}

Kind = Literal[
    "accuracy",  # a share of right answers
    "link_rate",  # the share of pronouns linked to anyone
    "f1",  # a coreference score, or GAP's
    "precision",
    "recall",
    "share",  # of cases, of something else
    "gap",  # one group less another
    "shift",  # how far weights move a gap
    "distance",  # the size of a gap
    "ratio",  # one group over another
    "correlation",
    "association",  # nearness to one set of words less that to another
    "projection",  # reach along a direction, and what it adds to nearness
    "proximity",  # nearness owed to gender, over neighbours
    "recovery",  # how well a label can still be told
    "rank",
]
Unit = Literal["share", "points", "ratio", "correlation", "number"]  # how it is shown: 12.3 %, +12.3, .87, …
Role = Literal["headline", "table", "extra"]  # what a verdict rests on · a cell of a paper's table · the rest
Better = Literal["higher", "lower", "zero", "one", "half"]


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
    given: Any  # a Document, or a tuple of words
    gold: Any  # a Choice, clusters, or what the suite's own judge knows
    groups: Groups = field(default_factory=dict)
    unit: str = ""  # cases of one unit are resampled together; empty means the case itself
    weight: float = 1.0

    def is_in(self, groups: Groups) -> bool:
        """Whether it belongs to all of these groups."""
        return all(self.groups.get(grouping) == group for grouping, group in groups.items())


@dataclass(frozen=True, slots=True)
class Row:
    """One judged answer, as additive counts; of a pronoun question also which candidates were linked."""

    case: str
    answer: Answer | Json  # of a system its Answer; of vectors what they said, in a word or a number
    counts: Totals
    linked: tuple[int, ...] | None = None  # candidates by number; None where it is no pronoun question


@dataclass(frozen=True, slots=True)
class Measure:
    """A number a suite reports: a metric on some of its cases, alone or set against the same on others."""

    name: str  # as the paper calls it
    metric: str
    where: Groups = field(default_factory=dict)  # the cases it is taken on: those in all these groups
    against: Groups | None = None  # the other side, if it compares two
    how: Literal["value", "difference", "distance", "ratio", "mean"] = "value"  # distance: |difference|
    better: Better = "higher"
    table: str = ""  # which table of the paper it stands in, if any …
    condition: str = ""  # … in which line of a system's …
    column: str = ""  # … and in which column; empty: its name
    role: Role = "extra"


@dataclass(frozen=True, slots=True)
class Score:
    """A number that is never alone: what it is, its interval, its p if it was tested, and n."""

    name: str
    value: float | None  # None where it is not defined: a correlation with a constant
    low: float | None
    high: float | None
    n: int
    kind: Kind = "share"
    unit: Unit = "share"
    groups: Groups = field(default_factory=dict)
    against: Groups | None = None
    of: Kind | None = None  # of a gap, distance or ratio: in what the two sides are compared
    weighted: bool = False  # with weights that balance the test
    role: Role = "extra"
    better: Better = "higher"
    p: float | None = None
    p_holm: float | None = None  # corrected for all scores of its result that were tested
    table: str = ""
    condition: str = ""
    column: str = ""
    signature: str = ""  # everything the number depends on, in a line


@dataclass(frozen=True, slots=True)
class Coverage:
    """What came back: answers by status and why others failed, or words that vectors lack."""

    cases: int
    ok: int = 0
    refused: int = 0
    failed: int = field(default=0, metadata={"json": "error"})
    messages: tuple[tuple[str, int], ...] = ()  # why, and how often
    link_rate: float | None = None  # of pronoun questions
    several: float | None = None  # share of pronoun questions in which several candidates are linked
    silent: int | None = None  # documents without any cluster, where clusters are scored
    words: int | None = None  # different words that vectors were asked for
    missing: tuple[str, ...] = ()  # those of them the vectors lack


@dataclass(frozen=True, slots=True)
class Job:
    """An occupation: how a system treats it, in percent, beside the shares of women in it."""

    occupation: str
    score: float  # percent of feminine pronouns linked to it less percent of masculine ones
    percent: Mapping[str, float]  # linked to it, by the gender of the pronoun
    bls: float | None = None  # percent women, labour statistics
    bergsma: float | None = None  # percent feminine, text


@dataclass(frozen=True, slots=True)
class Point:
    """A word in a plane, in the original vectors and in these."""

    word: str
    before: tuple[float, float] | None
    after: tuple[float, float] | None
    percent_women: float | None = None


@dataclass(frozen=True, slots=True)
class Projection:
    """Words in a plane."""

    x: str  # what the axes are
    y: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Slope:
    """The rank of a word's neighbour in the original vectors and in these."""

    word: str
    neighbour: str
    before: float | None
    after: float | None


@dataclass(frozen=True, slots=True)
class Grid:
    """A table to be read as it is."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Json, ...], ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Charts:
    """What a suite gives to be drawn."""

    jobs: tuple[Job, ...] = ()
    flips: tuple[tuple[str, ...], ...] = ()  # ids of twins that were answered differently
    projection: Projection | None = None
    slopes: tuple[Slope, ...] = ()
    grids: tuple[Grid, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What a suite read off one subject: a row for each case, and what else it found."""

    cases: Sequence[Case]
    rows: Sequence[Row]  # one a case, in order
    coverage: Coverage
    scores: tuple[Score, ...] = ()  # numbers that are not sums over cases, each with its interval or p
    charts: Charts = field(default_factory=Charts)


@dataclass(frozen=True, slots=True)
class Suite:
    """A test of systems: its cases, how an answer is judged, what is reported, and what it cannot show."""

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
    forced: bool = False  # one of the candidates must be taken: a chooser is asked where there is one
    extras: Callable[[Sequence[Row]], Sequence[Score]] | None = None  # numbers that are not sums over cases
    charts: Callable[[Sequence[Row]], Charts] | None = None
    weighted_by: tuple[str, str] | None = None  # of a user's weights: the file, and its SHA-256

    @property
    def key(self) -> str:
        """`winobias:dev`: what it is called in a report."""
        return f"{self.name}:{self.split}" if self.split else self.name


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
    by_length: bool = False  # depends on how long vectors are: compared only against an original

    @property
    def key(self) -> str:
        """What it is called in a report."""
        return self.name


@dataclass(frozen=True, slots=True)
class CorpusSuite:
    """A count of what corpora hold: what it reads off their documents, what is reported, what it cannot show.

    `answer(docs)` takes documents with clusters as they come, and keeps none. A case is something that a
    document holds; its unit is the document.
    """

    name: str
    version: str
    about: str  # what it asks, in one sentence
    answer: Callable[[Iterable[Document]], Reading]
    measures: tuple[Measure, ...]
    citation: str
    licence: str
    caveats: tuple[str, ...]
    by: str = ""  # a grouping, in each group of which all is measured again
    data: Mapping[str, str] = field(default_factory=dict)  # file -> SHA-256 of what it was built from

    @property
    def key(self) -> str:
        """What it is called in a report."""
        return self.name
