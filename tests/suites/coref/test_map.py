"""MAP: offsets checked, ablations grouped, ambiguous pronouns not asked about."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from corefair.errors import DataError
from corefair.suites.coref import map
from corefair.suites.coref.charts import twins
from corefair.types import Answer, Suite, cluster_up

HEADER = "id,full-text,A,A-offset,B,B-offset,Pronoun,Pronoun-offset,Answer,Human1,Human2,Human3\n"
ROWS = """\
new-1,"Ada Lovelace met Charles Babbage, and she smiled.",Ada Lovelace,0,Charles Babbage,17,she,38,0,0,0,0
new-1+pro,"Ada Lovelace met Charles Babbage, and ze smiled.",Ada Lovelace,0,Charles Babbage,17,ze,38,0,0,0,0
new-2,"Charles Babbage met Ada Lovelace, and she smiled.",Ada Lovelace,20,Charles Babbage,0,she,38,1,2,2,2
new-2+pro,"Charles Babbage met Ada Lovelace, and they left.",Ada Lovelace,20,Charles Babbage,0,they,9,3,2,2,2
new-3,"Charles Babbage met Ada Lovelace, and she smiled.",Ada Lovelace,20,Charles Babbage,0,she,38,0,0,0,0
"""


def small(folder: Path, rows: str = ROWS) -> Suite:
    (folder / "gicoref").mkdir()
    (folder / "gicoref" / "map.csv").write_text(HEADER + rows, encoding="utf-8")
    return map.build(data=folder)


def published() -> Suite:
    try:
        return map.build()
    except DataError as error:
        pytest.skip(f"set COREFAIR_DATA: {error}")


def test_groups_and_answers(tmp_path: Path) -> None:
    natural, hidden, either, last = small(tmp_path).cases
    assert (natural.unit, natural.groups["ablation"]) == ("new-1", "nothing hidden")
    assert dict(hidden.groups) == {
        "ablation": "pronouns hidden",
        "gender": "neopronouns",
        "pronouns": "ze",
        "answer": "A",
    }
    assert (natural.gold.names, natural.gold.right) == (("Ada Lovelace", "Charles Babbage"), 0)
    assert either.gold.right is None and either.groups["answer"] == "either"
    assert (last.gold.names, last.gold.right) == (
        ("Charles Babbage", "Ada Lovelace"),
        1,
    )  # candidates in text order


def test_a_wrong_offset_is_left_out_and_named(tmp_path: Path) -> None:
    suite = small(tmp_path)
    assert [case.id for case in suite.cases] == ["new-1", "new-1+pro", "new-2", "new-3"]
    assert "1 rows whose text does not have a name or the pronoun at its offset are left out: new-2+pro." in (
        suite.caveats
    )


def test_judged_by_hand(tmp_path: Path) -> None:
    suite = small(tmp_path)
    natural, _, either, _ = suite.cases
    ada, charles = natural.gold.candidates
    assert suite.judge(natural, Answer(cluster_up([[ada, natural.gold.pronoun]]))).counts["right"] == 1
    assert suite.judge(natural, Answer(cluster_up([[charles, natural.gold.pronoun]]))).counts["right"] == 0
    linked = suite.judge(either, Answer(cluster_up([[ada, charles, either.gold.pronoun]]))).counts
    assert linked == {"cases": 1, "asked": 0, "right": 0, "linked": 1}


def test_a_row_without_an_offset_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"map\.csv:2: not a row of MAP"):
        small(tmp_path, "new-1,She left.,Ada,x,Charles,3,She,0,0,0,0,0\n")


def test_the_published_file() -> None:
    suite = published()
    assert len(suite.cases) == 1830 - 21
    ablations = Counter(case.groups["ablation"] for case in suite.cases)
    assert set(ablations) == set(map.HIDDEN.values())
    assert (ablations["nothing hidden"], ablations["pronouns hidden"]) == (183, 181)
    assert len({case.unit for case in suite.cases}) == 183
    assert Counter(case.groups["answer"] for case in suite.cases) == {
        "A": 818,
        "B": 835,
        "neither": 136,
        "either": 20,
    }
    natural = {case.groups["gender"] for case in suite.cases if case.groups["ablation"] == "nothing hidden"}
    hidden = {case.groups["gender"] for case in suite.cases if "pronouns" in case.groups["ablation"]}
    assert natural == {"feminine", "masculine"} and hidden == {"neutral", "neopronouns"}
    # 166 of the 181 differ from the natural text in pronouns alone; in others a verb had to change too.
    assert len(twins(suite.cases, map.CONTRAST)) == 166


def test_measures_keep_the_files_names_and_groups_are_in_words(tmp_path: Path) -> None:
    measures = {each.name: each for each in small(tmp_path).measures}
    assert measures["accuracy, pro"].where == {"ablation": "pronouns hidden"}
    assert measures["accuracy, neo"].where == {"gender": "neopronouns"}
    assert measures["gap"].against == measures["none less pro"].against == {"ablation": "pronouns hidden"}
    # What the gap is already is no second headline.
    assert measures["none less pro"].role == "table" and measures["none less ent+lex"].role == "headline"


def test_twins_that_flipped(tmp_path: Path) -> None:
    suite = small(tmp_path)
    rows = [
        suite.judge(case, Answer(cluster_up([[case.gold.pronoun, case.gold.candidates[number]]])))
        for case, number in zip(suite.cases, (0, 1, 0, 0), strict=True)
    ]
    assert suite.charts and suite.charts(rows).flips == (("new-1", "new-1+pro"),)
