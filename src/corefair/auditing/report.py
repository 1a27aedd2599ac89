"""What an audit found: typed results in one object, to be looked at, saved to a folder and rendered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any, Literal, NamedTuple

from corefair import registry
from corefair.auditing.imbalance import Imbalance, Weights
from corefair.auditing.prompts import Spread
from corefair.auditing.verdicts import Verdict
from corefair.errors import MissingExtra
from corefair.types import Answer, Charts, Choice, Coverage, Groups, Json, Measure, Score, Totals, Way


@dataclass(frozen=True, slots=True)
class VectorFile:
    """What a set of vectors is, and what was done to it."""

    words: int
    dim: int
    history: tuple[str, ...]
    original: bool  # the one the others were made from
    notes: tuple[str, ...] = ()  # what was noticed when it was read
    direction: str = ""  # what the gender direction rests on


@dataclass(frozen=True, slots=True)
class CorpusFiles:
    """What a corpus is: how large, what its files hold, and whose clusters were counted."""

    documents: int
    words: int
    sha256: str  # of words and clusters, document by document
    clusters: str  # the system that found them; empty: those of the files


@dataclass(frozen=True, slots=True)
class Subject:
    """What was audited: a system, a file of vectors, or a corpus."""

    name: str
    self_test: tuple[str, ...] = ()  # what it failed
    warnings: tuple[str, ...] = ()  # what else was odd
    stderr: str = ""  # the end of what a program wrote besides its answers
    vectors: VectorFile | None = None
    corpus: CorpusFiles | None = None


@dataclass(frozen=True, slots=True)
class SuiteCard:
    """What a report keeps of a suite: all but its cases."""

    key: str
    name: str
    version: str
    split: str
    about: str
    citation: str
    licence: str
    caveats: tuple[str, ...]
    data: Mapping[str, str]
    measures: tuple[Measure, ...]
    kind: Literal["", "bias", "quality"] = ""  # of vector suites
    by: str = ""  # of corpus suites: a grouping, in each group of which headlines are measured again
    contrast: tuple[str, str, str] | None = None
    n_cases: int | None = None
    n_units: int | None = None
    imbalance: tuple[Imbalance, ...] = ()
    weights: Weights | None = None
    weighted_by: tuple[str, str] | None = None  # of a user's weights: the file, and its SHA-256
    altered: tuple[str, ...] = ()  # files that are not as they were published
    by_length: bool = False  # of vector suites: depends on how long vectors are


@dataclass(frozen=True, slots=True)
class Links:
    """Of the pronouns that were linked: the share linked rightly, beside what guessing would give."""

    right: float
    low: float | None
    high: float | None
    n: int
    chance: float
    p: float  # of as many or more by guessing


@dataclass(frozen=True, slots=True)
class Result:
    """One subject on one suite."""

    suite: str  # the key of its card
    subject: str = field(metadata={"json": "system"})
    asked: Way
    coverage: Coverage
    scores: tuple[Score, ...]
    problems: tuple[str, ...] = ()  # why it may not be believed
    warnings: tuple[str, ...] = ()
    detectable: float | None = None  # the smallest gap it would have found four times in five
    room: Literal["floor", "ceiling"] | None = None  # where even the largest gap there could be is smaller
    links: Links | None = None  # of pronoun questions
    charts: Charts = field(default_factory=Charts)
    n_rows: int = 0
    rows_left_out: bool = False  # too many to keep

    @property
    def valid(self) -> bool:
        """Whether it may be believed."""
        return not self.problems

    def score(self, name: str) -> Score | None:
        """The score of that name."""
        return next((score for score in self.scores if score.name == name), None)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One measure of a subject less the same of a baseline, on the same cases."""

    suite: str
    baseline: str
    subject: str = field(metadata={"json": "system"})
    measure: Score  # of the subject, on all its cases: what is compared, and in which unit
    difference: float
    low: float | None
    high: float | None
    n: int
    p: float | None = None
    p_holm: float | None = None  # corrected for all comparisons of the report
    before: float | None = None  # of the baseline, on the cases that both have
    after: float | None = None  # of the subject, on the same


@dataclass(frozen=True, slots=True)
class Judged:
    """One case of a result: what was given, what is right, what was answered, and how that counts."""

    suite: str
    subject: str = field(metadata={"json": "system"})
    case: str
    unit: str
    groups: Groups
    weight: float
    counts: Totals
    answer: Answer | Json
    words: tuple[str, ...] = ()
    gold: Choice | None = None
    linked: tuple[int, ...] | None = None  # which candidates, of a pronoun question

    @property
    def right(self) -> bool | None:
        """Whether the right candidate alone was linked; None where that cannot be asked."""
        if self.gold is None or self.gold.right is None or self.linked is None:
            return None
        return self.linked == (self.gold.right,)


