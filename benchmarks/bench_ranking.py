"""The mention-ranking network: words a second without analysis, growth with length, an epoch of each stage.

With COREFAIR_DATA set, documents are LitBank's, joined to the length asked for; else they are made up.
Vectors are random: what is timed does not hang on them. Published beside: Clark & Manning (2016) train a
network of 1000-500-500 units for 150, 50 and 100 epochs of the three stages.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from corefair.io import read
from corefair.systems.ranking.learning import ALL_PAIRS, RANKING, TOP_PAIRS
from corefair.systems.ranking.trainer import RankingTrainer
from corefair.systems.training.corpora import Corpus, marked
from corefair.text.analysis import analyse
from corefair.types import Document, Embeddings, cluster_up

LENGTHS = (3_000, 6_000, 12_000, 24_000)
MADE_UP = "The nurse told Ann Lee that she had lost her keys . They were in the old house , he said ."


def main() -> None:
    docs = _documents()
    words = tuple(sorted({word.lower() for doc in docs for word in doc.words}))
    vectors = np.random.default_rng(0).normal(size=(len(words), 100)).astype(np.float32)
    corpus = [Corpus("text", tuple(docs[:4]))]
    prepared = RankingTrainer(windows=0.0).prepare(corpus, corpus, Embeddings(words, vectors), seed=0)
    model, learner = prepared.model(), prepared.learner
    joined = list(analyse([_joined(docs, n) for n in LENGTHS]))
    model.rank(joined[0])  # compiles
    times = [best(lambda doc=doc: model.rank(doc), 2) for doc in joined]  # type: ignore[misc]
    print("one document that has been analysed, from candidates to scores:")
    for n, seconds, before in zip(LENGTHS, times, [None, *times], strict=False):
        growth = "" if before is None else f"  {seconds / before:4.1f} × for twice the words (2 is linear)"
        print(f"  {n:7,} words  {n / seconds:9,.0f} words/s{growth}")
    n_words = sum(len(doc.words) for doc in docs[:4])
    base = 0.0
    for stage in (ALL_PAIRS, TOP_PAIRS, RANKING):
        learner.step(learner.steps[0], stage, 1e-4, 0)
        began = time.process_time()
        for number, step in enumerate(learner.steps):
            learner.step(step, stage, 1e-4, number)
        seconds = time.process_time() - began
        base = base or seconds
        share = f"{seconds / base:.2f} of the first stage"
        print(f"  an epoch of {stage}: {1000 * seconds / n_words:.3f} s for 1,000 words, {share}")


def best(call: Callable[[], object], times: int) -> float:
    """The shortest of a few times: the one least disturbed."""
    found = []
    for _ in range(times):
        began = time.process_time()
        call()
        found.append(time.process_time() - began)
    return min(found)


def _documents() -> list[Document]:
    data = os.environ.get("COREFAIR_DATA")
    if data:
        return marked(read(Path(data) / "litbank" / "dev", format="conll"), "text")
    line = tuple(MADE_UP.split())
    starts = tuple(range(0, 100 * len(line), len(line)))
    clusters = cluster_up([[(at, at + 2), (at + 6, at + 7)] for at in starts])
    return [Document(f"made up {i}", line * 100, starts, clusters, meta={"corpus": "text"}) for i in range(4)]


def _joined(docs: list[Document], n_words: int) -> Document:
    """So many words of the documents, one after the other, and again from the first."""
    words: list[str] = []
    starts: list[int] = []
    while len(words) < n_words:
        for doc in docs:
            starts += [len(words) + start for start in doc.sentences]
            words += doc.words
    kept = tuple(start for start in starts if start < n_words)
    return replace(Document(f"{n_words} words", tuple(words[:n_words])), sentences=kept)


if __name__ == "__main__":
    main()
