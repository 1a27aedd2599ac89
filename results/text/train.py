"""Trains the pipeline that ships as corefair/text/model.

OMP_NUM_THREADS=1 python results/text/train.py [--data DIR] [--steps N] [--seed S] [-o DIR]

The same seed gives the same model, on one thread. GUM's development split is never read here: training runs
a fixed number of steps, and the mean of the weights along the way is what is kept.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import spacy
import vectors
from augment import vary
from data import HERE, Sentence, gum, gum_sentences, litbank_sentences, used_documents
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.vectors import Vectors
from thinc.api import Adam, Config
from thinc.util import fix_random_seed

from corefair.io import datasets

SHIPPED = HERE.parents[1] / "src" / "corefair" / "text" / "model"
WARM_UP = 250  # steps in which the rate of learning rises
BATCH = (300, 1000)  # words of a batch: at first, and after a third of the steps
DROPOUT = 0.15


def main() -> None:
    """Read, train, save."""
    ask = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    ask.add_argument("--data", type=Path)
    ask.add_argument("--steps", type=int, default=4500)
    ask.add_argument("--seed", type=int, default=0)
    ask.add_argument("--config", type=Path, default=HERE / "config.cfg")
    ask.add_argument("-o", "--output", type=Path, default=SHIPPED)
    options = ask.parse_args()
    trees = [gum_sentences(doc) for doc in gum("train", data=options.data, only=used_documents())]
    folder = datasets.find("litbank", "train-entities", data=options.data)
    novels = [litbank_sentences(path) for path in sorted(folder.glob("*.tsv"))]
    words, table = vectors.build(
        data=options.data, n_words=14_000, n_contexts=3000, dimensions=56, seed=options.seed
    )
    nlp = new_pipeline(options.config, words, table, seed=options.seed)
    save(train(nlp, trees, novels, steps=options.steps, seed=options.seed), options.output)


def new_pipeline(config: Path, words: Sequence[str], table: Any, *, seed: int) -> Language:
    """The untrained pipeline, which knows these vectors."""
    fix_random_seed(seed)
    nlp = spacy.util.load_model_from_config(Config().from_disk(config), auto_fill=True)
    known = Vectors(strings=nlp.vocab.strings, data=table, name="company")
    for row, word in enumerate(words):  # by their letters: spaCy saves no other kind of key
        for form in (word, word.capitalize()):
            known.add(nlp.vocab.strings.add(form), row=row)
    nlp.vocab.vectors = known
    return nlp


def train(
    nlp: Language,
    trees: Sequence[Sequence[Sentence]],
    novels: Sequence[Sequence[Sentence]],
    *,
    steps: int,
    seed: int,
) -> Language:
    """The pipeline after that many steps: trees and names of GUM, and names of LitBank in every fourth."""
    rng = Random(seed)
    warnings.filterwarnings("ignore", message=r"\[W033\]")  # no table of norms: none is needed
    # Labels are collected from the sentences as they are and from two variants of them.
    first = [example(nlp, run) for doc in trees for run in (doc, vary(doc, rng), vary(doc, rng))]
    nlp.initialize(lambda: first)
    optimizer = Adam(
        0.001, beta1=0.9, beta2=0.999, L2=0.01, L2_is_weight_decay=True, grad_clip=1.0, use_averages=True
    )
    gum_batch, novel_batch = batches(nlp, trees, rng), batches(nlp, novels, rng)
    not_names = [name for name in nlp.pipe_names if name not in ("tok2vec", "ner")]
    losses: dict[str, float] = {}
    begin = process_time()
    for step in range(steps):
        optimizer.learn_rate = 0.001 * rate(step, steps)
        size = min(BATCH[1], BATCH[0] + step * (BATCH[1] - BATCH[0]) // max(1, steps // 3))
        # Names need fewer steps than trees: they are learned in every other one.
        exclude = ["ner"] if step % 2 else []
        nlp.update(gum_batch(size), sgd=optimizer, drop=DROPOUT, losses=losses, exclude=exclude)
        if step % 4 == 0:
            with nlp.select_pipes(disable=not_names):
                nlp.update(novel_batch(size), sgd=optimizer, drop=DROPOUT, losses=losses)
        if (step + 1) % 250 == 0:
            shown = " ".join(f"{name} {loss:.0f}" for name, loss in losses.items())
            print(f"{step + 1} steps, {process_time() - begin:.0f} CPU seconds: {shown}", file=sys.stderr)
            losses = {}
    with nlp.use_params(optimizer.averages):
        return spacy.util.load_model_from_config(nlp.config, vocab=nlp.vocab).from_bytes(nlp.to_bytes())


def rate(step: int, steps: int) -> float:
    """Rises to one, then falls in a line to a twentieth."""
    warm_up = min(WARM_UP, steps // 10)
    return min((step + 1) / (warm_up + 1), 1.0 - 0.95 * (step - warm_up) / (steps - warm_up))


def batches(nlp: Language, docs: Sequence[Sequence[Sentence]], rng: Random) -> Callable[[int], list[Example]]:
    """What gives a batch of about so many words: runs of sentences, varied, all documents in turn."""
    runs = runs_of(docs, rng)

    def batch(size: int) -> list[Example]:
        taken: list[Example] = []
        while sum(len(each) for each in taken) < size:
            taken.append(example(nlp, vary(next(runs), rng)))
        return taken

    return batch


def runs_of(docs: Sequence[Sequence[Sentence]], rng: Random) -> Iterator[Sequence[Sentence]]:
    """Every document cut into runs of one to ten sentences, all shuffled; then again, cut elsewhere."""
    while True:
        runs = []
        for doc in docs:
            start = 0
            while start < len(doc):
                end = start + rng.choice((1, 1, 2, 3, 4, 6, 8, 10))
                runs.append(doc[start:end])
                start = end
        rng.shuffle(runs)
        yield from runs


def example(nlp: Language, sentences: Sequence[Sentence]) -> Example:
    """What is given (words) beside what is right; without trees, names alone are learned from it."""
    words: list[str] = []
    gold: dict[str, list[Any]] = {"ents": [], "sent_starts": []}
    if sentences[0].tags is not None:
        gold |= {"tags": [], "pos": [], "lemmas": [], "deps": [], "heads": []}
    for sentence in sentences:
        names = ["O"] * len(sentence.words)
        for start, end, label in sentence.names:
            names[start:end] = [f"B-{label}", *[f"I-{label}"] * (end - start - 1)]
        gold["ents"] += names
        gold["sent_starts"] += [i == 0 for i in range(len(sentence.words))]
        if sentence.tags is not None:
            gold["tags"] += sentence.tags
            gold["pos"] += sentence.upos or ()
            gold["lemmas"] += sentence.lemmas or ()
            gold["deps"] += sentence.relations or ()
            gold["heads"] += [len(words) + head for head in sentence.heads or ()]
        words += sentence.words
    known: Any = gold  # spaCy's stubs know fewer layers than it takes
    return Example(Doc(nlp.vocab, words=words), Doc(nlp.vocab, words=words, **known))


def save(nlp: Language, folder: Path) -> None:
    """Write the pipeline without what loading and running it does not need."""
    nlp.meta.update(
        name="corefair",
        version="1.0.0",
        description="English analysis, learned from the freely licensed part of GUM and from LitBank",
        license="CC BY-SA 4.0",
        author="",
        email="",
        url="",
    )
    nlp.to_disk(folder)


if __name__ == "__main__":
    main()
