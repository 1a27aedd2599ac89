"""Where the pieces of a cell are kept: the model, what it found in corpora, what it answered to suites."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from corefair.experiments.cells import Cell, Piece
from corefair.runs.stages import Stage

CELLS, VECTORS = "cells", "vectors"
MODEL, FAILED = "model", "failed.json"


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


def counts_of(place: Path, kind: str, piece: Piece) -> Path:
    """The counts that a step leaves."""
    return place / f"{kind}-{slug(piece)}.npz"


def report_of(place: Path, piece: Piece) -> Path:
    """The report of an audit."""
    return place / f"report-{slug(piece)}"


def slug(piece: Piece) -> str:
    """A name for files: what can be read of the piece's, and enough of a number to tell it from others."""
    read = re.sub(r"[^A-Za-z0-9]+", "-", piece.name).strip("-").lower()[:24]
    return f"{read}-{hashlib.sha256(piece.name.encode()).hexdigest()[:6]}"
