"""Rules mined from edits: word differences counted, the most frequent kept, agreement shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefair.errors import DataError
from corefair.mitigators.text.mining import Edited, differences, mine, read_edits

FIVE = [("the chairman", new) for new in ("the chairwoman",) * 3 + ("the chairperson", "the chair")]


def test_the_most_frequent_exchange_is_kept_with_its_agreement() -> None:
    found = mine(Edited(*each) for each in FIVE)
    (rule,) = found.rules
    assert (rule.word, rule.new, rule.edits, rule.of, rule.agreement) == (
        "chairman",
        "chairwoman",
        3,
        5,
        3 / 5,
    )
    assert rule.others == (("chair", 1), ("chairperson", 1)) and rule.ours == "chairwoman"
    assert (found.spans, found.edits, found.alike) == (1, 5, 0.0)


def test_her_keeps_both_rules_because_grammar_tells_them_apart() -> None:
    found = mine([Edited("her book", "his book"), Edited("saw her", "saw him"), Edited("of her", "of him")])
    assert [(rule.word, rule.new, rule.edits) for rule in found.rules] == [
        ("her", "him", 2),
        ("her", "his", 1),
    ]


def test_rare_rules_are_left_out_on_demand() -> None:
    edits = [Edited("a king", "a queen")] * 2 + [Edited("a duke", "a duchess")]
    assert [rule.word for rule in mine(edits, least=2).rules] == ["king"]


def test_phrases_of_other_lengths_are_one_rule() -> None:
    assert list(differences(["a", "fireman"], ["a", "fire", "fighter"])) == [("fireman", "fire fighter")]


def test_a_table_is_read_and_faults_have_a_place(tmp_path: Path) -> None:
    path = tmp_path / "edits.tsv"
    path.write_text("original\tedited\tworker\nhis aunt\ther uncle\tw1\n", encoding="utf-8")
    assert list(read_edits(path)) == [Edited("his aunt", "her uncle", "w1")]
    path.write_text("before\tafter\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"edits\.tsv:1: no column original"):
        list(read_edits(path))
    path.write_text("original\tedited\na\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"edits\.tsv:2: 1 columns"):
        list(read_edits(path))


WORDS = st.lists(st.sampled_from("abcde"), max_size=6)


@given(WORDS, WORDS)
def test_nothing_differs_but_what_was_changed(old: list[str], new: list[str]) -> None:
    found = list(differences(old, new))
    assert (found == []) == (old == new or (len(old) < len(new) and found == []))
    assert all(before != after for before, after in found)
