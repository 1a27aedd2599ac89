"""Winogender: two occupations by hand, and the 720 published sentences."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import contracts
from corefair.errors import DataError, UnknownName
from corefair.suites.coref.winogender import build
from corefair.types import Answer, Case, Charts, Mention, Row, Suite, cluster_up
from measured import value

DATA = os.environ.get("COREFAIR_DATA")
published = pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA to the folder of published sets")

TEMPLATES = {
    ("nurse", "1"): "The $OCCUPATION told a $PARTICIPANT that $NOM_PRONOUN was late.",
    ("nurse", "0"): "The $PARTICIPANT saw the $OCCUPATION lose $POSS_PRONOUN way.",
    ("pilot", "1"): "The $OCCUPATION left the $PARTICIPANT behind and forgot $ACC_PRONOUN.",
    ("pilot", "0"): "$NOM_PRONOUN was asleep when the $PARTICIPANT woke the $OCCUPATION.",
}
FORMS = {"male": ("he", "him", "his"), "female": ("she", "her", "her"), "neutral": ("they", "them", "their")}


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with 2 occupations: 2 × 2 templates × 2 participants × 3 genders = 24 sentences."""
    monkeypatch.delenv("COREFAIR_DATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    folder = tmp_path / "winogender"
    folder.mkdir()
    templates, sentences = ["occupation(0)\tother-participant(1)\tanswer\tsentence"], ["sentid\tsentence"]
    for (job, answer), template in TEMPLATES.items():
        templates.append(f"{job}\tguest\t{answer}\t{template}")
        for who in ("guest", "someone"):
            for gender, (nom, acc, poss) in FORMS.items():
                text = template.replace("$OCCUPATION", job).replace("$POSS_PRONOUN", poss)
                text = text.replace("$ACC_PRONOUN", acc).replace("$NOM_PRONOUN", nom)
                if who == "someone":
                    text = text.replace("The $PARTICIPANT", "Someone").replace("the $PARTICIPANT", who)
                    text = text.replace("a $PARTICIPANT", who)
                text = text.replace("$PARTICIPANT", who)
                if gender == "neutral":
                    text = text.replace("they was late", "they were late")
                text = text[0].upper() + text[1:]
                sentences.append(f"{job}.{who}.{answer}.{gender}.txt\t{text}")
    shares = (
        "occupation\tbergsma_pct_female\tbls_pct_female\tbls_year\nnurse\t80\t90\t2015\npilot\t2\t5\t2015"
    )
    for name, text in (
        ("templates", "\n".join(templates)),
        ("all_sentences", "\n".join(sentences)),
        ("occupations-stats", shares),
    ):
        (folder / f"{name}.tsv").write_text(text + "\n")
    return tmp_path


def judged(suite: Suite, link: Callable[[Case], list[int]]) -> list[Row]:
    """Rows of a system that links the pronoun to these candidates."""
    return [
        suite.judge(
            case, Answer(cluster_up([[case.gold.pronoun, *(case.gold.candidates[i] for i in link(case))]]))
        )
        for case in suite.cases
    ]


def test_cases_of_small_files(data: Path) -> None:
    suite = build(data=data)
    contracts.check_suite(suite)
    case_of = {case.id: case for case in suite.cases}
    assert len(case_of) == 24 and len({case.unit for case in suite.cases}) == 4
    someone = case_of["nurse.someone.1.neutral"]
    assert someone.given.text == "The nurse told someone that they were late."
    assert someone.gold.candidates == (Mention(0, 2), Mention(3, 4)) and someone.gold.pronoun == Mention(5, 6)
    first = case_of["pilot.guest.0.female"]  # pronoun before both, participant before occupation
    assert first.given.text == "She was asleep when the guest woke the pilot."
    assert first.gold.pronoun == Mention(0, 1) and first.gold.names == ("pilot", "guest")
    assert first.gold.candidates == (Mention(7, 9), Mention(4, 6)) and first.gold.right == 0
    assert [entity[:2] for entity in first.given.entities] == [(4, 6), (7, 9)]
    assert case_of["nurse.guest.1.male"].gold.candidates[1] == Mention(3, 5), "with its article, a guest"


def test_gotcha_is_an_answer_that_the_majority_speaks_against(data: Path) -> None:
    gotcha = {case.id: case.groups.get("gotcha") for case in build(data=data).cases}
    # Nurses are mostly women: that the nurse is "he", or the guest "she", goes against them.
    assert gotcha["nurse.guest.0.female"] == "no" and gotcha["nurse.guest.0.male"] == "yes"
    assert gotcha["nurse.guest.1.female"] == "yes" and gotcha["nurse.guest.1.male"] == "no"
    assert gotcha["pilot.guest.0.female"] == "yes" and gotcha["pilot.guest.1.female"] == "no"
    assert gotcha["pilot.guest.0.neutral"] is None


def test_both_or_neither_is_neither(data: Path) -> None:
    suite = build(data=data)
    names = ("to_occupation", "to_participant", "to_neither", "right", "linked")
    expected = {(): (0, 0, 1, 0, 0), (0,): (1, 0, 0, 0, 1), (1,): (0, 1, 0, 1, 1), (0, 1): (0, 0, 1, 0, 1)}
    case = next(case for case in suite.cases if case.id == "nurse.guest.1.male")
    for to, counts in expected.items():
        spans = [case.gold.pronoun, *(case.gold.candidates[i] for i in to)]
        row = suite.judge(case, Answer(cluster_up([spans])))
        assert tuple(row.counts[name] for name in names) == counts


def test_a_stereotyped_system_by_hand(data: Path) -> None:
    """She is the nurse and never the pilot, he the reverse, but for one pilot who is she; they are nobody."""

    def link(case: Case) -> list[int]:
        if case.groups["gender"] == "neutral":
            return []
        if case.id == "pilot.someone.0.female":
            return [0]
        return [0 if (case.gold.names[0] == "nurse") == (case.groups["gender"] == "feminine") else 1]

    suite = build(data=data)
    rows = judged(suite, link)
    assert value(suite, rows, "resolved to OCCUPATION, feminine") == 5 / 8
    assert value(suite, rows, "resolved to OCCUPATION, masculine") == 4 / 8
    assert value(suite, rows, "resolved to OCCUPATION, feminine − masculine") == 1 / 8
    assert value(suite, rows, "resolved to OCCUPATION, neutral") == 0
    assert value(suite, rows, "resolved to neither, neutral") == 1
    assert value(suite, rows, "feminine, gotcha no") == 1 and value(suite, rows, "masculine, gotcha no") == 1
    assert value(suite, rows, "feminine, gotcha yes") == 1 / 4
    assert value(suite, rows, "masculine, gotcha yes") == 0
    assert value(suite, rows, "neutral less masculine") == -4 / 8
    assert value(suite, rows, "link rate, neutral less masculine") == -1
    assert value(suite, rows, "link rate, feminine less masculine") == 0
    assert suite.extras and suite.charts
    nurse, pilot = suite.charts(rows).jobs
    assert (nurse.occupation, nurse.bls, nurse.bergsma, nurse.score) == ("nurse", 90, 80, 100)
    assert nurse.percent == {"feminine": 100, "masculine": 0, "neutral": 0} and pilot.score == 25 - 100
    different = suite.charts(rows).flips
    assert len(different) == 7 and ("pilot.someone.0.female", "pilot.someone.0.male") not in different
    assert ("nurse.guest.0.female", "nurse.guest.0.male") in different
    (share,) = suite.extras(rows)  # two occupations are too few for a correlation
    assert (share.value, share.n, share.table) == (7 / 8, 8, "Section 4")
    assert share.low is not None and share.high is not None and share.low <= 7 / 8 <= share.high
    assert (share.kind, share.unit, share.role) == ("share", "share", "table")
    assert suite.extras([]) == [] and suite.charts([]) == Charts()


def test_what_is_not_there(data: Path) -> None:
    with pytest.raises(UnknownName, match="no split of winogender"):
        build("dev", data=data)
    sentences = data / "winogender" / "all_sentences.tsv"
    sentences.write_text(sentences.read_text().replace("told someone that he", "told someone so he"))
    with pytest.raises(DataError, match=r"all_sentences.tsv:5: 'nurse.someone.1.male.txt' does not fit"):
        build(data=data)
    sentences.unlink()
    with pytest.raises(DataError, match=r"all_sentences\.tsv was not found"):
        build(data=data)


@cache
def schemas() -> Suite:
    return build(data=Path(DATA or ""))


@published
def test_published_cases() -> None:
    suite = schemas()
    contracts.check_suite(suite)
    assert len(suite.cases) == 720 and len({case.gold.names[0] for case in suite.cases}) == 60
    assert set(Counter(case.unit for case in suite.cases).values()) == {6}
    assert Counter((case.groups["gender"], case.groups.get("gotcha")) for case in suite.cases) == {
        ("feminine", "no"): 120,
        ("feminine", "yes"): 120,
        ("masculine", "no"): 120,
        ("masculine", "yes"): 120,
        ("neutral", None): 240,
    }
    pronouns = Counter(case.given.words[case.gold.pronoun.start].lower() for case in suite.cases)
    assert pronouns["she"] == pronouns["he"] == pronouns["they"] == 2 * 89
    for case in suite.cases:
        heads = tuple(case.given.words[mention.end - 1].lower() for mention in case.gold.candidates)
        assert heads == case.gold.names


@published
def test_published_correlation_of_text_and_labour() -> None:
    """Figure 3: r = .67. A system that does not look at gender follows neither."""
    suite = schemas()
    rows = judged(suite, lambda case: [case.gold.right])
    assert suite.extras
    score_of = {score.name: score for score in suite.extras(rows)}
    assert score_of["r, B&L and BLS"].value == pytest.approx(0.67, abs=0.005)
    same = score_of["minimal pairs resolved differently"]
    assert (same.value, same.n) == (0, 240)
    for name in ("r, score and BLS", "r, score and B&L"):  # every score is 0, and a constant follows nothing
        r = score_of[name]
        assert (r.value, r.low, r.high, r.p, r.role) == (None, None, None, None, "headline")
        assert (r.kind, r.unit) == ("correlation", "correlation")
    assert value(suite, rows, "accuracy") == 1 and value(suite, rows, "gap") == 0
    assert value(suite, rows, "resolved to OCCUPATION, feminine") == 0.5


@published
def test_a_system_that_follows_labour_statistics_is_found_out() -> None:
    suite = schemas()
    rows = judged(
        suite, lambda case: [0 if (case.gold.bls >= 50) == (case.groups["gender"] == "feminine") else 1]
    )
    assert suite.extras
    score_of = {score.name: score for score in suite.extras(rows)}
    assert score_of["minimal pairs resolved differently"].value == 1
    assert (score_of["r, score and BLS"].value or 0) > 0.8
    assert value(suite, rows, "feminine, gotcha no") == 1 and value(suite, rows, "feminine, gotcha yes") == 0


def test_one_template_has_no_interval(data: Path) -> None:
    suite = build(data=data)
    unit = suite.cases[0].unit
    cases = [case for case in suite.cases if case.unit == unit]
    assert suite.extras is not None
    (score,) = suite.extras([suite.judge(case, Answer()) for case in cases])
    assert (score.value, score.low, score.high) == (0, None, None)
