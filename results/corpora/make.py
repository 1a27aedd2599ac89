"""What four corpora hold, beside what WinoBias §3.1 says of OntoNotes.

COREFAIR_DATA=… python results/corpora/make.py [--articles N] [--resamples N]

writes corpora.json and README.md beside this file; every number on the page is from corpora.json.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from corefair import lists
from corefair.auditing.run import audit_corpora
from corefair.io import datasets, read
from corefair.io.documents import Block
from corefair.io.plain import Plain
from corefair.systems.rule import Rule
from corefair.text import analyse
from corefair.types import Document

HERE = Path(__file__).parent
SEED = 0
SHOWN = {
    "masculine share of entities": "masculine, of entities with a gendered pronoun",
    "job titles, masculine over feminine phrases": "job titles, masculine : feminine, of phrases",
    "job titles, masculine less feminine phrases": "the same, masculine less feminine",
}
MORE = {
    "job titles, masculine over feminine mentions": "job titles, masculine : feminine, of all mentions",
    "masculine share of pronouns": "masculine, of gendered pronouns",
}
ABOUT = {
    "OntoGUM": "train and dev, gold clusters without singletons, gold trees",
    "GUM": "the same texts in GUM's own scheme, gold clusters and trees",
    "LitBank": "train and dev of fold 0, gold clusters, predicted trees",
    "Wikipedia": "articles drawn by lot, clusters by the rule-based resolver, predicted trees",
}


def main() -> None:
    """Measure, then write both files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--articles", type=int, default=1500, help="of Wikipedia, drawn by lot")
    parser.add_argument("--resamples", type=int, default=2000)
    asked = parser.parse_args()
    corpora: dict[str, Iterable[Document]] = {
        "OntoGUM": documents("ontogum"),
        "GUM": documents("gum"),
        "LitBank": analyse(documents("litbank")),
        "Wikipedia": resolved(articles(asked.articles)),
    }
    found = {name: measured(name, docs, asked.resamples) for name, docs in corpora.items()}
    made = {
        "seed": SEED,
        "resamples": asked.resamples,
        "articles": asked.articles,
        "titles_in_list": len(lists.read("job_titles")),
        "corpora": found,
    }
    (HERE / "corpora.json").write_text(
        json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    (HERE / "README.md").write_text(page(made), encoding="utf-8")


def documents(name: str) -> Iterator[Document]:
    """The documents of both parts of a published set."""
    return chain.from_iterable(read(datasets.find(name, part)) for part in ("train", "dev"))


def articles(n: int) -> Iterator[Document]:
    """So many articles, drawn without replacement, in their order."""
    path = datasets.find("corpus", "wikipedia-2021-part.txt.gz")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        every = list(lines)
    chosen = np.random.default_rng(SEED).choice(len(every), size=min(n, len(every)), replace=False)
    for i in sorted(chosen.tolist()):
        yield replace(Plain.parse(Block(i + 1, every[i].strip())), id=f"wikipedia:{i + 1}")


def resolved(docs: Iterable[Document]) -> Iterator[Document]:
    """The documents with the clusters that the rule-based resolver finds."""
    rule = Rule()
    for doc in analyse(docs):
        (answer,) = rule.answers([doc])
        yield replace(doc, clusters=answer.clusters)


def measured(name: str, docs: Iterable[Document], resamples: int) -> dict[str, Any]:
    """What an audit finds: how many of each, and every score with its interval."""
    (result,) = audit_corpora({name: docs}, resamples=resamples, seed=SEED).results
    (grid,) = result.charts.grids
    kept = [
        {
            "name": score.name,
            "genre": (genre := score.groups.get("genre", "")),
            "measure": score.name.removesuffix(f", {genre}"),
            **{each: getattr(score, each) for each in ("value", "low", "high", "n", "p")},
        }
        for score in result.scores
    ]
    return {"counts": dict(zip(grid.columns, grid.rows[0], strict=True)), "scores": kept}


def page(made: dict[str, Any]) -> str:
    """The page, in Markdown."""
    every = {**SHOWN, **MORE}
    lines = [
        "# What corpora hold",
        "",
        "`COREFAIR_DATA=… python results/corpora/make.py` makes this page, as `corefair audit corpus` counts",
        "(suite `people`). Entities are masculine or feminine by the pronouns that head their mentions, so",
        "that *his mother* is no masculine mention. A phrase has a job title if one of",
        f"the {made['titles_in_list']:,} of `lists/job_titles.tsv` stands in it.",
        f"Intervals: 95 %, bootstrap over documents, {made['resamples']:,} resamples.",
        "",
        "| | " + " | ".join(every.values()) + " |",
        "|---|" + "---|" * len(every),
        "| OntoNotes, WinoBias §3.1 | over 80 % | more than 2 | | | |",
    ]
    for name, corpus in made["corpora"].items():
        whole = {score["measure"]: score for score in corpus["scores"] if not score["genre"]}
        lines.append(f"| {name} | " + " | ".join(shown(whole.get(each)) for each in every) + " |")
    heads = list(next(iter(made["corpora"].values()))["counts"])[1:]
    lines += ["", "| | " + " | ".join(heads) + " |", "|---|" + "--:|" * len(heads)]
    for name, corpus in made["corpora"].items():
        cells = [each if isinstance(each, str) else f"{each:,}" for each in corpus["counts"].values()][1:]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    lines += ["", *(f"- {name}: {about}." for name, about in ABOUT.items()), ""]
    lines += [
        f"Wikipedia: {made['articles']:,} articles; what its clusters say inherits the resolver's errors.",
        "",
        "## Beside WinoBias's two claims",
        "",
        *claims(made),
    ]
    for name in ("OntoGUM", "GUM"):
        lines += ["", f"## {name} by genre", ""]
        lines += [
            "An interval of so few entities that agree has no width: it says little, and n says how few."
        ]
        lines += ["", "| genre | n, entities | " + " | ".join(SHOWN.values()) + " |"]
        lines += ["|---|--:|" + "---|" * len(SHOWN)]
        scores_of: dict[str, dict[str, Any]] = {}
        for score in made["corpora"][name]["scores"]:
            if score["genre"]:
                scores_of.setdefault(score["genre"], {})[score["measure"]] = score
        for genre, each in sorted(scores_of.items()):
            n = each[next(iter(SHOWN))]["n"]
            lines.append(f"| {genre} | {n:,} | " + " | ".join(shown(each.get(one)) for one in SHOWN) + " |")
    return "\n".join(lines) + "\n"


def claims(made: dict[str, Any]) -> list[str]:
    """Which corpora lie below 80 %, and in which masculine phrases have more titles, for certain."""
    share, times = list(SHOWN)[:2]
    below, above, more, twice = [], [], [], []
    for name, corpus in made["corpora"].items():
        whole = {score["measure"]: score for score in corpus["scores"] if not score["genre"]}
        if whole[share]["high"] is not None and whole[share]["high"] < 0.8:
            below.append(name)
        if whole[share]["low"] is not None and whole[share]["low"] > 0.5:
            above.append(name)
        if whole[times]["low"] is not None and whole[times]["low"] > 1:
            more.append(name)
        if whole[times]["low"] is not None and whole[times]["low"] > 2:
            twice.append(name)
    return [
        f"- Over 80 % masculine: the whole interval is below 80 % in {listed(below)},",
        f"  and above 50 % in {listed(above)}. None of them is OntoNotes.",
        "- Twice as likely a title: masculine phrases have a title more often, for certain, in",
        f"  {listed(more)};",
        f"  more than twice as often, for certain, in {listed(twice)}.",
    ]


def listed(names: list[str]) -> str:
    """Names with commas, or none."""
    return ", ".join(names) or "none"


def shown(score: dict[str, Any] | None) -> str:
    """A value with its interval, shares in percent; a dash where it is not defined."""
    if score is None or score["value"] is None:
        return "–"
    unit = "share" if "share" in score["measure"] else "points" if " less " in score["measure"] else ""
    values = [score[each] for each in ("value", "low", "high")]
    texts = [
        None if each is None else f"{100 * each:.1f} %" if unit == "share"
        else f"{100 * each:+.1f} points" if unit else f"{each:.2f}"
        for each in values
    ]  # fmt: skip
    interval = f" ({texts[1]} … {texts[2]})".replace(" points …", " …") if texts[1] is not None else ""
    return f"{texts[0]}{interval}"


if __name__ == "__main__":
    main()
