"""What can be audited: a system, a set of word vectors or a corpus, each read by the suites made for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar, cast

from corefair.auditing.collect import collect, signature_of
from corefair.auditing.report import CorpusFiles, Subject, VectorFile
from corefair.auditing.validity import coverage, missing_answers, problems, sides_of, uneven_refusals
from corefair.compute.engine import Engine
from corefair.errors import CorefairError, DataError
from corefair.geometry.direction import found_direction
from corefair.io import read as read_documents
from corefair.systems.ask import check_system, sees_gold
from corefair.systems.language.asking import Asking
from corefair.systems.make import make, make_all
from corefair.systems.on_engine import on_engine
from corefair.systems.resolving import resolved
from corefair.systems.self_test import self_test
from corefair.types import (
    Charts,
    CorpusSuite,
    Coverage,
    Document,
    Embeddings,
    Reading,
    Said,
    Suite,
    System,
    VectorSuite,
    Way,
)

Vectors = str | Path | Embeddings
Corpora = str | Path | Sequence[str | Path] | Mapping[str, Iterable[Document]]  # files, or documents by name
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
    signature: Mapping[str, str] = field(default_factory=dict)  # what else the answers depend on


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
        beside = getattr(self.system, "beside", None)  # what else it says of the cases: raters' agreement
        reading = Reading(
            suite.cases,
            rows,
            covered,
            (*(suite.extras(rows) if suite.extras else ()), *(beside(suite.cases) if beside else ())),
            suite.charts(rows) if suite.charts else Charts(),
        )
        sides = sides_of(suite)
        gaps = missing_answers(answers, suite.cases, sides)
        odd = (*odd, *uneven_refusals(answers, suite.cases, sides))
        failed = dict.fromkeys((*problems(covered, self.failed), *gaps, *collected.problems))
        return Read(reading, collected.asked, tuple(failed), odd, signature_of(self.system))

    @property
    def model(self) -> Asked | None:
        """The model that a language chooser asks: its choosers by other prompts share it."""
        model = getattr(self.system, "model", None)
        name = str(getattr(model, "name", ""))
        return Asked(name, tuple(getattr(model, "facts", {}).items())) if name else None

    def card(self) -> Subject:
        """What it failed, and what it said besides its answers."""
        return Subject(
            self.name,
            self_test=self.failed,
            warnings=tuple(map(str, getattr(self.system, "warnings", ()))),
            stderr=str(getattr(self.system, "stderr", ""))[-_STDERR:],
        )


class Asked(NamedTuple):
    """A language model: what it is called, and what tells it from others of that name."""

    name: str
    facts: tuple[tuple[str, str], ...]


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


@dataclass
class AuditedCorpus:
    """Documents that are read when their turn comes, with the clusters they have or those a system finds."""

    name: str
    read_docs: Callable[[], Iterable[Document]]
    finder: tuple[str, System] | None = None
    is_own_original: bool = True
    n_docs: int = field(init=False, default=0)
    n_words: int = field(init=False, default=0)
    digest: str = field(init=False, default="")

    def read(self, suite: CorpusSuite, *, progress: Said | None) -> Read:
        """What the suite counts in it; documents come and go one at a time."""
        reading = suite.answer(self._documents(progress))
        silent = reading.coverage.silent == reading.coverage.cases
        why = "there is not one cluster in it" + (
            "" if self.finder else ": have some found, as with --system rule"
        )
        return Read(reading, "corpora", (why,) if silent else ())

    def card(self) -> Subject:
        """How large it is, and whose clusters were counted."""
        finder = self.finder[0] if self.finder else ""
        return Subject(self.name, corpus=CorpusFiles(self.n_docs, self.n_words, self.digest, finder))

    def _documents(self, progress: Said | None) -> Iterator[Document]:
        hashed = sha256()
        self.n_docs = self.n_words = 0
        docs = self.read_docs()
        if self.finder:
            docs = (replace(doc, clusters=found.clusters) for doc, found in resolved(self.finder[1], docs))
        for doc in docs:
            self.n_docs += 1
            self.n_words += len(doc.words)
            hashed.update("\x00".join([doc.id, *doc.words, repr(doc.clusters)]).encode())
            if progress:
                progress(f"documents of {self.name}", self.n_docs, 0)
            yield doc
        self.digest = hashed.hexdigest()


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
    language: Asking | None = None,
    python: str | None = None,
    engine: Engine,
) -> list[Named[AuditedSystem]]:
    """Systems by their names (`"nearest"`, `"command:python my_system.py"`) or as they are; no name twice.

    A language model is one system for each prompt it is asked by. Those that can be are asked on the engine.
    """
    listed: Sequence[str | System] = (
        systems if isinstance(systems, (list, tuple)) else [cast(System, systems)]
    )
    if not listed:
        raise DataError("name at least one system to audit")
    made: list[tuple[str, System]] = []
    for each in listed:
        if isinstance(each, str):
            named = make_all(
                each,
                time_limit=time_limit,
                start_limit=start_limit,
                language=language,
                store=store,
                python=python,
            )
            made += [(name, on_engine(each, system, engine)) for name, system in named]
        else:
            check_system(each)
            made.append((str(getattr(each, "name", "")) or type(each).__name__, each))
    names = [name for name, _ in made]
    if len(set(names)) < len(names):
        raise DataError(f"two systems have the same name: {', '.join(names)}")
    return [Named(name, partial(AuditedSystem, name, system, store, ask)) for name, system in made]


def name_vectors(
    vectors: Vectors | Sequence[Vectors], original: Vectors | None, *, seed: int
) -> list[Named[AuditedVectors]]:
    """The original first, then the others; files by their last part, or by more where two share that."""
    listed = [vectors] if isinstance(vectors, (str, Path, Embeddings)) else list(vectors)
    if not listed:
        raise DataError("name at least one file of vectors to audit")
    wanted = listed if original is None else [original, *listed]
    given = [each if isinstance(each, Embeddings) else Path(each) for each in wanted]
    for each in given:
        if isinstance(each, Path) and not each.exists():  # said before anything is measured
            raise DataError("there is no such file", path=str(each))
    unique = list({id(each) if isinstance(each, Embeddings) else each: each for each in given}.values())
    names = _short_names(unique)
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


def name_corpora(corpora: Corpora, *, system: str | System | None) -> list[Named[AuditedCorpus]]:
    """Corpora by the last part of their path, or more where two share that; documents by their key."""
    finder = None
    if system is not None:
        finder = make(system) if isinstance(system, str) else (type(system).__name__, system)
    if isinstance(corpora, Mapping):
        readers = {name: partial(iter, docs) for name, docs in corpora.items()}
    else:
        listed = [corpora] if isinstance(corpora, (str, Path)) else corpora
        paths = list(dict.fromkeys(map(Path, listed)))
        for path in paths:
            if not path.exists():  # said before anything is counted
                raise DataError("there is no such file or folder", path=str(path))
        readers = {
            name: partial(read_documents, path) for name, path in zip(_short_names(paths), paths, strict=True)
        }
    if not readers:
        raise DataError("name at least one corpus to audit")
    return [Named(name, partial(AuditedCorpus, name, reader, finder)) for name, reader in readers.items()]


def _short_names(things: Sequence[Path | Embeddings]) -> list[str]:
    """Files by their last part, or by as many parts as tell them apart."""
    longest = max((len(each.parts) for each in things if isinstance(each, Path)), default=1)
    for n in range(1, max(longest, 1) + 1):  # this folder, ".", has no part
        names = [str(Path(*each.parts[-n:])) if isinstance(each, Path) else each.name for each in things]
        if len(set(names)) == len(names):
            break
    return names
