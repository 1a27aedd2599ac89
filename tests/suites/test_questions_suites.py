"""WinoPron, singular they and BUG's questions: what is asked, and what the file must hold."""

from __future__ import annotations

import os
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from corefair.errors import DataError
from corefair.suites.coref import bug_questions, singular_they, winopron

DATA = os.environ.get("COREFAIR_DATA")
needs_data = pytest.mark.skipif(not DATA, reason="COREFAIR_DATA names no folder with the published sets")


@needs_data
def test_winopron_is_balanced_by_case() -> None:
    suite = winopron.build()
    assert len(suite.cases) == 1440
    groups = Counter(
        (case.groups["pronouns"], case.groups["case"], case.groups["answer"]) for case in suite.cases
    )
    assert set(groups.values()) == {60} and len(groups) == 4 * 3 * 2
    case = suite.cases[1]
    assert case.given.text is not None and case.given.text.startswith(
        "The technician told the customer that he "
    )
    assert case.gold.names == ("technician", "customer") and case.gold.right == 1
    units = Counter(case.unit for case in suite.cases)
    assert set(units.values()) == {4}  # twins by pronoun are resampled together
    single = winopron.build("single")
    assert len(single.cases) == 1440 and all(len(case.gold.candidates) == 1 for case in single.cases)


def test_winopron_that_is_no_archive(tmp_path: Path) -> None:
    (tmp_path / "winopron").mkdir()
    path = tmp_path / "winopron" / "data.zip"
    path.write_bytes(b"no zip")
    with pytest.raises(DataError, match=r"data.zip: cannot be read .* fetch it again"):
        winopron.build(data=tmp_path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(winopron.TABLE, "h\nnurse\tpatient\t7\t$NOM_PRONOUN\tx\ty\n")
    with pytest.raises(DataError, match="not a row of WinoPron"):
        winopron.build(data=tmp_path)


def test_singular_they_has_one_and_many_in_both_places() -> None:
    suite = singular_they.build()
    they = [case for case in suite.cases if case.groups["pronouns"] == "they"]
    sides = Counter((case.groups["number"], case.groups["order"]) for case in they)
    assert set(sides.values()) == {320 // 2} and len(sides) == 4
    first = sum(case.gold.right == 0 for case in they)
    assert first == len(they) / 2  # to take the first-named is right in half
    assert all(case.groups.get("number") is None for case in suite.cases if case not in they)
    texts = {case.given.text for case in suite.cases}
    assert len(texts) == len(suite.cases)


@needs_data
def test_bugs_questions_have_a_second_profession() -> None:
    suite = bug_questions.build()
    assert 200 < len(suite.cases) < 300 and suite.forced
    for case in suite.cases:
        one, other = case.gold.candidates
        assert one < other and other.start - one.end >= bug_questions.APART
        assert len(set(case.gold.names)) == 2


def test_what_she_or_he_cannot_mean_is_no_second_profession(tmp_path: Path) -> None:
    """A plural would be ruled out by its number; a part of a name is nobody else."""
    header = (
        "uid,sentence_text,tokens,profession,g,profession_first_index,g_first_index,predicted gender,"
        "stereotype,distance,corpus\n"
    )
    sentences = (
        "The nurse met the tall doctors before she left .",
        "The director , Roy Ward Baker , said he left .",
        "The nurse met the tall doctor before she left .",
        "The nurse then wrote to Captain Ames before she left .",
    )
    rows = ""
    for uid, text in enumerate(sentences):
        words = text.split()
        pronoun = "he" if "he" in words else "she"
        gender = {"he": "Male", "she": "Female"}[pronoun]
        rows += f'{uid},"{text}","{words}",{words[1]},{pronoun},1,{words.index(pronoun)},{gender},1,5,wiki\n'
    (tmp_path / "bug").mkdir()
    (tmp_path / "bug" / "gold_BUG.csv").write_text(header + rows, encoding="utf-8")
    suite = bug_questions.build(data=tmp_path)
    assert [case.gold.names for case in suite.cases] == [("nurse", "doctor"), ("nurse", "captain")]
