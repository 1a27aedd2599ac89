"""The trainings of this page: on which corpora and vectors, how far up the stages, with which seeds."""

from __future__ import annotations

import csv
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from corefair.io import datasets, read
from corefair.io.vectors import read_vectors, write_vectors
from corefair.models.folder import is_model
from corefair.registry import mitigators
from corefair.runs.run import Run, key_of
from corefair.systems.ranking.model import RankingModel
from corefair.systems.ranking.trainer import RankingTrainer
from corefair.systems.training.corpora import corpora_of, marked
from corefair.systems.training.loop import learn
from corefair.systems.training.record import content_of_docs, epochs_as_json
from corefair.systems.training.train import train
from corefair.types import Document, Embeddings

MIXED = ("ontogum", "litbank")
COSTS = ("rescaling", "heuristic", "reinforce")
VECTORS = "glove.6B.100d.50k.txt.gz"
LICENCES = {
    "ontogum": "annotations CC BY 4.0; texts CC BY 2.5, CC BY 4.0, CC BY, CC BY-SA 3.0 or public domain, "
    "by document in results/text/documents.tsv",
    "litbank": "CC BY 4.0; texts in the public domain",
    "vectors": "GloVe 6B, Public Domain Dedication and License",
}


@dataclass(frozen=True)
class Training:
    """What is trained, with the settings that are not the defaults."""

    corpora: tuple[str, ...] = MIXED
    settings: dict[str, Any] = field(default_factory=dict)
    seeds: tuple[int, ...] = (0,)
    vectors: str = "given"  # or the name of a mitigator
    free: bool = False  # on freely licensed documents alone


QUICK = {"all_pairs": 2, "top_pairs": 1, "ranking": 2}  # for the comparison of vectors
TRAININGS = {
    "mixed": Training(),
    "shipped": Training(free=True, settings={"words": 30_000}),
    "quick": Training(settings=QUICK),
    "quick, hard": Training(settings=QUICK, vectors="hard"),
    "quick, ran": Training(settings=QUICK, vectors="ran"),
    "quick, balanced": Training(settings={**QUICK, "gender_counts": "balanced"}),
    "LitBank alone": Training(("litbank",)),
    "GUM": Training(("gum",)),
}
LADDER = (
    "all pairs",
    "top pairs",
    *COSTS,
)  # on OntoGUM alone; the last three all begin where the second ends
SEEDS = (0, 1, 2)


def documents(name: str, split: str) -> list[Document]:
    """A split of `ontogum`, `gum` or `litbank`, marked with its name."""
    folder = datasets.find(name, split)
    return marked(read(folder, format="conll" if name == "litbank" else "conllu"), name)


def free(docs: Sequence[Document]) -> list[Document]:
    """Those of OntoGUM's documents whose licence lets a model of them be shipped."""
    table = Path(__file__).parents[1] / "text" / "documents.tsv"
    with table.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        used = {row["document"] for row in rows if row["used"] == "yes"}
    return [doc for doc in docs if doc.id in used]


def vectors(work: Path, change: str = "given") -> Embeddings:
    """The published vectors, or what a mitigator makes of them, once."""
    kept = work / f"{change}.txt"
    if kept.exists():
        return read_vectors(kept)
    emb = read_vectors(Path(os.environ["COREFAIR_DATA"]) / "vectors" / VECTORS)
    if change != "given":
        emb = mitigators[change]().fit(emb)(emb)
        write_vectors(emb, kept)
    return emb


def folder_of(name: str, seed: int, work: Path) -> Path:
    """Where a model is kept."""
    return work / f"{name} {seed}".replace(",", "").replace(" ", "-")


def model(name: str, seed: int, work: Path) -> RankingModel:
    """A model from the folder of work, trained now if it is not there."""
    folder = folder_of(name, seed, work)
    if not is_model(folder):
        if name in LADDER:
            climb(name, seed, work)
        else:
            how = TRAININGS[name]
            licences = {each: LICENCES[each] for each in how.corpora if each in LICENCES}
            emb = vectors(work, how.vectors)
            train("ranking", _documents(how), vectors=emb, output=folder, seed=seed,
                  licences={**licences, f"vectors {emb.name}": LICENCES["vectors"]},
                  command="python results/ranking/make.py", **how.settings)  # fmt: skip
    return RankingModel.load(folder)


def climb(stage: str, seed: int, work: Path) -> None:
    """The stages on OntoGUM alone, up to one; each kind of costs begins where the second stage ends."""
    docs, emb = documents("ontogum", "train"), vectors(work)
    corpora = corpora_of(docs)
    trainer = RankingTrainer()
    prepared = trainer.prepare(corpora, corpora, emb, seed=seed)
    learner, plan = prepared.learner, prepared.learner.plan
    key = (asdict(trainer), seed, content_of_docs(corpora), emb.name)

    def save(name: str, history: Any) -> None:
        made = prepared.model()
        card = replace(made.card, history=epochs_as_json(history))
        replace(made, card=card).save(folder_of(name, seed, work))

    with Run(work / f"climb-{seed}.run", key=key_of(*key), about=f"stages, seed {seed}") as run:
        if not is_model(folder_of("all pairs", seed, work)):
            save("all pairs", learn(learner, epochs=trainer.all_pairs, run=run))
        if stage == "all pairs":
            return
        save("top pairs", learn(learner, epochs=trainer.all_pairs + trainer.top_pairs, run=run))
        start = run.load("last")
    if stage not in COSTS:
        return
    assert start is not None
    learner.plan = replace(plan, costs=stage)
    with Run(
        work / f"climb-{stage}-{seed}.run", key=key_of(*key, stage), about=f"{stage}, seed {seed}"
    ) as run:
        if run.load("last") is None:
            run.save("last", start)
        save(stage, learn(learner, epochs=trainer.epochs, run=run))


def _documents(how: Training) -> list[Document]:
    found = []
    for name in how.corpora:
        docs = documents(name, "train")
        found += free(docs) if how.free and name != "litbank" else docs
    return found
