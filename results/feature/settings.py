"""Settings compared by F1 on training documents held out of training; no gap between groups is looked at.

python results/feature/settings.py [NAME…]

writes settings.json beside this file: for every setting CoNLL F1 on the held-out documents of OntoGUM and
LitBank, and how many of the pronouns whose antecedent is there are linked in windows of one to three
sentences. A setting that is there already is not run again.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from corpora import corpus, documents, held_out

from corefair.metrics.coref import score
from corefair.systems.feature.decoding import antecedents_of
from corefair.systems.feature.examples import gold_of
from corefair.systems.feature.mentions import COLUMN, TYPES
from corefair.systems.feature.model import FeatureModel
from corefair.systems.feature.trainer import FeatureTrainer, Prepared
from corefair.systems.training.analysed import analysed
from corefair.systems.training.corpora import windows
from corefair.types import Document

HERE = Path(__file__).parent
BASE: dict[str, Any] = {}
SETTINGS: dict[str, dict[str, Any]] = {
    "base": {},
    "rate .05": {"rate": 0.05},
    "l1 .003": {"l1": 0.003},
    "windows .25": {"windows": 0.25},
    "rate .015": {"rate": 0.015},
    "l1 .03": {"l1": 0.03},
    "final": {"features": "final"},
}
PREPARED_BY = ("windows", "features", "words_seen", "values_seen", "nearest", "further", "gender_counts")
EPOCHS = (4, 8)
PART = 2  # every second document that is not held out is learned from, to save time
Json = dict[str, Any]


def main() -> None:
    """Run what is not there yet, those that share their preparation one after the other."""
    target = HERE / "settings.json"
    found: Json = json.loads(target.read_text(encoding="utf-8")) if target.exists() else {}
    wanted = [name for name in (sys.argv[1:] or SETTINGS) if name not in found]
    train, judged = [], []
    for name in ("ontogum", "litbank"):
        kept, held = held_out(documents(name, "train"))
        train.append(corpus(kept[::PART]))
        judged.append(analysed(held))
    parts = [part for docs in judged for doc in docs for part in windows(doc, share=0.25, seed=7)]
    key_of = {
        name: json.dumps({k: SETTINGS[name].get(k, BASE.get(k)) for k in PREPARED_BY}) for name in wanted
    }
    last = ""
    prepared: Prepared | None = None
    for name in sorted(wanted, key=lambda name: list(dict.fromkeys(key_of.values())).index(key_of[name])):
        trainer = FeatureTrainer(**{**BASE, **SETTINGS[name]})
        if prepared is None or key_of[name] != last:
            prepared, last = None, key_of[name]
            prepared = trainer.prepare(train, seed=0)
        learner = trainer.learner(prepared, seed=0)
        began, row = time.process_time(), {}
        for number in range(max(EPOCHS)):
            learner.epoch(number, lambda done, of: None)
            if number + 1 in EPOCHS:
                seconds = time.process_time() - began
                row[f"{number + 1} epochs"] = measured(trainer.model(learner, prepared), judged, parts) | {
                    "seconds": round(seconds, 1)
                }
                began = time.process_time() - seconds
        found[name] = {"settings": {**BASE, **SETTINGS[name]}} | row
        print(name, json.dumps(row), file=sys.stderr, flush=True)
        target.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def measured(model: FeatureModel, judged: Sequence[Sequence[Document]], parts: Sequence[Document]) -> Json:
    """CoNLL F1 by corpus, singletons left out, and the link rate in windows."""
    out: Json = {}
    for docs in judged:
        name = str(docs[0].meta["corpus"])
        answers = [replace(doc, clusters=model.answers_analysed(doc, name, False)) for doc in docs]
        out[name] = score(docs, answers, singletons="drop", resamples=1).parts["conll"].f1
    linked = asked = right = 0
    for doc in parts:
        ranked = replace(model, corpus=str(doc.meta["corpus"])).rank(doc)
        entity, _ = gold_of(doc, ranked.mentions, singletons=False)
        best = antecedents_of(ranked.pairs, ranked.scores)
        types = ranked.mentions.codes[:, COLUMN["type"]].tolist()
        seen: set[int] = set()
        for i, (kind, number) in enumerate(zip(types, entity.tolist(), strict=True)):
            if TYPES[kind] in ("he", "she", "they") and number in seen:
                asked += 1
                linked += best[i] >= 0
                right += best[i] >= 0 and entity[best[i]] == number
            if number >= 0:
                seen.add(number)
    return out | {"linked": linked / asked, "right": right / asked, "pronouns": asked}


if __name__ == "__main__":
    main()
