"""The corpora of this page: what is trained on, what is judged on, and what may be shipped."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from corefair.io import datasets, read
from corefair.systems.training.corpora import marked
from corefair.types import Document

LICENCES = {
    "ontogum": "annotations CC BY 4.0; texts CC BY 2.5, CC BY 4.0, CC BY, CC BY-SA 3.0 or public domain, "
    "by document in results/text/documents.tsv",
    "litbank": "CC BY 4.0; texts in the public domain",
    "vectors": "GloVe 6B, 100 dimensions: Public Domain Dedication and License 1.0",
}


def documents(name: str, split: str) -> list[Document]:
    """A split of `ontogum`, `gum` or `litbank`, marked with its name; `free` are OntoGUM's free texts."""
    real = "ontogum" if name == "free" else name
    folder = datasets.find(real, split)
    docs = marked(read(folder, format="conll" if real == "litbank" else "conllu"), real)
    return free(docs) if name == "free" else docs


def free(docs: Sequence[Document]) -> list[Document]:
    """Those of OntoGUM's documents whose licence lets a model of them be shipped."""
    table = Path(__file__).parents[1] / "text" / "documents.tsv"
    with table.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        used = {row["document"] for row in rows if row["used"] == "yes"}
    return [doc for doc in docs if doc.id in used]
