"""BUG: every row is read, checked against its indices, and judged on its one annotated profession."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from corefair.errors import DataError, UnknownName
from corefair.suites.coref import bug, choice
from corefair.types import Answer, Mention, Suite, cluster_up

HEADER = (
    ",uid,sentence_text,tokens,profession,g,profession_first_index,g_first_index,predicted gender,stereotype,"
    "distance,num_of_pronouns,corpus,data_index\n"
)
ROWS = """\
0,7,The nurse said she left .,"['The', 'nurse', 'said', 'she', 'left', '.']",nurse,she,1,3,Female,1,2,1,wiki,4
1,8,The pilot lost her hat .,"['The', 'pilot', 'lost', 'her', 'hat', '.']",pilot,her,1,3,Female,-1,9,1,wiki,5
2,9,The pilot lost her hat .,"['The', 'pilot', 'lost', 'her', 'hat', '.']",pilot,her,2,3,Female,-1,1,1,wiki,6
"""


def small(folder: Path, rows: str = ROWS) -> Suite:
    (folder / "bug").mkdir()
    (folder / "bug" / "gold_BUG.csv").write_text(HEADER + rows, encoding="utf-8")
    return bug.build("gold", data=folder)


def published() -> Suite:
    try:
        return bug.build()
    except DataError as error:
        pytest.skip(f"set COREFAIR_DATA: {error}")


def test_a_row_whose_index_is_wrong_is_left_out_and_counted(tmp_path: Path) -> None:
    suite = small(tmp_path)
    assert [case.id for case in suite.cases] == ["bug-7", "bug-8"]
    said = " ".join(suite.caveats)
    assert "1 of 3 rows name a word that is not at its index and are left out (lines 4)" in said
    assert "In 1 rows the file's own distance differs" in said  # 9 where the indices say 2


def test_groups_and_gold(tmp_path: Path) -> None:
    nurse, pilot = small(tmp_path).cases
    assert dict(nurse.groups) == {
        "stereotype": "pro",
        "gender": "feminine",
        "pronouns": "she",
        "distance": "1-5",
        "corpus": "wiki",
        "occupation": "nurse",
    }
    assert pilot.groups["stereotype"] == "anti"
    assert nurse.gold.pronoun == Mention(3, 4) and nurse.gold.candidates == (Mention(1, 2),)
    assert nurse.given.entities == ()  # the only person marked would be the answer
    assert [nurse.given.text[start:end] for start, end in nurse.given.offsets] == list(nurse.given.words)


def test_judged_by_hand(tmp_path: Path) -> None:
    suite = small(tmp_path)
    case = suite.cases[1]
    whole = Answer(cluster_up([[(0, 2), (3, 4)]]))  # "The pilot" has its head word
    elsewhere = Answer(cluster_up([[(4, 5), (3, 4)]]))
    counts = [suite.judge(case, answer).counts for answer in (whole, elsewhere, Answer())]
    assert [each["right"] for each in counts] == [1, 0, 0]
    assert [each["linked"] for each in counts] == [1, 0, 0]  # a link to anybody else is not seen


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("0,7,She left .,not a list,nurse,she,1,0,Female,1,1,1,w,4\n", r"gold_BUG.csv:2: not a row of BUG"),
        (
            "0,7,She left .,\"['She', 'came']\",came,she,1,0,Female,1,1,1,w,4\n",
            "tokens and sentence differ at 'came'",
        ),
    ],
)
def test_a_broken_file_is_refused(tmp_path: Path, rows: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        small(tmp_path, rows)


def test_an_unknown_split_is_refused() -> None:
    with pytest.raises(UnknownName, match="did you mean gold"):
        bug.build("golden")


def test_the_published_file() -> None:
    suite = published()
    assert len(suite.cases) == 1717
    assert Counter(case.groups["stereotype"] for case in suite.cases) == {
        "pro": 863,
        "anti": 420,
        "neutral": 434,
    }
    assert len({case.unit for case in suite.cases}) == 1708  # nine sentences stand there twice
    said = " ".join(suite.caveats)
    assert "0 of 1717 rows name a word that is not at its index" in said and "In 77 rows" in said
    for case in suite.cases:
        gold = case.gold
        assert case.given.words[gold.candidates[0].start].lower() == gold.names[0]
        assert case.given.words[gold.pronoun.start].lower() in {
            *("he", "him", "his", "himself"),
            *("she", "her", "herself"),
        }
    assert suite.measures[: len(choice.headline(bug.CONTRAST, ("neutral",)))] == choice.headline(
        bug.CONTRAST, ("neutral",)
    )
