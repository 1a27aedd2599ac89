"""The trainings of this page: on which corpora, with which settings, with which seeds."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from corpora import LICENCES, documents, free

from corefair.models.folder import is_model, load_model
from corefair.systems.feature.model import FeatureModel
from corefair.systems.training.train import train
from corefair.types import Document

MIXED = ("ontogum", "litbank")


@dataclass(frozen=True)
class Training:
    """What is trained, with the settings that are not the defaults."""

    corpora: tuple[str, ...] = MIXED
    settings: dict[str, Any] = field(default_factory=dict)
    seeds: tuple[int, ...] = (0,)
    free: bool = False  # on freely licensed documents alone


TRAININGS = {
    "full": Training(),
    "shipped": Training(free=True),
    "shipped, balanced": Training(settings={"gender_counts": "balanced"}, free=True),
    "OntoGUM alone": Training(("ontogum",), seeds=(0, 1, 2)),
    "LitBank alone": Training(("litbank",)),
    "FINAL": Training(("ontogum",), {"features": "final"}),
    "SURFACE": Training(("ontogum",), {"features": "surface"}),
    "FINAL, B&L": Training(("ontogum",), {"features": "final", "gender_counts": "bergsma-lin"}),
    "GUM": Training(("gum",)),
}
NEAR: dict[str, dict[str, Any]] = {  # settings near the defaults, one changed at a time, on OntoGUM alone
    "rate .05": {"rate": 0.05},
    "rate .015": {"rate": 0.015},
    "l1 .003": {"l1": 0.003},
    "l1 .03": {"l1": 0.03},
    "4 epochs": {"epochs": 4},
    "windows .25": {"windows": 0.25},
    "nearest 80": {"nearest": 80},
}


def folder_of(name: str, seed: int, work: Path) -> Path:
    """Where a model is kept."""
    return work / f"{name} {seed}".replace(" ", "-").replace(",", "").replace("&", "").replace(".", "")


def model(name: str, seed: int, work: Path) -> FeatureModel:
    """A model from the folder of work, trained now if it is not there."""
    folder = folder_of(name, seed, work)
    if not is_model(folder):
        how = TRAININGS[name] if name in TRAININGS else Training(("ontogum",), NEAR[name])
        train("feature", _documents(how), output=folder, seed=seed,
              licences={each: LICENCES[each] for each in how.corpora if each in LICENCES},
              command="python results/feature/make.py", **how.settings)  # fmt: skip
    found = load_model(folder)
    assert isinstance(found, FeatureModel)
    return found


def _documents(how: Training) -> list[Document]:
    found = []
    for name in how.corpora:
        docs = documents(name, "train")
        found += free(docs) if how.free and name != "litbank" else docs
    return found
