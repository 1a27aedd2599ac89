"""How well the swap does: what was read by hand, WinoBias's twins, *her* without gold tags, lists of others.

COREFAIR_DATA=… python results/swap/make.py

writes quality.json and README.md beside this file. The counts of read.tsv were made by reading every
sentence; `sample.py` draws such samples.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from published_lists import compared

from corefair.io import datasets, read
from corefair.mitigators.text.recipe import Recipe, made
from corefair.types import Document

HERE = Path(__file__).parent
PRONOUNS = {"he", "she", "him", "her", "his", "hers", "himself", "herself"}
COUNTED = ("sentences", "changed", "wrong", "missed", "wrong_case")
Json = dict[str, Any]
PAGE = """\
# How well the swap does

`COREFAIR_DATA=… python results/swap/make.py` makes this page; `docs/swap.md` has the rules.

## Read sentence by sentence

Every sentence was read before and after. *Wrong* are words changed to the wrong word, or that should have
stayed; *missed* are gendered words that should have changed. The rules were changed after the first two
rows. What a fresh sample showed was mended after it, by class, and the next one drawn after that. Which
*her* is which was learned from the words around *him* and *his*, in training documents too; LitBank dev was
not among them: of its 226 *her*, all read, 221 were right, and 224 after three were mended by class. Of the
wrong cases one follows a wrong tag of the file (*send her home*, tagged as in *her home*); all three were
mended, and the last two samples have none. Samples of one set are drawn from the same sentences, so a few
come again in a later one.

| set | drawn from | seed | sentences | changed | wrong | missed | wrong case | right |
|---|---|--:|--:|--:|--:|--:|--:|--:|
{read}

{fresh}

## WinoBias dev against its own twins

Of {pairs:,} sentences whose twin differs in pronouns only (both directions), {right:,} become their twin:
{share:.1%}. In {her} the wrong one of *him* and *his* stands for *her*, after verbs such as *give* and
*pay*; in {other} the twin leaves another pronoun or *mother* as it is, or has a pronoun in another case.

## Which *her*

OntoGUM's {total} *her*, its tags taken away: {ours} become the right one of *him* and *his*
({her_share:.1%}).

## Lists of others

Read for comparison only; nothing of them is in ours.

| list | entries | known | same counterpart |
|---|--:|--:|--:|
{lists}
"""


def main() -> None:
    """Measure, then write both files."""
    found = {"read": read_by_hand(), "winobias": winobias(), "her": her(), "lists": compared()}
    text = json.dumps(found, indent=1, ensure_ascii=False)
    (HERE / "quality.json").write_text(text + "\n", encoding="utf-8")
    (HERE / "README.md").write_text(page(found), encoding="utf-8")


def read_by_hand() -> list[Json]:
    """The table of what was read."""
    header, *lines = (HERE / "read.tsv").read_text(encoding="utf-8").splitlines()
    rows: list[Json] = [dict(zip(header.split("\t"), line.split("\t"), strict=True)) for line in lines]
    for row in rows:
        row.update({name: int(row[name]) for name in COUNTED})
    return rows


def winobias() -> Json:
    """Sentences of WinoBias dev whose twins differ in pronouns only, by what becomes of them."""
    pairs = [pair for kind in (1, 2) for pair in twins(kind)]
    after = made((one for one, _ in pairs), Recipe("reverse"))
    counts = {"pairs": len(pairs), "right": 0, "her": 0, "other": 0}
    for each, (one, other) in zip(after, pairs, strict=True):
        wrong = [i for i, word in enumerate(other.words) if each.after.words[i] != word]
        is_her = all(one.words[i] == "her" and other.words[i] in ("him", "his") for i in wrong)
        counts["right" if not wrong else "her" if is_her else "other"] += 1
    return counts


def twins(kind: int) -> Iterator[tuple[Document, Document]]:
    """Both directions of the pairs that differ in pronouns only."""
    name = f"dev_type{kind}_{{}}_stereotype.v4_auto_conll"
    pro, anti = (list(read(datasets.find("winobias", name.format(side)))) for side in ("pro", "anti"))
    for one, other in [*zip(pro, anti, strict=True), *zip(anti, pro, strict=True)]:
        if len(one.words) == len(other.words):
            differ = [pair for pair in zip(one.words, other.words, strict=True) if pair[0] != pair[1]]
            if differ and all({a.lower(), b.lower()} <= PRONOUNS for a, b in differ):
                yield one, other


def her() -> Json:
    """Gold *her* of OntoGUM with its tags taken away, and how many become the right word."""
    docs = [doc for part in ("dev", "train") for doc in read(datasets.find("ontogum", part))]
    counts = {"total": 0, "ours": 0}
    for doc, each in zip(docs, made(map(bare, docs), Recipe("reverse")), strict=True):
        for i, word in enumerate(doc.words):
            tag = doc.tags[i] if doc.tags else ""
            if word.lower() == "her" and tag in ("PRP", "PRP$") and each.after.words[i].lower() != "her":
                counts["total"] += 1
                counts["ours"] += each.after.words[i].lower() == {"PRP": "him", "PRP$": "his"}[tag]
    return counts


def bare(doc: Document) -> Document:
    """The words, sentences and clusters of a document alone."""
    return Document(doc.id, doc.words, doc.sentences, doc.clusters, speakers=doc.speakers, genre=doc.genre)


def page(found: Json) -> str:
    """The page, in Markdown."""
    twin, ours = found["winobias"], found["her"]
    return PAGE.format(
        read="\n".join(map(read_row, found["read"])),
        fresh=summed(row for row in found["read"] if row["state"] == "fresh"),
        lists="\n".join(map(list_row, found["lists"])),
        share=twin["right"] / twin["pairs"],
        her_share=ours["ours"] / ours["total"],
        **twin,
        **ours,
    )


def read_row(row: Json) -> str:
    """A row of the table of what was read."""
    right = (row["changed"] - row["wrong"]) / (row["changed"] + row["missed"])
    told = (f"{row['set']} {row['part']}", f"{row['drawn_from']}, {row['state']}", row["seed"])
    return f"| {' | '.join(map(str, (*told, *(row[name] for name in COUNTED))))} | {right:.1%} |"


def list_row(row: Json) -> str:
    """A row of the table of lists."""
    return f"| {row['name']} | {row['entries']} | {row['known']} | {row.get('same', '')} |"


def summed(rows: Iterable[Json]) -> str:
    """All fresh samples together, in a sentence."""
    total = dict.fromkeys(COUNTED, 0)
    for row in rows:
        for name in COUNTED:
            total[name] += row[name]
    right, gendered = total["changed"] - total["wrong"], total["changed"] + total["missed"]
    words = f"{right} of {gendered} gendered words right ({right / gendered:.1%})"
    return f"Fresh samples together: {words}, {total['wrong_case']} pronouns in the wrong case."


if __name__ == "__main__":
    main()
