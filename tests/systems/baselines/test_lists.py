"""The lists that systems go by: every figure can be made again from its table, every form has one group."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from corefair import lists
from corefair.errors import UnknownName
from corefair.systems.baselines.candidates import FORMS

DATA = os.environ.get("COREFAIR_DATA")


def test_a_form_has_one_group() -> None:
    group_of: dict[str, str] = {}
    for row in lists.read("pronouns"):
        forms = [row[case] for case in FORMS] + row["also"].split()
        assert all(form and form == form.lower() for form in forms)
        assert set(row["ordinary"].split()) <= set(forms)
        for form in forms:
            assert group_of.setdefault(form, row["group"]) == row["group"], form
    assert set(group_of.values()) == {"feminine", "masculine", "neutral", "neo"}


def test_what_a_caller_changes_stays_with_the_caller() -> None:
    lists.read("pronouns")[0]["group"] = "changed"
    assert lists.read("pronouns")[0]["group"] == "feminine"


def test_unknown_list() -> None:
    with pytest.raises(UnknownName, match="did you mean pronouns"):
        lists.read("pronoun")


def test_every_list_has_a_source() -> None:
    folder = Path(lists.__file__).parent
    page = (folder / "SOURCES.md").read_text(encoding="utf-8")
    for name in ("pronouns", "occupations"):
        n_rows = len(lists.read(name))
        assert f"| `{name}` | {n_rows}" in page


def test_occupations_are_named_once_with_a_share() -> None:
    rows = lists.read("occupations")
    names = [row["occupation"].lower() for row in rows]
    assert len(set(names)) == len(names) and all(0 <= float(row["percent_women"]) <= 100 for row in rows)


@pytest.mark.skipif(not DATA, reason="COREFAIR_DATA names no folder with the published sets")
def test_shares_are_those_of_the_table() -> None:
    table: dict[str, tuple[float, float]] = {}
    with (Path(DATA or "") / "occupations" / "bls-cpsaat11-2020.csv").open(encoding="utf-8-sig") as file:
        for name, *cells in csv.reader(file):
            if len(cells) > 2 and cells[1].replace(".", "").isdigit():
                table[name.strip()] = float(cells[0].replace(",", "")), float(cells[1])
    with (Path(DATA or "") / "winogender" / "occupations-stats.tsv").open(encoding="utf-8") as file:
        older = {row["occupation"]: row for row in csv.DictReader(file, delimiter="\t")}
    for row in lists.read("occupations"):
        kind, _, titles = row["source"].partition(": ")
        if kind == "winogender":
            expected, year = (
                float(older[row["occupation"]]["bls_pct_female"]),
                older[row["occupation"]]["bls_year"],
            )
        else:
            parts = [table[title] for title in titles.split("; ")]
            expected, year = sum(n * share for n, share in parts) / sum(n for n, _ in parts), "2020"
        assert float(row["percent_women"]) == pytest.approx(expected, abs=0.051) and row["year"] == year, row


@pytest.mark.skipif(not DATA, reason="COREFAIR_DATA names no folder with the published sets")
def test_every_occupation_of_winobias_is_on_its_side() -> None:
    share = {row["occupation"]: float(row["percent_women"]) for row in lists.read("occupations")}
    folder = Path(DATA or "") / "winobias"
    feminine = (folder / "female_occupations.txt").read_text(encoding="utf-8").splitlines()
    masculine = (folder / "male_occupations.txt").read_text(encoding="utf-8").splitlines()
    assert len(feminine) == len(masculine) == 20
    assert max(share[each] for each in masculine) < 50 < min(share[each] for each in feminine)
