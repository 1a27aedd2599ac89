"""What can be audited: a system or a set of word vectors, each read by the suites made for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Generic, Literal, Protocol, TypeVar, cast

from corefair.auditing.collect import collect
from corefair.auditing.report import Subject, VectorFile
from corefair.auditing.validity import coverage, problems
from corefair.errors import CorefairError, DataError
from corefair.geometry.direction import found_direction
from corefair.systems.ask import check_system, sees_gold
from corefair.systems.make import make
from corefair.systems.self_test import self_test
from corefair.types import Charts, Coverage, Embeddings, Reading, Said, Suite, System, VectorSuite, Way

Vectors = str | Path | Embeddings
Ask = Literal["auto", "clusters", "choice"]
_STDERR = 4000  # characters of what an outside system said last
S_contra = TypeVar("S_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)


@dataclass(frozen=True)
class Read:
    """A reading, which way it was asked for, and why it may not be believed."""

    reading: Reading
    asked: Way
    problems: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()  # what else was odd


class Audited(Protocol[S_contra]):
    """One subject of an audit, for suites of its kind."""

    name: str

    @property
    def is_own_original(self) -> bool: ...  # nothing is told of what it was made from

    def read(self, suite: S_contra, *, progress: Said | None) -> Read: ...

    def card(self) -> Subject: ...


@dataclass
class AuditedSystem:
    """A system: asked once, its answers kept in `store` as they come."""

    name: str
    system: System
    store: Path | None = None
    ask: Ask = "auto"
    is_own_original: bool = True
    failed: tuple[str, ...] = field(init=False)  # of the self-test

    def __post_init__(self) -> None:
        self.failed = () if sees_gold(self.system) else tuple(self_test(self.system))

    def read(self, suite: Suite, *, progress: Said | None) -> Read:
        """Every answer judged by the suite."""
        collected = collect(
            self.system,
            suite,
            store=self.store,
            name=self.name,
            gold=sees_gold(self.system),
            ask=self.ask,
            progress=partial(progress, f"answers of {self.name} on {suite.key}") if progress else None,
        )
        answers = collected.answers
        odd = tuple(map(str, getattr(self.system, "warnings", ())))
        rows = [suite.judge(case, answer) for case, answer in zip(suite.cases, answers, strict=True)]
        covered = coverage(answers, rows)
        reading = Reading(
            suite.cases,
            rows,
            covered,
            tuple(suite.extras(rows)) if suite.extras else (),
            suite.charts(rows) if suite.charts else Charts(),
        )
        failed = dict.fromkeys((*problems(covered, self.failed), *collected.problems))
        return Read(reading, collected.asked, tuple(failed), odd)

    def card(self) -> Subject:
        """What it failed, and what it said besides its answers."""
        return Subject(
            self.name,
            self_test=self.failed,
            warnings=tuple(map(str, getattr(self.system, "warnings", ()))),
            stderr=str(getattr(self.system, "stderr", ""))[-_STDERR:],
        )


@dataclass
class AuditedVectors:
    """A set of word vectors, and those it was made from."""

    name: str
    emb: Embeddings
    original: Embeddings  # itself, where nothing was changed
    seed: int
    is_original: bool = False
    notes: tuple[str, ...] = ()  # what was noticed when they were read

    @property
    def is_own_original(self) -> bool:
        """Whether nothing is told of what they were made from."""
        return self.original is self.emb

    def read(self, suite: VectorSuite, *, progress: Said | None) -> Read:
        """What the suite reads off them; one that lacks too many words has no case, and says why."""
        try:
            reading: Reading = suite.answer(self.emb, self.original, seed=self.seed)
        except CorefairError as error:
            return Read(Reading((), (), Coverage(0)), "vectors", (str(error),))
        return Read(reading, "vectors")

    def card(self) -> Subject:
        """What they are, and what was done to them."""
        try:
            direction = str(found_direction(self.emb))
        except CorefairError as error:
            direction = str(error)
        size = (len(self.emb), self.emb.dim)
        about = VectorFile(*size, self.emb.history, self.is_original, self.notes, direction)
        return Subject(self.name, vectors=about)


@dataclass(frozen=True)
class Named(Generic[A_co]):
    """A subject that is made when its turn comes: vectors may be large."""

    name: str
    make: Callable[[], A_co]


def name_systems(
    systems: str | System | Sequence[str | System],
    *,
    store: Path | None,
    time_limit: float,
    start_limit: float,
    ask: Ask,
) -> list[Named[AuditedSystem]]:
    """Systems by their names (`"nearest"`, `"command:python my_system.py"`) or as they are; no name twice."""
    listed: Sequence[str | System] = (
        systems if isinstance(systems, (list, tuple)) else [cast(System, systems)]
    )
    if not listed:
        raise DataError("name at least one system to audit")
    made: list[tuple[str, System]] = []
    for each in listed:
        if isinstance(each, str):
            made.append(make(each, time_limit=time_limit, start_limit=start_limit))
        else:
            check_system(each)
            made.append((type(each).__name__, each))
    names = [name for name, _ in made]
    if len(set(names)) < len(names):
        raise DataError(f"two systems have the same name: {', '.join(names)}")
    return [Named(name, partial(AuditedSystem, name, system, store, ask)) for name, system in made]


def name_vectors(
    vectors: Vectors | Sequence[Vectors], original: Vectors | None, *, seed: int
) -> list[Named[AuditedVectors]]:
    """The original first, then the others; files by their last part, or whole where two share that."""
    listed = [vectors] if isinstance(vectors, (str, Path, Embeddings)) else list(vectors)
    if not listed:
        raise DataError("name at least one file of vectors to audit")
    wanted = listed if original is None else [original, *listed]
    given = [each if isinstance(each, Embeddings) else Path(each) for each in wanted]
    for each in given:
        if isinstance(each, Path) and not each.exists():  # said before anything is measured
            raise DataError("there is no such file", path=str(each))
    unique = list({id(each) if isinstance(each, Embeddings) else each: each for each in given}.values())
    names = [each.name for each in unique]
    if len(set(names)) < len(names):
        names = [each.name if isinstance(each, Embeddings) else str(each) for each in unique]
    if len(set(names)) < len(names):
        raise DataError(f"two sets of vectors have the same name: {', '.join(names)}")
    first: list[Embeddings] = []

    def read(name: str, source: Path | Embeddings) -> AuditedVectors:
        from corefair.io.vectors import read_vectors_counted  # many files: an audit of systems needs none

        notes: tuple[str, ...] = ()
        if isinstance(source, Embeddings):
            emb = source
        else:
            emb, counts = read_vectors_counted(source)
            notes = tuple(counts.notes())
        if not first:
            first.append(emb)
        is_original = original is not None and emb is first[0]
        return AuditedVectors(name, emb, emb if original is None else first[0], seed, is_original, notes)

    return [Named(name, partial(read, name, source)) for name, source in zip(names, unique, strict=True)]
