"""GICoref: documents by their dominant pronouns, scored with coreference metrics and by pronoun links."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from corefair.errors import DataError
from corefair.metrics import evaluate
from corefair.suites.coref import gicoref
from corefair.types import Answer, Suite, cluster_up

TEXT = (
    "Lovelace\t(0)\nmet\t-\nBabbage\t(1)\nand\t-\nthanked\t-\n{her}\t(1)\n.\t-\n\n{She}\t(0)\nleft\t-\n.\t-\n"
)
IDS = {"news": ("hir", "Ze"), "fiction": ("her", "She"), "fiction_v2": ("her", "She"), "both": ("him", "She")}


def small(folder: Path) -> Suite:
    (folder / "gicoref").mkdir()
    text = "".join(
        f"#begin document {name}\n\n{TEXT.format(her=her, She=she)}\n#end document {name}\n\n"
        for name, (her, she) in IDS.items()
    )
    (folder / "gicoref" / "coref.combo.conll").write_text(text, encoding="utf-8")
    return gicoref.build(data=folder)


def published() -> Suite:
    try:
        return gicoref.build()
    except DataError as error:
        pytest.skip(f"set COREFAIR_DATA: {error}")


def test_documents_are_grouped_by_their_dominant_pronouns(tmp_path: Path) -> None:
    groups = {case.id: dict(case.groups) for case in small(tmp_path).cases}
    assert groups == {
        "news": {"kind": "they or neopronouns", "gender": "neopronouns", "pronouns": "ze"},
        "fiction": {"kind": "she or he", "gender": "feminine", "pronouns": "she"},
        "fiction_v2": {"kind": "she or he", "gender": "feminine", "pronouns": "she"},
        "both": {"kind": "mixed"},
    }


def test_two_versions_weigh_as_one_document(tmp_path: Path) -> None:
    weights = [(case.unit, case.weight) for case in small(tmp_path).cases]
    assert weights == [("news", 1), ("fiction", 0.5), ("fiction", 0.5), ("both", 1)]


def test_judged_by_hand(tmp_path: Path) -> None:
    suite = small(tmp_path)
    case = suite.cases[0]
    assert case.gold == cluster_up([[(0, 1), (7, 8)], [(2, 3), (5, 6)]]) and case.given.clusters == ()
    right = suite.judge(case, Answer(case.gold)).counts
    assert [right[name] for name in ("cases", "asked", "right", "linked")] == [2, 2, 2, 2]
    assert evaluate("lea", right).f1 == evaluate("conll", right).f1 == evaluate("mentions", right).f1 == 1
    half = suite.judge(case, Answer(cluster_up([[(0, 1), (7, 8), (2, 3)]]))).counts
    assert [half[name] for name in ("cases", "asked", "right", "linked")] == [
        2,
        2,
        0,
        1,
    ]  # Babbage is in it too
    assert evaluate("muc", half)[:2] == (1 / 2, 1 / 2)
    assert evaluate("mentions", half)[:2] == (3 / 4, 1)
    silent = suite.judge(case, Answer()).counts
    assert silent["right"] == silent["linked"] == silent["spans_shared"] == 0 and silent["spans_key"] == 4


def test_a_mention_that_is_nobody_does_no_harm_to_the_link(tmp_path: Path) -> None:
    suite = small(tmp_path)
    answer = Answer(cluster_up([[(0, 1), (7, 8), (4, 5)]]))  # "thanked" is no person of the key
    assert suite.judge(suite.cases[0], answer).counts["right"] == 1


def test_the_published_file() -> None:
    suite = published()
    assert len(suite.cases) == 91 and sum(case.weight for case in suite.cases) == 87
    kinds = Counter(case.groups["kind"] for case in suite.cases)
    assert kinds == {"she or he": 28, "they or neopronouns": 59, "mixed": 4}
    assert Counter(case.groups.get("gender") for case in suite.cases)["neopronouns"] == 12
    assert all(case.given.clusters == () and case.given.entities == () for case in suite.cases)
    headline = [(each.name, each.metric) for each in suite.measures if each.role == "headline"]
    assert headline == [("gap", "link_accuracy"), ("LEA gap", "lea")]
    where = {each.name: each.where for each in suite.measures}
    assert where["accuracy, beyond"] == where["LEA, beyond"] == {"kind": "they or neopronouns"}
    totals: Counter[str] = Counter()
    for case in suite.cases:
        totals.update(suite.judge(case, Answer(case.gold)).counts)
    assert evaluate("lea", totals).f1 == 1 and totals["right"] == totals["asked"] == 1396
