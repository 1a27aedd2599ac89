"""Minimal pairs that were answered differently, with the pronoun and candidates marked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from corefair.report.markup import Safe, el, join
from corefair.suites.choice import linked
from corefair.types import Answer, Choice, Mention, cluster_up

Json = Mapping[str, Any]
# Shown of one result, and about how many in the page; all are in report.json.
MOST_FLIPS, ALL_FLIPS = 200, 800
NO_SPACE = re.compile(r"[.,;:!?)%]|'\w*|n't")


def flips(data: Json, anchor: str, results: Sequence[Json]) -> Safe | None:
    """The flipped pairs of each valid result of a suite, the first of them in full."""
    flipped = [r for r in results if r["valid"] and r["charts"].get("flips")]
    if not flipped:
        return None
    n_lists = sum(1 for r in data["results"] if r["valid"] and r["charts"].get("flips"))
    most = max(20, min(MOST_FLIPS, ALL_FLIPS // n_lists))
    said = (
        "Two sentences that differ only in the pronoun should get the same answer. These did not. The "
        "pronoun is marked, the candidates are underlined, the one it was linked to thickly."
    )
    lists = [_flip_list(f"{anchor}-flips-{i}", result, most) for i, result in enumerate(flipped)]
    return join(el("h3", "Pairs that flipped"), el("p", said), *lists)


def _flip_list(anchor: str, result: Json, most: int) -> Safe:
    pairs, rows = result["charts"]["flips"], {row["case"]: row for row in result["rows"]}
    items = (el("li", *(_sentence(rows[case]) for case in pair if case in rows)) for pair in pairs[:most])
    noun = "pair" if len(pairs) == 1 else "pairs"
    note = f"The first {most} are shown; all are in report.json." if len(pairs) > most else None
    box = el(
        "div",
        el("label", "Filter", for_=f"{anchor}-q"),
        el("input", id=f"{anchor}-q", type="search", autocomplete="off"),
        el("output", "", aria_live="polite"),
        class_="filter",
        data_list=anchor,
        hidden=True,
    )
    listed = el(
        "ul", *items, id=anchor, class_="flips", tabindex=0, aria_label=f"Pairs {result['system']} flipped"
    )
    return el(
        "details",
        el("summary", f"{result['system']}: {len(pairs)} {noun} answered differently"),
        el("p", note, class_="muted") if note else None,
        box,
        listed,
    )


def _sentence(row: Json) -> Safe:
    if "words" not in row:
        return el("p", row["case"])
    gold = row["gold"]
    choice = Choice(
        Mention(*gold["pronoun"]),
        tuple(Mention(*c) for c in gold["candidates"]),
        tuple(gold["names"]),
        gold["right"],
    )
    hits = linked(Answer(cluster_up(row["answer"]["clusters"])), choice)
    ends: dict[int, tuple[int, str, str | None]] = {choice.pronoun.start: (choice.pronoun.end, "mark", None)}
    ends |= {
        each.start: (each.end, "u", "hit" if i in hits else None) for i, each in enumerate(choice.candidates)
    }
    parts: list[Any] = []
    at, words = 0, row["words"]
    while at < len(words):
        if at and not NO_SPACE.fullmatch(words[at]):
            parts.append(" ")
        end, name, kind = ends.get(at, (at + 1, "", None))
        end = max(end, at + 1)
        said = " ".join(words[at:end])
        parts.append(el(name, said, class_=kind) if name else said)
        at = end
    names = [name for i, name in enumerate(choice.names) if i in hits]
    failed = {"refused": "refused to answer", "error": "failed"}.get(row["answer"]["status"])
    to = failed or (f"linked to {' and '.join(names)}" if names else "not linked")
    right = "" if choice.right is None else ", right" if hits == {choice.right} else ", wrong"
    return el("p", *parts, " → ", el("b", f"{to}{right}"))
