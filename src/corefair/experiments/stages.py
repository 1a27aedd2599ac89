"""Where the pieces of a cell are kept: the model, what it found in corpora, what it answered to suites."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from corefair.experiments.cells import Cell, Piece
from corefair.runs.stages import Stage
from corefair.types import Json

CELLS, VECTORS = "cells", "vectors"
MODEL, FAILED = "model", "failed.json"
Note = Mapping[str, Json] | None  # of a step that is done; None of one that is not


def place_of(folder: Path, cell: Cell) -> Path:
    """The folder of a cell."""
    return folder / CELLS / cell.key[:16]


def training(place: Path, cell: Cell) -> Stage:
    """The step that makes the model."""
    return Stage(place, "train", cell.key)


def model_file(place: Path) -> Path:
    """What is there when the model is."""
    return place / MODEL / "model.json"


def scoring(place: Path, piece: Piece) -> Stage:
    """The step that resolves a corpus."""
    return Stage(place, f"score-{slug(piece)}", piece.key)


def auditing(place: Path, piece: Piece) -> Stage:
    """The step that asks a suite."""
    return Stage(place, f"audit-{slug(piece)}", piece.key)


def score_done(place: Path, piece: Piece) -> Note:
    """What was noted of a corpus that is scored."""
    return scoring(place, piece).done(counts_of(place, "score", piece))


def audit_done(place: Path, piece: Piece) -> Note:
    """What was noted of a suite that is asked."""
    return auditing(place, piece).done(
        counts_of(place, "audit", piece), report_of(place, piece) / "report.json"
    )


def asked_done(place: Path, cell: Cell) -> list[Note]:
    """The same of all that is asked of a cell, in order."""
    scores = [score_done(place, piece) for piece in cell.scores]
    return scores + [audit_done(place, piece) for piece in cell.audits]


def train_done(place: Path, cell: Cell) -> Note:
    """What was noted of the training; a model of which nothing more is asked need not be there any more."""
    asked, stage = asked_done(place, cell), training(place, cell)
    if asked and None not in asked:
        return stage.noted() or {}
    return stage.done(model_file(place))


def counts_of(place: Path, kind: str, piece: Piece) -> Path:
    """The counts that a step leaves."""
    return place / f"{kind}-{slug(piece)}.npz"


def report_of(place: Path, piece: Piece) -> Path:
    """The report of an audit."""
    return place / f"report-{slug(piece)}"


def slug(piece: Piece) -> str:
    """A name for files: what can be read of the piece's, and enough of its key to tell it from others.

    By the key, so that of two grids that ask the same by one name, with other resamples or of another corpus,
    neither writes over what the other had.
    """
    read = re.sub(r"[^A-Za-z0-9]+", "-", piece.name).strip("-").lower()[:24]
    return f"{read}-{piece.key[:8]}"
