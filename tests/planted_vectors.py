"""Small vectors and two made-up suites whose numbers are known, for tests of vector audits."""

from __future__ import annotations

from typing import Any

import numpy as np

from corefair.errors import MissingWords
from corefair.types import (
    Case,
    Charts,
    Coverage,
    Embeddings,
    Grid,
    Measure,
    Point,
    Projection,
    Reading,
    Row,
    Score,
    Slope,
    VectorSuite,
)

WORDS = ("she", "he", *(f"job{i}" for i in range(40)))
EVIL = "<script>alert('x')</script> & \"50_%\" | *b* \\ {~^#$}"


def vectors(lean: float, *, name: str = "plain.txt", words: tuple[str, ...] = WORDS) -> Embeddings:
    """`she` at +1 and `he` at -1 on the first axis; of the jobs a share of `lean` is nearer to `she`."""
    table = np.zeros((len(words), 3), dtype=np.float32)
    for row, word in enumerate(words):
        if word.startswith("job"):
            number = int(word.removeprefix("job"))
            table[row] = (0.5 if number < 40 * lean else -0.5, 1, number / 40)
        else:
            table[row, 0] = {"she": 1, "he": -1}.get(word, 0)
    return Embeddings(words, table, name)


def leaning(**changes: Any) -> VectorSuite:
    """The share of jobs on the side of `she`: a bias suite with rows, a chart of each kind, missing words."""

    def answer(emb: Embeddings, original: Embeddings, *, seed: int = 0) -> Reading:
        if "she" not in emb:
            raise MissingWords(["she"], of=len(WORDS), name=emb.name)
        jobs = [word for word in WORDS if word.startswith("job") and word in emb]
        cases = [Case(word, (word, "she"), None, {"half": "first" if i < 20 else "second"})
                 for i, word in enumerate(jobs)]  # fmt: skip
        rows = [Row(case.id, float(emb[case.id][0]), {"right": float(emb[case.id][0] > 0), "asked": 1.0})
                for case in cases]  # fmt: skip
        points = tuple(
            Point(
                EVIL if i == 3 else word,
                _place(original, word),
                _place(emb, word),
                None if i % 2 else 2.0 * i,
            )
            for i, word in enumerate(jobs)
        )
        charts = Charts(
            projection=Projection(f"gender {EVIL}", "neutrality", points),
            slopes=tuple(
                Slope("she", EVIL if i == 1 else word, i + 1.0, 7 * i + 1.0)
                for i, word in enumerate(jobs[:6])
            ),
            grids=(Grid(("word", "rank"), ((EVIL, 3), ("job1", None))),),
        )
        missing = tuple(word for word in WORDS if word not in emb)
        return Reading(cases, rows, Coverage(len(rows), words=len(WORDS), missing=missing), charts=charts)

    facts: dict[str, Any] = {
        "name": "leaning",
        "version": "1",
        "about": f"How many jobs lean to she? {EVIL}",
        "kind": "bias",
        "answer": answer,
        "measures": (
            Measure("stereotype", "link_accuracy", better="lower", role="headline"),
            Measure(
                "first half",
                "link_accuracy",
                {"half": "first"},
                better="lower",
                table="Table 1",
                role="table",
            ),
        ),
        "citation": f"made up {EVIL}",
        "licence": "none",
        "caveats": (f"it is made up {EVIL}",),
        "data": {EVIL: "ab12"},
    }
    return VectorSuite(**(facts | changes))


def _place(emb: Embeddings, word: str) -> tuple[float, float]:
    x, y = emb[word][:2].tolist()
    return x, y


def spread(**changes: Any) -> VectorSuite:
    """A quality suite that is no sum over cases: the spread of the jobs, with an interval of its own."""

    def answer(emb: Embeddings, original: Embeddings, *, seed: int = 0) -> Reading:
        size = float(np.linalg.norm(emb["job1"] - emb["job20"]))
        score = Score("distance", size, size - 0.1, size + 0.1, 2, unit="number", role="headline")
        return Reading((), (), Coverage(0, words=2), scores=(score,))

    facts: dict[str, Any] = {
        "name": "spread",
        "version": "1",
        "about": "How far apart are two jobs?",
        "kind": "quality",
        "answer": answer,
        "measures": (),
        "citation": "made up",
        "licence": "none",
        "caveats": ("two words show nothing",),
    }
    return VectorSuite(**(facts | changes))
