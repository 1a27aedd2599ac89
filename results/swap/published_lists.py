"""How many of the pairs and words that others published our dictionary has, and in how many it agrees.

The lists are read for comparison only; nothing of them is in ours.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from corefair.io import datasets
from corefair.mitigators.text.compounds import entries_of, is_candidate

Json = dict[str, Any]


def compared() -> list[Json]:
    """One row a list."""
    folder = datasets.find("lists")
    rules = [line.split("\t") for line in (folder / "generalized_swaps.txt").read_text().splitlines()]
    extra = [line.split("\t") for line in (folder / "extra_gendered_words.txt").read_text().splitlines()]
    words = [(folder / f"{group}_word_file.txt").read_text().split() for group in ("female", "male")]
    equal = json.loads((folder / "equalize_pairs.json").read_text())
    specific = json.loads((folder / "gender_specific_full.json").read_text())
    return [
        pairs("WinoBias, swap rules", rules),
        pairs("WinoBias, further pairs", extra),
        pairs("GN-GloVe, word pairs", list(zip(*words, strict=True))),
        pairs("Bolukbasi, pairs to equalise", equal),
        singles("Bolukbasi, gender-specific words of one piece", specific),
    ]


def pairs(name: str, published: Iterable[Sequence[str]]) -> Json:
    """Pairs with a word that we exchange, and those in which we agree on the other."""
    cleaned = {tuple(sorted(word.strip().lower() for word in pair)) for pair in published}
    known = [(a, b) for a, b in cleaned if entries_of(a) or entries_of(b)]
    same = [(a, b) for a, b in known if b in _news(a) or a in _news(b)]
    return {"name": name, "entries": len(cleaned), "known": len(known), "same": len(same)}


def singles(name: str, published: Iterable[str]) -> Json:
    """Words that we exchange."""
    cleaned = {word.lower() for word in published if "_" not in word}
    return {"name": name, "entries": len(cleaned), "known": sum(map(is_candidate, cleaned))}


def _news(word: str) -> set[str]:
    return {new.lower() for entry in entries_of(word) for new in (entry.new, *entry.others)}
