"""The cells of the table: a preset on corpora with a seed, trained once and kept under its content."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from corpora import LICENCES, documents

from corefair.errors import DataError
from corefair.io import datasets
from corefair.io.vectors import read_vectors
from corefair.systems.span.model import SpanModel
from corefair.systems.training.train import train
from corefair.types import Said


@dataclass(frozen=True)
class Cell:
    """What is trained."""

    preset: str
    corpora: tuple[str, ...]
    seed: int
    encoder: str | None = None  # a key of `--encoder`
    settings: Mapping[str, object] = field(default_factory=dict)
    variant: str = ""  # what the settings are called
    every: int = 1  # only every so many-th document is learned from, and F1 alone is measured

    @property
    def name(self) -> str:
        """As its files are called."""
        kind = "-".join(each for each in (self.preset, self.encoder, self.variant) if each)
        return f"{kind}.{'+'.join(self.corpora)}.{self.seed}"


MPNET: dict[str, object] = {"layers": 7, "precision": "bfloat16"}
TUNED: dict[str, object] = {**MPNET, "tune": 2}
MIXED: dict[str, object] = {"epochs": 6}  # twice the text
ROWS = (  # each with three seeds
    Cell("c2f-static", ("ontogum",), 0),
    Cell("c2f", ("ontogum",), 0, "mpnet", MPNET),
    Cell("c2f-static", ("free", "litbank"), 0, settings=MIXED),
    Cell("c2f", ("ontogum",), 0, "minilm"),
    Cell("e2e", ("ontogum",), 0),
)
CELLS = [  # the first seed of every row first
    *ROWS,
    Cell("c2f", ("ontogum",), 0, "mpnet", TUNED, "tuned"),
    Cell("c2f", ("ontogum", "litbank"), 0, "mpnet", {**MPNET, **MIXED}),
    *(replace(row, seed=seed) for seed in (1, 2) for row in ROWS),
    Cell("c2f-static", ("ontogum",), 0, settings={"match": False}, variant="no-match"),
    Cell("c2f-static", ("ontogum",), 0, settings={"depth": 2}, variant="depth-2"),
    *(Cell("c2f-static", ("ontogum",), 0, variant=f"1-of-{n}", every=n) for n in (2, 4)),
]


def trained(
    cell: Cell, work: Path, vectors: Path, encoders: Mapping[str, Path], progress: Said | None = None
) -> SpanModel:
    """The model of a cell, from its folder or trained now; what was interrupted goes on."""
    folder = work / cell.name
    if folder.is_dir():
        return SpanModel.load(folder)
    settings: dict[str, Any] = dict(cell.settings)
    if cell.encoder:
        if cell.encoder not in encoders:
            raise DataError(f"{cell.name} needs --encoder {cell.encoder}=FOLDER")
        settings["encoder"] = encoders[cell.encoder]
    docs = [doc for name in cell.corpora for doc in documents(name, "train")][:: cell.every]
    dev = [doc for name in cell.corpora for doc in documents("ontogum" if name == "free" else name, "dev")]
    made = train(
        cell.preset,
        docs,
        dev,
        vectors=read_vectors(vectors),
        seed=cell.seed,
        output=folder,
        licences=LICENCES,
        command=f"python results/span/make.py --only {cell.name}",
        progress=progress,
        mentions=datasets.find("gum", "train"),
        **settings,
    )
    assert isinstance(made, SpanModel)
    return made
