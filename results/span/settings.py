"""Rates and epochs compared by F1 on training documents held out of training; no gap is looked at.

python results/span/settings.py --vectors FILE [--encoder FOLDER] NAME…

adds to settings.json beside this file: CoNLL F1 on every fifth training document of OntoGUM after each epoch,
and after the last of the same documents cut into texts of one to three sentences, as most suites have them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from cells import MPNET
from corpora import documents
from measures import conll

from corefair.io import datasets
from corefair.io.vectors import read_vectors
from corefair.runs.writing import write_json
from corefair.systems.span.model import SpanModel
from corefair.systems.training.train import train
from corefair.types import Document, Mention

HERE = Path(__file__).parent
TRIALS: dict[str, tuple[str, dict[str, Any]]] = {
    "c2f-static, rate .001, 7 epochs": ("c2f-static", {"rate": 1e-3, "epochs": 7}),
    "c2f-static, rate .001, 12 epochs": ("c2f-static", {"rate": 1e-3, "epochs": 12}),
    "c2f-static, rate .002, 12 epochs": ("c2f-static", {"rate": 2e-3, "epochs": 12}),
    "c2f-static, rate .004, 12 epochs": ("c2f-static", {"rate": 4e-3, "epochs": 12}),
    "c2f MiniLM, rate .001, 12 epochs": ("c2f", {"rate": 1e-3, "epochs": 12}),
    "c2f MiniLM, rate .002, 12 epochs": ("c2f", {"rate": 2e-3, "epochs": 12}),
    "c2f MPNet, 8 epochs": ("c2f", MPNET),
    "c2f MPNet, 8 epochs, short texts .4": ("c2f", {**MPNET, "short": 0.4}),
}
SENTENCES = (1, 3)  # of a short text, the least and the most


def main() -> None:
    """Train what is asked for and is not there."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--vectors", type=Path, required=True)
    parser.add_argument("--encoder", type=Path)
    parser.add_argument("trials", nargs="*", default=[*TRIALS], metavar="NAME")
    given = parser.parse_args()
    path = HERE / "settings.json"
    found = json.loads(path.read_text(encoding="utf-8"))
    docs = documents("ontogum", "train")
    held = [doc for place, doc in enumerate(docs) if place % 5 == 2]
    kept = [doc for place, doc in enumerate(docs) if place % 5 != 2]
    for name in given.trials:
        preset, settings = TRIALS[name]
        if name not in found["trials"]:
            more = {"encoder": given.encoder} if preset == "c2f" else {}
            made = train(preset, kept, held, vectors=read_vectors(given.vectors),
                         mentions=datasets.find("gum", "train"), **settings, **more)  # fmt: skip
            assert isinstance(made, SpanModel)
            steps: list[Any] = [step for step in made.card.history if isinstance(step, dict)]
            found["trials"][name] = {
                str(step["epoch"]): round(100 * step["score"], 2) for step in steps[1:]
            }  # the first epoch learns mentions alone
            found["short texts"][name] = round(100 * conll(made, cut(held)), 2)
            write_json(path, found)


def cut(docs: Sequence[Document], *, seed: int = 0) -> list[Document]:
    """Documents in texts of one to three sentences; what is mentioned once in a text has no cluster there."""
    rng = np.random.default_rng(seed)
    made = []
    for doc in docs:
        starts = [*doc.sentences, len(doc.words)]
        at = 0
        while at < len(starts) - 1:
            after = min(at + int(rng.integers(SENTENCES[0], SENTENCES[1] + 1)), len(starts) - 1)
            made.append(part(doc, starts[at], starts[after]))
            at = after
    return made


def part(doc: Document, start: int, end: int) -> Document:
    """The words from one sentence's start to another's end, with the clusters that are left."""
    inside = (
        tuple(Mention(a - start, b - start) for a, b in cluster if start <= a and b <= end)
        for cluster in doc.clusters
    )
    return Document(
        id=f"{doc.id}/{start}",
        words=doc.words[start:end],
        sentences=tuple(at - start for at in doc.sentences if start <= at < end),
        speakers=doc.speakers[start:end] if doc.speakers else None,
        genre=doc.genre,
        clusters=tuple(cluster for cluster in inside if len(cluster) > 1),
    )


if __name__ == "__main__":
    main()
