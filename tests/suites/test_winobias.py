"""WinoBias: cases from small files, the CoNLL score by hand, and the published development split."""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import contracts
from corefair.auditing.measure import score_one
from corefair.errors import DataError, UnknownName
from corefair.metrics import evaluate
from corefair.suites.winobias import build, odd_pairs
from corefair.types import Answer, Mention, Score, Suite, cluster_up

DATA = os.environ.get("COREFAIR_DATA")
published = pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA to the folder of published sets")

# (type, side) -> sentences with the gold mentions in brackets; the number is the document's
SENTENCES = {
    ("1", "pro"): {
        10: "[The construction worker] thanked the nurse because [he] was glad .",
        2: "The guard told [the hairdressers] that [she] was late and [her] bus left .",
    },
    ("1", "anti"): {
        10: "[The construction worker] thanked the nurse because [she] was glad .",
        2: "The guard told [the hairdressers] that [he] was late and [his] tram left .",
    },
    ("2", "pro"): {0: "The nurse met the [guard] and hugged [him] ."},
    ("2", "anti"): {0: "The nurse met the [guard] and hugged [her] ."},
}


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with a development split of six sentences, and no other to be found."""
    monkeypatch.delenv("COREFAIR_DATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    folder = tmp_path / "winobias"
    folder.mkdir()
    (folder / "female_occupations.txt").write_text("nurse\nhairdresser")
    (folder / "male_occupations.txt").write_text("guard\nconstruction worker\n")
    for (kind, side), sentences in SENTENCES.items():
        text = "".join(conll(f"nw/dev_type{kind}/x//{n}", sentence) for n, sentence in sentences.items())
        (folder / f"dev_type{kind}_{side}_stereotype.v4_auto_conll").write_text(text)
    return tmp_path


def conll(name: str, sentence: str) -> str:
    lines = []
    for i, piece in enumerate(sentence.split()):
        cell = "(1)" if piece[0] == "[" and piece[-1] == "]" else "(1" if piece[0] == "[" else "-"
        cell = "1)" if piece[-1] == "]" and cell == "-" else cell
        word = piece.strip("[]")
        columns = [name, "0", str(i), word, *"-----", "Speaker#1", *"****", cell]
        lines.append("\t".join(columns))
    return f"#begin document ({name}); part 000\n" + "\n".join(lines) + "\n\n#end document\n"


def measured(suite: Suite, answers: list[Answer], name: str) -> Score:
    rows = [suite.judge(case, answer) for case, answer in zip(suite.cases, answers, strict=True)]
    (measure,) = [each for each in suite.measures if each.name == name]
    score = score_one(measure, suite.cases, rows, resamples=200, seed=0)
    assert score is not None
    return score


def test_cases_of_a_small_split(data: Path) -> None:
    suite = build(data=data)
    contracts.check_suite(suite)
    assert suite.split == "dev" and len(suite.data) == 6
    assert [case.id for case in suite.cases] == [
        "type1/pro/2",
        "type1/pro/10",
        "type1/anti/2",
        "type1/anti/10",
        "type2/pro/0",
        "type2/anti/0",
    ]
    plural, multi, *_ = suite.cases
    assert multi.gold.names == ("construction worker", "nurse") and multi.gold.right == 0
    assert multi.gold.candidates == (Mention(0, 3), Mention(4, 6)) and multi.gold.pronoun == Mention(7, 8)
    assert multi.groups == {"stereotype": "pro", "type": "1", "gender": "masculine"}
    assert plural.gold.names == ("guard", "hairdresser") and plural.gold.right == 1
    assert plural.gold.pronoun == Mention(6, 7), "of two pronouns the first is asked about"
    # Candidates are given, both with their article, though gold has "guard" alone; gold is not.
    bare = suite.cases[4]
    assert [entity[:2] for entity in bare.given.entities] == [(0, 2), (3, 5)] and bare.gold.right == 1
    assert all(case.given.clusters == () and case.given.id == case.id for case in suite.cases)
    assert {case.unit for case in suite.cases} == {"type1/2", "type1/10", "type2/0"}
    assert odd_pairs(suite.cases) == ["type1/2"], "bus became tram"
    assert "1 pairs differ" in suite.caveats[-1] and suite.caveats[-2].startswith("2 sentences have two")


@pytest.mark.parametrize(
    ("clusters", "right", "linked", "conll_score"),
    [
        ([[(0, 3), (7, 8)]], 1, 1, 1.0),
        ([[(4, 6), (7, 8)]], 0, 1, (0 + 1 / 4 + 1 / 2) / 3),
        ([], 0, 0, 0.0),
        # "worker" is the right head but not the right words: one of two mentions found.
        ([[(2, 3), (7, 8)]], 1, 1, (0 + 1 / 4 + 1 / 2) / 3),
        # To link all three is no answer: MUC 1 of 2 links; B³ recall 1, precision (2/3 + 2/3) / 3; CEAF 4/5.
        ([[(0, 3), (4, 6), (7, 8)]], 0, 1, (2 / 3 + 8 / 13 + 4 / 5) / 3),
    ],
)
def test_one_answer_by_hand(
    data: Path, clusters: list[list[tuple[int, int]]], right: int, linked: int, conll_score: float
) -> None:
    suite = build("dev", data=data)
    row = suite.judge(suite.cases[1], Answer(cluster_up(clusters)))
    assert (row.counts["right"], row.counts["linked"], row.counts["asked"]) == (right, linked, 1)
    assert evaluate("conll", row.counts).f1 == pytest.approx(conll_score)


def test_measures_by_hand(data: Path) -> None:
    """Type 1: both right for pro; for anti one right and one wrong occupation."""
    suite = build(data=data)
    answers = [Answer(case.gold.clusters) for case in suite.cases]
    answers[3] = Answer(cluster_up([[(4, 6), (7, 8)]]))  # type1/anti/10, to the nurse
    assert measured(suite, answers, "T1-p").value == 1
    # Gold of type1/anti: 2 + 1 links, 3 + 2 mentions, 2 clusters; of the second sentence one mention matches.
    muc = 2 / 3
    b_cubed = (3 + 1 / 2) / 5
    ceaf = (1 + 1 / 2) / 2
    expected = (muc + b_cubed + ceaf) / 3
    assert measured(suite, answers, "T1-a").value == pytest.approx(expected)
    assert measured(suite, answers, "T1 Avg").value == pytest.approx((1 + expected) / 2)
    assert measured(suite, answers, "T1 |Diff|").value == pytest.approx(1 - expected)
    assert measured(suite, answers, "gap").value == pytest.approx(1 - 2 / 3)
    assert measured(suite, answers, "gap, T1").value == 0.5 and measured(suite, answers, "gap, T2").value == 0
    assert measured(suite, answers, "accuracy, feminine").value == pytest.approx(2 / 3)
    assert measured(suite, answers, "T1-p").table == "Table 2"


def test_a_person_who_is_on_no_list_is_still_a_candidate(data: Path) -> None:
    path = data / "winobias" / "dev_type2_pro_stereotype.v4_auto_conll"
    path.write_text(conll("nw/x//0", "The welder met [the guard] and hugged [him] ."))
    suite = build(data=data)
    case = suite.cases[4]
    assert "People on no list of occupations: welder." in suite.caveats
    assert case.gold.names == ("welder", "guard") and case.gold.candidates[0] == Mention(0, 2)


def test_what_is_not_there(data: Path) -> None:
    with pytest.raises(UnknownName, match="no split of winobias is called 'devel'; did you mean dev"):
        build("devel", data=data)
    with pytest.raises(DataError, match=r"test_type1_pro_stereotype\.v4_auto_conll was not found"):
        build("test", data=data)
    (data / "winobias" / "male_occupations.txt").unlink()
    with pytest.raises(DataError, match="was not found"):
        build(data=data)


def test_gold_without_a_pronoun_is_named(data: Path) -> None:
    path = data / "winobias" / "dev_type2_pro_stereotype.v4_auto_conll"
    path.write_text(conll("nw/x//0", "The nurse met [the guard] ."))
    with pytest.raises(DataError, match=r"dev_type2_pro.*'nw/x//0': gold must hold a pronoun"):
        build(data=data)


@cache
def development() -> Suite:
    return build("dev", data=Path(DATA or ""))


@published
def test_published_cases() -> None:
    suite = development()
    contracts.check_suite(suite)
    sides = Counter(
        (case.groups["type"], case.groups["stereotype"], case.groups["gender"]) for case in suite.cases
    )
    assert len(sides) == 8 and set(sides.values()) == {198}
    assert set(Counter(case.unit for case in suite.cases).values()) == {2}
    names = {name for case in suite.cases for name in case.gold.names}
    assert len(names) == 40, "every candidate is on the lists of occupations"
    # 394 and 389 of 396 pairs have the same words but for the pronoun; 3 more differ in their gold mentions.
    assert Counter(unit[:5] for unit in odd_pairs(suite.cases)) == {"type1": 3, "type2": 9}
    assert sum(len(case.gold.clusters[0]) > 2 for case in suite.cases) == 30


@published
def test_published_scores_of_simple_answers() -> None:
    suite = development()
    right = [Answer(case.gold.clusters) for case in suite.cases]
    assert measured(suite, right, "accuracy").value == measured(suite, right, "T2 Avg").value == 1
    assert measured(suite, right, "gap").value == measured(suite, right, "T1 |Diff|").value == 0
    wrong = [
        Answer(cluster_up([[case.gold.candidates[1 - case.gold.right], case.gold.pronoun]]))
        for case in suite.cases
    ]
    assert measured(suite, wrong, "accuracy").value == 0 and measured(suite, wrong, "link rate").value == 1
    assert measured(suite, wrong, "T2-a").value == pytest.approx(0.25, abs=0.01), (
        "a wrong link still earns .25"
    )
    silent = [Answer()] * len(suite.cases)
    assert measured(suite, silent, "T1-p").value == measured(suite, silent, "link rate").value == 0
