"""What evidence is counted in: the freely licensed documents of GUM, and LitBank, which has no trees."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

DOCUMENTS = Path(__file__).parents[1] / "text" / "documents.tsv"
# What ends the part of a noun phrase that has its head, where there is no tree to tell.
PREPOSITIONS = "of in on at by with from to for as than about into near under over upon between among"
AFTER_HEAD = frozenset(
    f", ; : ( [ {PREPOSITIONS} that who whom which whose where when and or but having being".split()
)


def free_documents() -> list[str]:
    """The documents of GUM whose licence lets a product of them be shipped."""
    with DOCUMENTS.open(encoding="utf-8") as table:
        return [row["document"] for row in csv.DictReader(table, delimiter="\t") if row["used"] == "yes"]


def head_in(words: Sequence[str]) -> int:
    """The likely head of a noun phrase without a tree: the last word before what follows the head."""
    for i, word in enumerate(words[1:], 1):
        if word.lower() in AFTER_HEAD:
            return i - 1
    return len(words) - 1


def spans_of(rows: Sequence[Sequence[str]]) -> Iterator[tuple[int, int, str]]:
    """The entities of a LitBank table: a word, then B-, I- or O in each of its layers of nested entities."""
    for layer in range(1, max(map(len, rows))):
        column = [row[layer] if len(row) > layer else "" for row in rows]
        for start, cell in enumerate(column):
            if cell.startswith("B-"):
                end = start + 1
                while end < len(column) and column[end].startswith("I-"):
                    end += 1
                yield start, end, cell[2:]
