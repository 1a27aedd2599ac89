"""One case as text: of pronoun questions, of documents, and the way to a case that was misspelt."""

from __future__ import annotations

import pytest

from corefair.errors import DataError
from corefair.report.case_text import case_text, find_case
from corefair.suites.coref import occupations
from corefair.types import Case, Choice, Document, Mention, cluster_up


def test_a_case_of_a_suite_is_found_and_shown() -> None:
    suite = occupations.build()
    first = suite.cases[0]
    text = case_text(find_case(suite, first.id))
    right = first.gold.names[first.gold.right]
    assert text.startswith(f"{first.id}\n  ") and f"  right: {right}" in text
    assert "[=" in text and "*" in text and f"resampled with: {first.unit}" in text


def test_a_misspelt_case_is_offered_a_near_one() -> None:
    suite = occupations.build()
    name = suite.cases[0].id
    with pytest.raises(DataError, match=f"no case of occupations is called .*; did you mean .*{name[:6]}"):
        find_case(suite, name[:-1])
    with pytest.raises(DataError, match="its first is"):
        find_case(suite, "???")


def test_a_pronoun_within_a_candidate_is_marked_as_both() -> None:
    words = ("Ann", "met", "her", "boss", ".")
    gold = Choice(Mention(2, 3), (Mention(0, 1), Mention(2, 4)), ("Ann", "boss"), None)
    text = case_text(Case("x", Document("x", words), gold))
    assert "[Ann] met [*her*] [boss]." in text and "right: none of the candidates" in text


def test_documents_show_their_gold_clusters_sentence_by_sentence() -> None:
    doc = Document("d", ("Ann", "left", ".", "She", "ran", "."), (0, 3))
    case = Case("d", doc, cluster_up([[(0, 1), (3, 4)]]), {"kind": "she or he"}, weight=0.5)
    assert case_text(case).splitlines()[1:3] == ["  [0Ann] left .", "  [0She] ran ."]
    assert "weight: 0.5" in case_text(case)
    assert "Ann left ." in case_text(Case("d", doc, {"a": 1}))  # gold that only its suite knows
    assert "  she nurse" in case_text(Case("w", ("she", "nurse"), None))


def test_control_characters_cannot_steer_a_terminal() -> None:
    case = Case("a\x1b[2J", Document("x", ("Ann\x1b[2J", "left")), None)
    assert "\x1b" not in case_text(case)