@dataclass(frozen=True, slots=True)
class NotRun:
    """A suite that was wanted and could not be built."""

    suite: str
    why: str


@dataclass(frozen=True, slots=True)
class GateOutcome:
    """A condition under which a build fails, and one sentence for each result that meets it."""

    condition: str
    failed: tuple[str, ...]


class Scored(NamedTuple):
    """A score and where it is from."""

    subject: str
    suite: str
    score: Score


@dataclass(frozen=True, repr=False, eq=False)
class Report:
    """What an audit found. Everything that is shown is rendered from it.

    >>> import corefair
    >>> report = corefair.audit("nearest", suites=["participants"], resamples=100)
    >>> report
    <Report: nearest on participants; not certain>
    """

    asks: Literal["systems", "vectors", "corpora"] = field(metadata={"json": "subject"})
    subjects: tuple[Subject, ...] = field(metadata={"json": "systems"})
    suites: tuple[SuiteCard, ...]
    results: tuple[Result, ...]
    verdicts: tuple[Verdict, ...] = ()  # what each result means, the worst first; of systems
    comparisons: tuple[Comparison, ...] = ()
    spreads: tuple[Spread, ...] = ()  # of models that were asked by several prompts
    not_run: tuple[NotRun, ...] = field(default=(), metadata={"json": "missing"})
    gates: tuple[GateOutcome, ...] = ()
    settings: Mapping[str, Json] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    command: tuple[str, ...] = ()
    date: str = ""
    corefair: str = ""  # the version that made it
    # Called once, when rows are needed; no part of the report itself.
    load_rows: Callable[[], Sequence[Judged]] = field(default=tuple, compare=False)

    @property
    def valid(self) -> bool:
        """Whether every result may be believed."""
        return all(result.valid for result in self.results)

    @property
    def scores(self) -> list[Scored]:
        """Every score of every result."""
        return [Scored(r.subject, r.suite, score) for r in self.results for score in r.scores]

    def suite(self, key: str) -> SuiteCard:
        """The card of a suite."""
        return next(suite for suite in self.suites if suite.key == key)

    def result(self, subject: str, suite: str) -> Result | None:
        """The result of a subject on a suite, by its key."""
        return next((r for r in self.results if (r.subject, r.suite) == (subject, suite)), None)

    def rows(self, *, subject: str | None = None, suite: str | None = None) -> list[Judged]:
        """The judged cases, of one subject or suite or of all; read from beside the report when needed."""
        return [
            row
            for row in self._rows
            if subject in (None, row.subject) and (suite is None or suite == row.suite)
        ]

    @cached_property
    def _rows(self) -> Sequence[Judged]:
        return self.load_rows()

    def with_rows(self, load_rows: Callable[[], Sequence[Judged]]) -> Report:
        """The same report, with its judged cases from elsewhere."""
        return replace(self, load_rows=load_rows)

    def save(self, folder: Path | str) -> Path:
        """Write report.json and rows.jsonl.gz into the folder, whole; the path of the first."""
        from corefair.auditing.saved import save

        return save(self, Path(folder))

    def to_frame(self) -> Any:
        """Every score as a line of a pandas DataFrame, if pandas is installed."""
        try:
            import pandas
        except ImportError:
            raise MissingExtra("pandas", extra="frames") from None
        names = [each.name for each in fields(Score)]
        return pandas.DataFrame(
            {
                "subject": [scored.subject for scored in self.scores],
                "suite": [scored.suite for scored in self.scores],
                **{name: [getattr(scored.score, name) for scored in self.scores] for name in names},
            }
        )

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def __repr__(self) -> str:
        names = ", ".join(subject.name for subject in self.subjects)
        suites = ", ".join(suite.key for suite in self.suites)
        return f"<Report: {names} on {suites}; {self._in_short()}>"

    def _in_short(self) -> str:
        if not self.valid:
            n_bad = sum(not result.valid for result in self.results)
            return f"{n_bad} of {len(self.results)} results invalid"
        if self.asks != "systems":
            return f"{len(self.results)} results"
        return self.verdicts[0].label.lower() if self.verdicts else "no result"

    def _repr_html_(self) -> str:
        """In a notebook a report shows itself, in a frame so that its style stays its own."""
        page: str = registry.renderers["html"](self)
        return f'<iframe srcdoc="{escape(page)}" style="width: 100%; height: 45em; border: 0"></iframe>'
