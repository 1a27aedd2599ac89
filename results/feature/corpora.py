"""The corpora of this page: what is trained on, what is held out of it, and what may be shipped."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from corefair.io import datasets, read
from corefair.systems.training.corpora import Corpus, marked
from corefair.types import Document

EVERY = 5  # every fifth training document is held out while settings are chosen
LICENCES = {
    "ontogum": "annotations CC BY 4.0; texts CC BY 2.5, CC BY 4.0, CC BY, CC BY-SA 3.0 or public domain, "
    "by document in results/text/documents.tsv",
    "litbank": "CC BY 4.0; texts in the public domain",
}


def documents(name: str, split: str) -> list[Document]:
    """A split of `ontogum`, `gum` or `litbank`, marked with its name."""
    folder = datasets.find(name, split)
    return marked(read(folder, format="conll" if name == "litbank" else "conllu"), name)


def held_out(docs: Sequence[Document]) -> tuple[list[Document], list[Document]]:
    """The documents to learn from, and those to judge settings on."""
    kept = [doc for at, doc in enumerate(docs) if at % EVERY]
    return kept, [doc for at, doc in enumerate(docs) if not at % EVERY]


def free(docs: Sequence[Document]) -> list[Document]:
    """Those of OntoGUM's documents whose licence lets a model of them be shipped."""
    table = Path(__file__).parents[1] / "text" / "documents.tsv"
    with table.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        used = {row["document"] for row in rows if row["used"] == "yes"}
    return [doc for doc in docs if doc.id in used]


def corpus(docs: Sequence[Document]) -> Corpus:
    """Documents of one name as a corpus."""
    return Corpus(str(docs[0].meta["corpus"]), tuple(docs))
