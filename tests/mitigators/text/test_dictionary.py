"""The lists themselves: large enough, each row with its source, and the flags true."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from corefair import lists
from corefair.mitigators.text.contexts import never, phrases, things
from corefair.mitigators.text.dictionary import OTHER, entries, group_of

DATA = os.environ.get("COREFAIR_DATA")
PLACES = {"", "noun", "head", "title", "office", "capital", "name", "rank", "object", "determiner", "alone"}
ROWS = lists.read("swap_words")


def test_there_are_many_rows_each_with_a_source() -> None:
    assert len(ROWS) >= 600
    assert all(row["source"] and row["kind"] and row["feminine"] != row["masculine"] for row in ROWS)
    assert {row["where"] for row in ROWS} <= PLACES
    assert {row["one_to_one"] for row in ROWS} == {"yes", "feminine", "masculine"}
    spelled = Counter((row["feminine"].lower(), row["masculine"].lower(), row["where"]) for row in ROWS)
    assert [pair for pair, n in spelled.items() if n > 1] == []


def test_what_is_called_one_to_one_comes_back() -> None:
    for row in ROWS:
        if row["one_to_one"] == "yes":
            for group in OTHER:
                form, new = row[group].lower(), row[OTHER[group]].lower()
                there = [entry for entry in entries()[form] if entry.where == row["where"]]
                assert [entry.new.lower() for entry in there] == [new], form
                back = [entry for entry in entries()[new] if entry.where == row["where"]]
                assert [entry.new.lower() for entry in back] == [form], form


def test_no_word_is_of_both_genders() -> None:
    groups: dict[str, set[str]] = {}
    for row in ROWS:
        for group in OTHER:
            groups.setdefault(row[group].lower(), set()).add(group)
    assert [word for word, found in groups.items() if len(found) > 1] == []
    assert group_of()["queen"] == "feminine"


def test_number_goes_with_number() -> None:
    plural = {row["feminine"]: row["masculine"] for row in ROWS if row["feminine"].endswith("women")}
    assert all(masculine.endswith(("men", "s")) for masculine in plural.values())


def test_contexts_protect_words_of_the_dictionary() -> None:
    assert sum(map(len, phrases().values())) > 150
    assert [word for word in phrases() if word not in entries()] == []
    assert [word for word in never() if word in entries()] == []
    assert {"ship", "country"} <= things()


@pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA to the folder of published sets")
def test_it_covers_the_pairs_that_others_published() -> None:
    """WinoBias's own rules and GN-GloVe's further words, as far as they are words for people."""
    folder = Path(DATA or "") / "lists"
    lines = (folder / "generalized_swaps.txt").read_text(encoding="utf-8").splitlines()
    pairs = [tuple(cell.strip() for cell in line.split("\t")) for line in lines]
    lacking = [pair for pair in pairs if pair[0] not in entries()]
    assert {word for word, _ in lacking} <= {"chick", "chicks", "mentleman"}  # a bird as well; a misprint
    same = sum(new in (each.new for each in entries()[old]) for old, new in pairs if old in entries())
    assert same >= 0.9 * (len(pairs) - len(lacking))
