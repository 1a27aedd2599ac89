"""Training `feature`: what preparing costs the first time and again, what an epoch costs, and the memory.

python benchmarks/bench_train.py [--all]

With COREFAIR_DATA set it is trained on every sixth training document of OntoGUM and LitBank, with `--all` on
all of them; else on made-up text. For comparison, as published: the authors' joint system asks for 47 GB to
be trained on OntoNotes' 2,802 documents (berkeley-entity, README), and deep-coref takes about 7 days on a GTX
TITAN (README). Ours learns from a tenth of that text: times say what you will wait, not who is faster.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from corefair.io import read
from corefair.systems.feature.trainer import FeatureTrainer
from corefair.systems.training.corpora import corpora_of, marked
from corefair.types import Document, cluster_up

MADE_UP = "The nurse told Ann that she had lost her keys . They were in the old house , he said ."
T = TypeVar("T")


def main() -> None:
    docs = corpora(all_of_them="--all" in sys.argv)
    words = sum(len(doc.words) for doc in docs)
    print(f"{len(docs)} documents, {words:,} words")
    trainer = FeatureTrainer()
    with tempfile.TemporaryDirectory() as cache:
        os.environ["COREFAIR_CACHE"] = cache
        first, _ = timed(lambda: trainer.prepare(corpora_of(docs), seed=0))
        again, prepared = timed(lambda: trainer.prepare(corpora_of(docs), seed=0))
    print(f"prepared in {first:.1f} CPU-seconds, again in {again:.1f}: {first / again:.1f} × as fast")
    learner = trainer.learner(prepared, seed=0)
    learner.epoch(0, lambda done, of: None)  # compiles
    seconds, _ = timed(lambda: learner.epoch(1, lambda done, of: None))
    n_pairs = sum(len(step.pairs.found) for step in prepared.steps)
    print(f"an epoch over {n_pairs:,} pairs: {seconds:.1f} CPU-seconds, {words / seconds:,.0f} words/s")
    print(f"{trainer.epochs} epochs: {trainer.epochs * seconds:.0f} CPU-seconds")
    print(f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.1f} GB")


def timed(call: Callable[[], T]) -> tuple[float, T]:
    """CPU-seconds, and what came of it."""
    began = time.process_time()
    made = call()
    return time.process_time() - began, made


def corpora(*, all_of_them: bool) -> list[Document]:
    """Documents of two corpora, each with its mark."""
    data = os.environ.get("COREFAIR_DATA")
    if not data:
        line = Document("d", tuple(MADE_UP.split()), (0, 11), cluster_up([[(3, 4), (5, 6), (8, 9)]]))
        return marked(
            [Document(f"d{i}", line.words, line.sentences, line.clusters) for i in range(200)], "made"
        )
    every = 1 if all_of_them else 6
    ontogum = list(read(Path(data) / "ontogum" / "train"))[::every]
    litbank = list(read(Path(data) / "litbank" / "train", format="conll"))[::every]
    return [*marked(ontogum, "ontogum"), *marked(litbank, "litbank")]


if __name__ == "__main__":
    main()
