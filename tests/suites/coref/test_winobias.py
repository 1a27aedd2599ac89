"""WinoBias: cases from small files, the CoNLL score by hand, and the published development split."""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import contracts
from corefair.errors import DataError, UnknownName
from corefair.lists import read
from corefair.metrics import evaluate
from corefair.suites.coref.winobias import build, odd_pairs
from corefair.types import Answer, Mention, Row, Suite, cluster_up
from measured import value

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


def judged(suite: Suite, answers: list[Answer]) -> list[Row]:
    return [suite.judge(case, answer) for case, answer in zip(suite.cases, answers, strict=True)]


def test_cases_of_a_small_split(data: Path) -> None:
    suite = build(data=data)
    contracts.check_suite(suite)
    assert suite.split == "dev" and len(suite.data) == 7
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
    assert "1 pairs differ" in suite.caveats[-1] and suite.caveats[-3].startswith("2 sentences have two")
    assert "the right answer runs from 0 (nurse) to 2 (" in suite.caveats[-2]


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
    rows = judged(suite, answers)
    assert value(suite, rows, "T1-p") == 1
    # Gold of type1/anti: 2 + 1 links, 3 + 2 mentions, 2 clusters; of the second sentence one mention matches.
    muc = 2 / 3
    b_cubed = (3 + 1 / 2) / 5
    ceaf = (1 + 1 / 2) / 2
    expected = (muc + b_cubed + ceaf) / 3
    assert value(suite, rows, "T1-a") == pytest.approx(expected)
    assert value(suite, rows, "T1 Avg") == pytest.approx((1 + expected) / 2)
    assert value(suite, rows, "T1 |Diff|") == pytest.approx(1 - expected)
    assert value(suite, rows, "gap") == pytest.approx(1 - 2 / 3)
    assert value(suite, rows, "gap, T1") == 0.5 and value(suite, rows, "gap, T2") == 0
    assert value(suite, rows, "accuracy, feminine") == pytest.approx(2 / 3)
    assert {each.table for each in suite.measures if each.name.startswith("T1")} == {"Table 2"}
    headline = [each.name for each in suite.measures if each.role == "headline"]
    assert headline == ["gap", "gap, T1", "gap, T2"], "the paper's rule: type 1 and type 2 both"


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
    right = judged(suite, [Answer(case.gold.clusters) for case in suite.cases])
    assert value(suite, right, "accuracy") == value(suite, right, "T2 Avg") == 1
    assert value(suite, right, "gap") == value(suite, right, "T1 |Diff|") == 0
    wrong = judged(
        suite,
        [
            Answer(cluster_up([[case.gold.candidates[1 - case.gold.right], case.gold.pronoun]]))
            for case in suite.cases
        ],
    )
    assert value(suite, wrong, "accuracy") == 0 and value(suite, wrong, "link rate") == 1
    assert value(suite, wrong, "T2-a") == pytest.approx(0.25, abs=0.01), "a wrong link still earns .25"
    silent = judged(suite, [Answer()] * len(suite.cases))
    assert value(suite, silent, "T1-p") == value(suite, silent, "link rate") == 0


@published
def test_what_its_files_show_is_among_its_caveats() -> None:
    caveats = " ".join(development().caveats)
    assert "always the second named where type is 2 (792 of 792 cases)" in caveats
    assert "in 75.0 % of cases the second named (1,188 of 1,584 cases)" in caveats
    assert "the right answer runs from 24 (attendant) to 56 (laborer)" in caveats


@published
def test_jobs_and_flips_of_a_stereotype() -> None:
    """By the paper's shares: the one of the two whose job has more women is she, the other he."""
    suite = development()
    percent = {row["occupation"]: float(row["percent_women"]) for row in read("winobias_occupations")}
    rows = []
    for case in suite.cases:
        shares = [percent[name] for name in case.gold.names]
        chosen = shares.index((max if case.groups["gender"] == "feminine" else min)(shares))
        rows.append(
            suite.judge(case, Answer(cluster_up([[case.gold.pronoun, case.gold.candidates[chosen]]])))
        )
    assert value(suite, rows, "accuracy, pro") == 1 and value(suite, rows, "accuracy, anti") == 0
    assert suite.charts
    charts = suite.charts(rows)
    assert {job.occupation: job.bls for job in charts.jobs} == percent
    assert all(job.score == (100 if percent[job.occupation] > 50 else -100) for job in charts.jobs)
    # 783 pairs have the same words but for the pronoun, and 781 of them the same question.
    assert len(charts.flips) == 781 and ("type1/pro/1", "type1/anti/1") in charts.flips
