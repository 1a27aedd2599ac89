"""One cell: trained or loaded, scored on corpora, asked by suites, each step kept as soon as it is done."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import rmtree
from typing import Any, cast

from corefair import options
from corefair.auditing.building import build_suites
from corefair.auditing.results import MOST_ROWS
from corefair.auditing.run import audit
from corefair.compute.threads import one_blas_thread
from corefair.errors import CorefairError, DataError
from corefair.experiments import stages
from corefair.experiments.cells import Cell, Piece
from corefair.experiments.corpus_counts import corpus_counts
from corefair.experiments.counted import Counted, Counts
from corefair.io.vectors import read_vectors, write_vectors
from corefair.mitigators import mitigate
from corefair.registry import mitigators, systems, trainers
from corefair.runs.lock import InUse
from corefair.runs.run import CARD, LOCK, Run
from corefair.runs.writing import write_json
from corefair.systems.make import make, trained
from corefair.systems.training.train import documents, text_mitigator, train
from corefair.types import Document, Embeddings, Json, Said, System

LONGEST = 86_400.0  # seconds to wait for a cell, or vectors, that another process is at


@dataclass(frozen=True)
class Outcome:
    """How a cell ended: what failed, what it took of one core, and whether another process is at it."""

    key: str
    failed: tuple[str, ...] = ()
    seconds: float = 0.0
    busy: bool = False


def run_cell(
    cell: Cell,
    folder: Path,
    *,
    anew: bool = False,
    alone: bool = True,
    patience: float = LONGEST,
    progress: Said | None = None,
) -> Outcome:
    """Do what is not done yet, or `anew` all of it; a step that fails is named, and the others go on.

    A cell that another process is at is waited for, `patience` seconds.
    """
    began = time.process_time()
    place = stages.place_of(folder, cell)
    try:
        with (
            nullcontext() if alone else one_blas_thread(),
            Run(place, key=cell.key, about=cell.about, patience=patience) as run,
        ):
            if anew:
                _forget(run.folder)
            failed = _run(cell, folder, run.folder, progress)
            _note(run.folder, failed)
    except InUse as error:
        return Outcome(cell.key, (str(error),), busy=True)
    except DataError as error:
        failed = [str(error)]  # the folder itself: not to be written
    return Outcome(cell.key, tuple(failed), time.process_time() - began)


def _run(cell: Cell, folder: Path, place: Path, progress: Said | None) -> list[str]:
    failed: list[str] = []
    held: list[System] = []

    def system() -> System:
        """Made when it is first needed: a cell that is done loads nothing."""
        if not held:
            held.append(_system(cell, place))
        return held[0]

    for name, step in _steps(cell, folder, place, system, progress):
        try:
            step()
        except CorefairError as error:
            failed.append(f"{name}: {error}")
        except Exception as error:  # noqa: BLE001  a trainer may raise anything; the other cells go on
            failed.append(f"{name}: {type(error).__name__}: {error}")
        if failed and name == "train":
            break  # there is nothing to ask
    return failed


def _steps(
    cell: Cell, folder: Path, place: Path, system: Callable[[], System], progress: Said | None
) -> Iterator[tuple[str, Callable[[], None]]]:
    """The steps that are not done, in order."""
    if cell.trained and stages.train_done(place, cell) is None:
        yield "train", partial(_train, cell, folder, place, progress)
    for piece in cell.scores:
        if stages.score_done(place, piece) is None:
            yield f"score {piece.name}", partial(_score, place, piece, system, progress)
    for piece in cell.audits:
        if stages.audit_done(place, piece) is None:
            yield f"audit {piece.name}", partial(_audit, cell, place, piece, system, progress)


def _train(cell: Cell, folder: Path, place: Path, progress: Said | None) -> None:
    stage = stages.training(place, cell)
    settings = _options(cell.system, trainers[cell.system], cell.options)
    began = time.process_time()
    with stage.working():
        train(
            cell.system,
            _changed(documents({name: Path(path) for name, path in cell.corpus.items()}), cell.in_place),
            documents({name: Path(path) for name, path in cell.dev.items()}),
            vectors=_vectors(cell, folder),
            text=cell.text,
            seed=cell.seed or 0,
            output=place / stages.MODEL,
            run=stage.work / "training",
            progress=progress,
            **settings,
        )
    stage.finish(stages.model_file(place), seconds=time.process_time() - began)


def _options(owner: str, thing: Callable[..., object], given: Mapping[str, Json]) -> dict[str, Any]:
    """As the owner takes them: a cell, which can be sent elsewhere, has paths as texts."""
    found: dict[str, Any] = dict(given)
    for name, value in given.items():
        if isinstance(value, str):
            found |= options.parse(owner, thing, [f"{name}={value}"])
    return found


def _changed(docs: list[Document], specs: Sequence[str]) -> list[Document]:
    for mitigator in map(text_mitigator, specs):
        docs = [mitigator(doc) for doc in docs]
    return docs


def _vectors(cell: Cell, folder: Path) -> Embeddings | None:
    """As they are, or changed once for all cells that want them so."""
    if cell.vectors is None:
        return None
    if not cell.vectors.mitigator:
        return read_vectors(cell.vectors.file)
    place = folder / stages.VECTORS / cell.vectors_key[:16]
    about = str(cell.vectors)
    with Run(place, key=cell.vectors_key, about=about, patience=LONGEST) as run:
        made = run.folder / "vectors.bin"
        stage = run.stage("changed")
        if stage.done(made) is None:
            method, given = cell.vectors.mitigator, cell.vectors.options
            settings = _options(method, mitigators[method], given)
            write_vectors(mitigate(read_vectors(cell.vectors.file), method, **settings), made)
            stage.finish(made)
        return read_vectors(made)


def _system(cell: Cell, place: Path) -> System:
    if cell.trained:
        return trained(place / stages.MODEL)
    if cell.system in systems:
        kind = systems[cell.system]
        return cast(System, options.make(cell.system, kind, _options(cell.system, kind, cell.options)))
    return make(cell.system)[1]


def _score(place: Path, piece: Piece, system: Callable[[], System], progress: Said | None) -> None:
    stage = stages.scoring(place, piece)
    began = time.process_time()
    with stage.working():
        counts = corpus_counts(system(), Path(piece.given), stage.work / "counts.jsonl", progress=progress)
    counts.save(stages.counts_of(place, "score", piece))
    stage.finish(stages.counts_of(place, "score", piece), seconds=time.process_time() - began)


def _audit(
    cell: Cell, place: Path, piece: Piece, system: Callable[[], System], progress: Said | None
) -> None:
    stage = stages.auditing(place, piece)
    counts, report = stages.counts_of(place, "audit", piece), stages.report_of(place, piece)
    began = time.process_time()
    with stage.working():
        suites, _ = build_suites([piece.given], data=None if cell.data is None else Path(cell.data))
        if len(suites[0].cases) > MOST_ROWS:
            n = len(suites[0].cases)
            raise DataError(f"{n:,} cases: an experiment counts up to {MOST_ROWS:,} of a suite")
        found = audit(system(), suites, store=stage.work, resamples=cell.resamples, progress=progress)
        found.save(report)
    Counted.of(Counts(row.case, row.unit, row.weight, row.groups, row.counts) for row in found.rows()).save(
        counts
    )
    stage.finish(counts, report / "report.json", seconds=time.process_time() - began)


def _note(place: Path, failed: Sequence[str]) -> None:
    """Say on the disk what failed, for whoever makes the report; nothing if nothing did."""
    path = place / stages.FAILED
    if failed:
        said: list[Json] = list(failed)
        write_json(path, {"failed": said})
    else:
        path.unlink(missing_ok=True)


def _forget(place: Path) -> None:
    """Remove all that was done, but not what says that it is ours and that we are at it."""
    for each in place.iterdir():
        if each.name not in (CARD, LOCK):
            rmtree(each) if each.is_dir() else each.unlink()
