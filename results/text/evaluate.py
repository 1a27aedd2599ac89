"""Scores of the shipped pipeline, or of another, on GUM's development split and on LitBank's names.

python results/text/evaluate.py [--data DIR] [--pipeline NAME] [--write]

Words are given and everything else is predicted: once with the sentences given, as `analyse` does with a file
that has them, and once without. Intervals: whole documents resampled. `--write` puts the numbers into
scores.json beside this file, and the tables made of them into scores.md.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from data import HERE, gum, litbank_sentences, names_of, used_documents
from numpy.typing import NDArray

from corefair.io import datasets
from corefair.stats import bootstrap
from corefair.text import analyse
from corefair.text.pipeline import load
from corefair.types import Document, Entity

LAYERS = ("UAS", "LAS", "UPOS", "XPOS", "lemma")
LABELS = ("PERSON", "LOC", "ORG")
NAMES = ("names P", "names R", "names F1", *(f"{label} F1" for label in LABELS))
Json = dict[str, Any]
Table = NDArray[np.float64]


def main() -> None:
    """Print the tables; write them if asked."""
    ask = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    ask.add_argument("--data", type=Path)
    ask.add_argument("--pipeline")
    ask.add_argument("--write", action="store_true")
    options = ask.parse_args()
    results = evaluate(load(options.pipeline), data=options.data)
    page = tables(results)
    print(page)
    if options.write:
        (HERE / "scores.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        (HERE / "scores.md").write_text(page, encoding="utf-8")


def evaluate(nlp: Any, *, data: Path | None) -> Json:
    """Every score by the part of the data it is taken on, as percentages with intervals."""
    gold = list(gum("dev", data=data))
    bare = [replace(doc, tags=None, heads=None, relations=None, entities=(), layers={}) for doc in gold]
    given = list(analyse(bare, pipeline=nlp, split=False))
    found = list(analyse(bare, pipeline=nlp, split=True))
    free = {name.split("_")[1] for name in used_documents()}
    parts = {
        "GUM dev, sentences given": scores(gold, given),
        "GUM dev, sentences found": scores(gold, found) | {"sentences F1": sentences_f1(gold, found)},
        "genres trained on": scores(*_where(gold, given, lambda doc: doc.genre in free)),
        "other genres": scores(*_where(gold, given, lambda doc: doc.genre not in free)),
        "LitBank dev": litbank_names(nlp, data=data),
    }
    for genre in sorted({doc.genre or "" for doc in gold}):
        parts[f"genre {genre}"] = scores(*_where(gold, given, lambda doc: doc.genre == genre))  # noqa: B023
    return {"pipeline": f"{nlp.meta['lang']}_{nlp.meta['name']} {nlp.meta['version']}", "scores": parts}


def scores(gold: Sequence[Document], said: Sequence[Document]) -> Json:
    """Tags, lemmas, trees and names of these documents."""
    right = np.array([[*_right(a, b), len(a.words)] for a, b in zip(gold, said, strict=True)], dtype=float)
    layers = {name: _interval(right[:, [i, -1]]) for i, name in enumerate(LAYERS)}
    names = name_scores([set(names_of(doc)) for doc in gold], [set(doc.entities) for doc in said])
    return {"documents": len(gold), "words": int(right[:, -1].sum())} | layers | names


def name_scores(gold: Sequence[set[Entity]], said: Sequence[set[Entity]]) -> Json:
    """Precision, recall and F1 of names with their exact span and label, and F1 by label."""
    counts = np.array([[len(a & b), len(a), len(b)] for a, b in zip(gold, said, strict=True)], dtype=float)
    found = {"names P": _interval(counts[:, [0, 2]]), "names R": _interval(counts[:, [0, 1]])}
    for label in ("names", *LABELS):
        sides = [
            [{n for n in names if label in ("names", n.label)} for names in side] for side in (gold, said)
        ]
        found[f"{label} F1"] = _f1(*sides)
    return found


def sentences_f1(gold: Sequence[Document], said: Sequence[Document]) -> Json:
    return _f1([set(doc.sentence_spans()) for doc in gold], [set(doc.sentence_spans()) for doc in said])


def litbank_names(nlp: Any, *, data: Path | None) -> Json:
    """Names in the development novels of LitBank."""
    gold, docs = [], []
    for path in sorted(datasets.find("litbank", "dev-entities", data=data).glob("*.tsv")):
        names: set[Entity] = set()
        words: list[str] = []
        starts = []
        for sentence in litbank_sentences(path):
            starts.append(len(words))
            names |= {Entity(len(words) + i, len(words) + j, label) for i, j, label in sentence.names}
            words += sentence.words
        gold.append(names)
        docs.append(Document(path.stem, tuple(words), sentences=tuple(starts)))
    said = analyse(docs, pipeline=nlp)
    about = {"documents": len(docs), "words": sum(len(doc.words) for doc in docs)}
    return about | name_scores(gold, [set(doc.entities) for doc in said])


def _where(gold: Sequence[Document], said: Sequence[Document], holds: Any) -> tuple[list[Document], ...]:
    kept = [i for i, doc in enumerate(gold) if holds(doc)]
    return [gold[i] for i in kept], [said[i] for i in kept]


def _right(gold: Document, said: Document) -> list[int]:
    """How many words have the right head, head and relation, universal tag, Penn tag, lemma."""
    assert gold.tags and gold.heads and gold.relations and said.tags and said.heads and said.relations
    pairs = [
        (gold.heads, said.heads),
        (_arcs(gold), _arcs(said)),
        (gold.layers["upos"], said.layers["upos"]),
        (gold.tags, said.tags),
        (gold.layers["lemma"], said.layers["lemma"]),
    ]
    return [sum(a == b for a, b in zip(one, other, strict=True)) for one, other in pairs]


def _arcs(doc: Document) -> list[tuple[int, str]]:
    return list(zip(doc.heads or (), doc.relations or (), strict=True))


def _f1(gold: Sequence[set[Any]], said: Sequence[set[Any]]) -> Json:
    rows = [[2 * len(a & b), len(a) + len(b)] for a, b in zip(gold, said, strict=True)]
    return _interval(np.array(rows, dtype=float))


def _interval(rows: Table) -> Json:
    """A share of sums as a percentage, with its interval over documents; of two documents there is none."""
    total = int(rows[:, 1].sum())
    if not total:
        return {"value": None, "n": 0}
    if len(rows) < 3:
        return {"value": round(100 * float(rows[:, 0].sum() / total), 2), "n": total}
    # A resample in which nothing is to be found and nothing was found is left out by `bootstrap`.
    found = bootstrap(rows, _share, resamples=2000, seed=0)
    value, low, high = (round(100 * float(each), 2) for each in found)
    return {"value": value, "low": low, "high": high, "n": total}


def _share(totals: Table) -> Table:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(totals[..., 0] / totals[..., 1])


def tables(results: Json) -> str:
    """The page: one table for the whole, one by genre."""
    parts: Json = results["scores"]
    wide = [name for name in parts if not name.startswith("genre ")]
    lines = [
        f"# Scores of {results['pipeline']}",
        "",
        "Made by `python results/text/evaluate.py --write` from the development splits of GUM and LitBank.",
        "Percent, with 95 % intervals over documents.",
        "",
        "| | " + " | ".join(wide) + " |",
        "|---|" + "---|" * len(wide),
        "| documents | " + " | ".join(str(parts[name]["documents"]) for name in wide) + " |",
        "| words | " + " | ".join(f"{parts[name]['words']:,}" for name in wide) + " |",
    ]
    for key in (*LAYERS, "sentences F1", *NAMES):
        lines.append(f"| {key} | " + " | ".join(_cell(parts[name].get(key)) for name in wide) + " |")
    narrow = (*LAYERS, "names F1")
    lines += ["", "| genre | words | " + " | ".join(narrow) + " |", "|---|---|" + "---|" * len(narrow)]
    for name, part in parts.items():
        if name not in wide:
            cells = [f"{part['words']:,}", *(_cell(part[key]) for key in narrow)]
            lines.append(f"| {name.removeprefix('genre ')} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _cell(score: Json | None) -> str:
    if score is None or score["value"] is None:
        return "–"
    span = f" [{score['low']:.1f}, {score['high']:.1f}]" if "low" in score else ""
    return f"{score['value']:.1f}{span}"


if __name__ == "__main__":
    main()
