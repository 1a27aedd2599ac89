"""Audit systems, word vectors or corpora on suites: read, score, compare, in one report."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import TypeVar

from corefair.auditing import imbalance
from corefair.auditing.building import AnySuite, Asks, build_corpus_suites, build_suites, build_vector_suites
from corefair.auditing.prompts import Spread, spreads
from corefair.auditing.report import Comparison, Judged, NotRun, Report, Result, SuiteCard
from corefair.auditing.results import MOST_ROWS, OTHER_SCALE, Settings, card_of, judged, result_of
from corefair.auditing.sampling import sampled
from corefair.auditing.subjects import (
    Ask,
    Asked,
    Audited,
    Corpora,
    Named,
    Vectors,
    name_corpora,
    name_systems,
    name_vectors,
)
from corefair.auditing.verdicts import worst_first
from corefair.compute.engine import started
from corefair.runs.lock import locked
from corefair.runs.writing import write_errors
from corefair.systems.language.asking import Asking
from corefair.types import CorpusSuite, Reading, Said, Suite, System, VectorSuite
from corefair.version import __version__

S = TypeVar("S", bound=AnySuite)
_DONE = "complete"  # the file that says so among the answers
_LOCK = ".lock"


def audit(
    systems: str | System | Sequence[str | System],
    suites: Sequence[str | Suite] | None = None,
    *,
    data: Path | None = None,
    not_run: Sequence[tuple[str, str]] = (),
    store: Path | None = None,
    resamples: int = 2000,
    seed: int = 0,
    time_limit: float = 60.0,
    start_limit: float = 300.0,
    ask: Ask = "auto",
    sample: int | None = None,
    language: Asking | None = None,
    python: str | None = None,
    engine: str = "one",
    progress: Said | None = None,
    command: Sequence[str] = (),
    save: Callable[[Report], object] | None = None,
) -> Report:
    """Audit one system or several; by default on every suite whose data is on this machine.

    A system is a name (`"nearest"`, `"command:python my_system.py"`, the folder of a trained one) or an
    object with `answers`, `choose` or `resolve`. `ask` is how pronoun questions are put to a system that can
    do both: "clusters" it finds itself, a "choice" among the candidates, or "auto", a choice where the suite
    forces one. With `store`, a folder, answers are kept as they come, and an interrupted audit goes on from
    there; after one that came to its end all is asked anew, for the system may have changed. An audit has
    come to its end when `save` has done what it does with the report. A second audit into a folder that one
    is at work in is refused. The limits, in seconds, are for programs. `sample` asks so many units of each
    suite, drawn by lot. `language` says how language models are asked (`openai:`, `gguf:`, `hf:`): answers of
    theirs are kept in `store` by their requests, and never asked for twice. `python` is the interpreter that
    has a pre-trained resolver (`fastcoref`, `maverick`, `stanza`). `engine` is where systems of corefair and
    folders of trained ones are asked (`"processes=4"`, `"dask=ADDRESS"`): the answers are the same.
    """
    with started(engine) as running:
        subjects = name_systems(
            systems,
            store=store,
            time_limit=time_limit,
            start_limit=start_limit,
            ask=ask,
            language=language,
            python=python,
            engine=running,
        )
        built, not_here = build_suites(suites, data=data)
        if sample is not None:
            built = [sampled(suite, sample, seed=seed) for suite in built]
        with _answers_in(store):
            report = _audit(
                "systems",
                subjects,
                built,
                not_run=[*not_run, *not_here],
                settings=Settings(resamples, seed),
                progress=progress,
                command=command,
            )
            if save:
                save(report)
    return report


@contextmanager
def _answers_in(store: Path | None) -> Iterator[None]:
    """Within it the folder is ours, without the answers of an audit that came to its end."""
    if store is None:
        yield
        return
    with write_errors(store):
        store.mkdir(parents=True, exist_ok=True)
    with locked(store / _LOCK):
        done = store / _DONE
        with write_errors(store):
            if done.exists():
                for old in (*store.glob("*.jsonl"), done):  # killed between, the next audit finds it done
                    old.unlink()
        yield
        with write_errors(done):
            done.touch()


def audit_vectors(
    vectors: Vectors | Sequence[Vectors],
    suites: Sequence[str | VectorSuite] | None = None,
    *,
    original: Vectors | None = None,
    data: Path | None = None,
    not_run: Sequence[tuple[str, str]] = (),
    resamples: int = 2000,
    seed: int = 0,
    progress: Said | None = None,
    command: Sequence[str] = (),
) -> Report:
    """Audit one set of vectors or several; by default on every vector suite whose data is on this machine.

    Vectors are a file or Embeddings. With `original`, those they were made from, labels and β come from it,
    it is measured too, and each of the others is compared with it; without, each is its own original and the
    later ones are compared with the first. A suite that cannot be measured (too few of its words are there)
    is an invalid result with its reason, and the others go on.
    """
    subjects = name_vectors(vectors, original, seed=seed)
    built, not_here = build_vector_suites(suites, data=data)
    return _audit(
        "vectors",
        subjects,
        built,
        not_run=[*not_run, *not_here],
        settings=Settings(resamples, seed),
        progress=progress,
        command=command,
    )


def audit_corpora(
    corpora: Corpora,
    suites: Sequence[str | CorpusSuite] | None = None,
    *,
    system: str | System | None = None,
    resamples: int = 2000,
    seed: int = 0,
    progress: Said | None = None,
    command: Sequence[str] = (),
) -> Report:
    """Audit one corpus or several, files or folders or documents by name: whom do they speak of, and how?

    Clusters are those of the files; with `system`, those that it finds when it is shown their words. A corpus
    without a cluster is an invalid result with its reason, and the others go on. Intervals are over
    documents.
    """
    subjects = name_corpora(corpora, system=system)
    return _audit(
        "corpora",
        subjects,
        build_corpus_suites(suites),
        not_run=(),
        settings=Settings(resamples, seed),
        progress=progress,
        command=command,
    )


def _audit(
    asks: Asks,
    subjects: Sequence[Named[Audited[S]]],
    suites: Sequence[S],
    *,
    not_run: Sequence[tuple[str, str]],
    settings: Settings,
    progress: Said | None,
    command: Sequence[str],
) -> Report:
    checks = [imbalance.check(suite) for suite in suites]
    cards = [card_of(suite, check) for suite, check in zip(suites, checks, strict=True)]
    known: dict[str, dict[str, Reading]] = {suite.key: {} for suite in suites}  # by suite and subject
    audited, results = [], list[Result]()
    rows: list[Judged] = []
    comparisons: list[Comparison] = []
    n_steps = len(subjects) * len(suites)
    asked_by: dict[Asked, list[str]] = {}  # the subjects of each language model, one a prompt
    for named in subjects:
        subject = named.make()
        if model := getattr(subject, "model", None):
            asked_by.setdefault(model, []).append(named.name)
        for suite, card, check in zip(suites, cards, checks, strict=True):
            if progress and asks == "vectors":
                progress(f"suites ({named.name}: {suite.key})", len(results), n_steps)
            read = subject.read(suite, progress=progress)
            result = result_of(named.name, card, read, check, settings)
            before = known[suite.key]
            # Systems are compared each with each, vectors with those they were made from, or the first;
            # corpora are other documents, and have no case in common.
            first = () if asks == "corpora" else (subjects[0].name,)
            baselines = [one for one in before if asks == "systems" or one in first]
            if baselines and card.by_length and subject.is_own_original:
                result = replace(result, warnings=(*result.warnings, OTHER_SCALE))
                baselines = []
            for baseline in baselines:
                from corefair.auditing.comparing import compare_readings  # one subject is compared with none

                pair = (baseline, before[baseline], result, read.reading)
                comparisons += compare_readings(card, check, settings, *pair)
            before[named.name] = read.reading
            results.append(result)
            rows += judged(named.name, suite.key, read.reading)
        audited.append(subject.card())
    if progress and asks == "vectors":
        progress("suites", n_steps, n_steps)
    in_order = sorted(comparisons, key=lambda one: [each.name for each in subjects].index(one.baseline))
    return Report(
        asks=asks,
        subjects=tuple(audited),
        suites=tuple(cards),
        results=tuple(results),
        verdicts=worst_first(results, cards) if asks == "systems" else (),
        comparisons=_corrected(in_order),
        spreads=_spreads(cards, asked_by, known, results, settings),
        not_run=tuple(NotRun(*each) for each in not_run),
        settings={
            "seed": settings.seed,
            "resamples": settings.resamples,
            "level": 0.95,
            "rows kept up to": MOST_ROWS,
        },
        environment=_environment(),
        command=tuple(command),
        date=datetime.now(timezone.utc).isoformat(timespec="seconds"),
        corefair=__version__,
        load_rows=lambda: rows,
    )


def _spreads(
    cards: Sequence[SuiteCard],
    asked_by: Mapping[Asked, Sequence[str]],
    known: Mapping[str, Mapping[str, Reading]],
    results: Sequence[Result],
    settings: Settings,
) -> tuple[Spread, ...]:
    """Over the prompts whose results are valid: one that was not answered says nothing of prompts."""
    valid = {(result.suite, result.subject) for result in results if result.valid}
    return tuple(
        spread
        for card in cards
        for model, subjects in asked_by.items()
        for spread in spreads(
            card.key,
            model.name,
            card.measures,
            {name: known[card.key][name] for name in subjects if (card.key, name) in valid},
            resamples=settings.resamples,
            seed=settings.seed,
        )
    )


def _corrected(comparisons: Sequence[Comparison]) -> tuple[Comparison, ...]:
    if not comparisons:
        return ()
    from corefair.auditing.comparing import corrected

    return tuple(corrected(comparisons))


def _environment() -> dict[str, str]:
    import numpy
    import scipy

    return {
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "scipy": scipy.__version__,
        "platform": sys.platform,
    }
