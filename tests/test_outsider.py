"""A package of someone else adds a resolver, a chooser, a model that is trained and kept, a text mitigator.

Forty lines of theirs, found through entry points, and audited by name and by folder as ours are.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = '''
"""The whole of an outside package."""
from collections import Counter
from dataclasses import dataclass, replace
import numpy as np
from corefair.models.card import Card
from corefair.models.folder import read_model, save_arrays
from corefair.registry import mitigators, models, systems, trainers
from corefair.types import Picked, cluster_up

@systems.register("subject-first")
class SubjectFirst:
    """Links every pronoun to the first person: a plain resolver."""
    def resolve(self, docs):
        for doc in docs:
            at = next(i for i, word in enumerate(doc.words) if word.lower() in ("she", "he", "they"))
            yield cluster_up([[doc.entities[0][:2], (at, at + 1)]])

@systems.register("shortest")
class Shortest:
    """Takes the candidate with the shortest name: a chooser."""
    self_tested = False  # names do not tell who is meant
    def choose(self, questions):
        for q in questions:
            yield Picked(tuple(-sum(map(len, q.doc.words[a:b])) for a, b in q.candidates))

@models.register("place")
@dataclass(frozen=True, eq=False)
class Place:
    """Takes the candidate at the place that was right most often in training."""
    counts: np.ndarray
    def choose(self, questions):
        for q in questions:
            yield Picked(tuple(float(self.counts[min(i, 9)]) for i in range(len(q.candidates))))
    def save(self, folder):
        save_arrays(folder, Card("place"), {"counts": self.counts})
    @classmethod
    def load(cls, folder):
        return cls(**read_model(folder, kind="place").arrays())

@trainers.register("place")
class PlaceTrainer:
    def train(self, corpus, dev=(), *, vectors=None, text=(), seed=0, run=None, progress=None):
        changed = [change(doc) for doc in corpus for change in text] or corpus
        seen = Counter(doc.entities.index(next(e for e in doc.entities if e[:2] == tuple(doc.clusters[0][0])))
                       for doc in changed)
        return Place(np.array([seen[i] for i in range(10)], dtype=float))

@mitigators.register("shout", changes="text")
class Shout:
    def __call__(self, doc):
        return replace(doc, words=tuple(word.upper() for word in doc.words), text=None, offsets=None)
'''
USE = """
import sys
from dataclasses import replace
from pathlib import Path
import corefair
from corefair.auditing.building import build_suites
from corefair.auditing.collect import with_gold
from corefair.registry import mitigators, trainers
(suite,), _ = build_suites(["occupations"])
known = ("she", "he", "they")
word = lambda case: case.given.words[case.gold.pronoun.start].lower()
suite = replace(suite, cases=[case for case in suite.cases if word(case) in known])
docs = [with_gold(case) for case in suite.cases if case.gold.right == 0][:50]
shout = mitigators["shout"]()
assert shout(docs[0]).words[0].isupper() and mitigators.facts("shout")["changes"] == "text"
model = trainers["place"]().train(docs, text=[shout])
model.save(Path(sys.argv[1]))
report = corefair.audit(["subject-first", "shortest", sys.argv[1]], [suite], resamples=100)
for result in report:
    print(*result.problems, file=sys.stderr)
    print(result.subject.split("/")[-1], result.asked, result.valid, round(result.score("accuracy").value, 2))
"""


@pytest.fixture
def outside(tmp_path: Path) -> dict[str, str]:
    """Where such a package is installed."""
    (tmp_path / "outsider.py").write_text(PACKAGE, encoding="utf-8")
    info = tmp_path / "outsider-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: outsider\nVersion: 1.0\n", encoding="utf-8")
    groups = ("systems", "models", "trainers", "mitigators")
    points = "".join(f"[corefair.{group}]\noutsider = outsider\n" for group in groups)
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}


def run(command: list[str], env: dict[str, str]) -> str:
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_outside_package_is_audited_as_ours_are(outside: dict[str, str], tmp_path: Path) -> None:
    lines = run(["-c", USE, str(tmp_path / "kept")], outside).splitlines()
    names, ways, valid, accuracies = zip(*(line.split() for line in lines), strict=True)
    assert names == ("subject-first", "shortest", "kept") and set(valid) == {"True"}
    assert ways == ("clusters", "choice", "choice")
    # Half of the answers stand first: whoever takes a place is right on half of them.
    assert accuracies[0] == accuracies[2] == "0.5"
    listed = run(["-m", "corefair.cli", "list"], outside)
    assert all(name in listed for name in ("subject-first", "shortest", "shout"))
