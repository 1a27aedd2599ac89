"""Compare three ways to find gender-specific words, beside Table 3 of Kumar 2020.

    python results/words/make.py [VECTORS...]

Needs the published sets (COREFAIR_DATA); the rows that ask dictionaries need WordNet and GCIDE too. Further
files of vectors may be named. Writes table.json, and the tables into README.md.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import click

from corefair.errors import DataError
from corefair.io import datasets
from corefair.io.dictionaries import Dictionary, read_dictionary
from corefair.io.vectors import read_vectors
from corefair.types import Embeddings
from corefair.words.evaluate import (
    MEASURES,
    LabelledWords,
    balanced,
    f1_difference_p,
    judge,
    labelled_words,
    svm_unseen,
)
from corefair.words.kbc import gender_references, gender_words, kbc
from corefair.words.ripa import ripa
from corefair.words.selection import Selection
from corefair.words.svm import seed_words, svm

HERE = Path(__file__).parent
FILES = ("glove.6B.100d.50k.txt.gz", "googlenews-26k.bin.gz")
PAPER = {  # Kumar et al. 2020, Table 3: 704 words, GloVe of Wikipedia 2017
    "SVM": (97.20, 59.37, 73.72, 83.98, 78.83),
    "RIPA": (60.60, 53.40, 56.79, 59.51, 59.35),
    "KBC": (89.65, 81.25, 85.24, 86.25, 85.93),
}
KBC = "kbc, Algorithm 1"  # what the others are tested against
Table = dict[str, Any]


def main(*more: str) -> None:
    """Make every table, and write them down."""
    labelled = labelled_words()
    seeds, whose = seed_words()
    click.echo(
        f"{len(labelled.specific)} gender-specific words, {len(labelled.other)} others; seeds: {whose}"
    )
    dictionaries = installed()
    tables = [without_vectors(labelled, dictionaries)]
    for path in [*(datasets.find("vectors", file) for file in FILES), *map(Path, more)]:
        emb = read_vectors(path)
        tables += [every_word(emb, labelled, dictionaries), held_out(emb, labelled, dictionaries, seeds)]
    with (HERE / "table.json").open("w", encoding="utf-8") as out:
        json.dump({"paper": PAPER, "tables": tables}, out, ensure_ascii=False, indent=1)
    write_readme(tables)


def installed() -> list[Dictionary]:
    """WordNet and GCIDE, or none of them."""
    try:
        return [read_dictionary(kind) for kind in ("wordnet", "gcide")]
    except DataError as error:
        click.echo(f"without the rows that ask dictionaries: {error}", err=True)
        return []


def without_vectors(labelled: LabelledWords, dictionaries: list[Dictionary]) -> Table:
    """KBC reads no vectors: its variants on the whole set."""
    truth = balanced(labelled)
    rows: dict[str, Callable[[], Selection]] = {}
    if dictionaries:
        wordnet, gcide = dictionaries
        variants: list[tuple[str, list[Dictionary], dict[str, Any]]] = [
            (KBC, dictionaries, {}),
            ("… all senses", dictionaries, {"senses": "all"}),
            ("… absent abstains", dictionaries, {"absent": "abstains"}),
            ("… both", dictionaries, {"senses": "all", "absent": "abstains"}),
            ("… WordNet alone", [wordnet], {}),
            ("… GCIDE alone", [gcide], {}),
        ]
        for name, asked, options in variants:
            rows[name] = partial(to_the_letter, truth, asked, **options)
    rows["shipped list"] = lambda: kbc(list(truth))
    return table("KBC on the whole set, no vectors", truth, rows)


def every_word(emb: Embeddings, labelled: LabelledWords, dictionaries: list[Dictionary]) -> Table:
    """The set of §4.3 as far as the vectors have it; no machine was trained on a word it judges."""
    truth = balanced(labelled, known=emb)
    words = list(truth)
    rows = {
        **asking(truth, dictionaries),
        "svm": lambda: svm_unseen(emb, words),
        "svm, even": lambda: svm_unseen(emb, words, even=True),
        "ripa": lambda: ripa(emb),
    }
    return table(f"{emb.name}: the words it has", truth, rows)


def held_out(
    emb: Embeddings, labelled: LabelledWords, dictionaries: list[Dictionary], seeds: frozenset[str]
) -> Table:
    """Without the seed words of either method: none is known beforehand."""
    truth = balanced(labelled, known=emb, without=seeds | gender_references())
    rows = {
        **asking(truth, dictionaries),
        "svm": lambda: svm(emb, unseen=truth),
        "svm, even": lambda: svm(emb, unseen=truth, even=True),
        "ripa": lambda: ripa(emb),
    }
    return table(f"{emb.name}: without seed words", truth, rows)


def asking(truth: Mapping[str, bool], dictionaries: list[Dictionary]) -> dict[str, Callable[[], Selection]]:
    """KBC to the letter, and with dictionaries that abstain on words they lack."""
    if not dictionaries:
        return {}
    return {
        KBC: lambda: to_the_letter(truth, dictionaries),
        "… absent abstains": lambda: to_the_letter(truth, dictionaries, absent="abstains"),
    }


def to_the_letter(truth: Mapping[str, bool], dictionaries: list[Dictionary], **options: Any) -> Selection:
    """One set of 38 words is both the seed and what definitions are searched for."""
    return kbc(list(truth), dictionaries=dictionaries, seed=gender_references(), **options)


def table(title: str, truth: Mapping[str, bool], rows: Mapping[str, Callable[[], Selection]]) -> Table:
    """Every row judged on the same words, and tested against the first."""
    click.echo(f"\n{title}: {len(truth)} words, half of them gender-specific")
    known = sum(word in gender_words() for word, specific in truth.items() if specific)
    made: list[dict[str, Any]] = []
    baseline: Selection | None = None
    for name, choose in rows.items():
        selection = choose()
        baseline = baseline or selection
        scores = judge(selection, truth)
        p = None if selection is baseline else f1_difference_p(selection, baseline, truth)
        why = selection.why
        made.append(
            {
                "row": name,
                "scores": [asdict(score) for score in scores],
                "p_f1": p,
                "missed": [word for word, specific in truth.items() if specific and word not in why],
                "wrongly_kept": [word for word, specific in truth.items() if not specific and word in why],
                "notes": selection.notes,
            }
        )
        click.echo(f"  {name:20}" + " ".join(f"{s.name} {100 * (s.value or 0):5.1f}" for s in scores))
    return {"title": title, "words": len(truth), "our_seed_words_in_it": known, "rows": made}


def write_readme(tables: list[Table]) -> None:
    """The tables between their two marks; what is written around them stays."""
    path = HERE / "README.md"
    before, mark, rest = path.read_text(encoding="utf-8").partition("<!-- tables -->")
    _, end, after = rest.partition("<!-- end -->")
    parts = [markdown(each) for each in tables]
    path.write_text(f"{before}{mark}\n\n{''.join(parts)}{end}{after}", encoding="utf-8")


def markdown(made: Table) -> str:
    """One table, percent with 95 % intervals; the paper's rows stand below."""
    lines = [
        f"### {made['title']} (n = {made['words']})\n",
        "| | " + " | ".join(MEASURES) + " | p of F1 |",
        "|---|" + "---|" * (len(MEASURES) + 1),
    ]
    for row in made["rows"]:
        cells = [
            f"{100 * s['value']:.1f} [{100 * s['low']:.1f} … {100 * s['high']:.1f}]" for s in row["scores"]
        ]
        p = "–" if row["p_f1"] is None else f"{row['p_f1']:.4f}" if row["p_f1"] >= 1e-4 else "< .0001"
        lines.append(f"| {row['row']} | " + " | ".join(cells) + f" | {p} |")
    for name, values in PAPER.items():
        lines.append(f"| *paper: {name}* | " + " | ".join(f"*{value:.2f}*" for value in values) + " | |")
    return "\n".join(lines) + "\n\n"


if __name__ == "__main__":
    main(*sys.argv[1:])
