"""Reading a report: what was written comes back, and what is not a report is refused with a reason."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from corefair.errors import DataError
from corefair.report import load
from corefair.report.load import TYPES, faults, schema, tables

KNOWN = {
    "$ref",
    "type",
    "enum",
    "required",
    "properties",
    "additionalProperties",
    "items",
    "minItems",
    "maxItems",
    "if",
    "then",
    "else",
}


def test_what_is_loaded_is_what_was_written(written: Path, report: dict[str, Any]) -> None:
    assert load(written) == report


def test_numbers_that_json_lacks_become_null(written: Path, report: dict[str, Any]) -> None:
    report["results"][0]["scores"][0]["value"] = float("nan")
    written.write_text(json.dumps(report), encoding="utf-8")
    assert load(written)["results"][0]["scores"][0]["value"] is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{\n'a': 1}", "report.json:2: not JSON"),
        ("[]", "not a report"),
        ('{"schema": "other/1"}', "not a report"),
        ('{"schema": "corefair.report/2"}', "install a newer corefair"),
        ('{"schema": "corefair.report/1"}', "report has no 'corefair'"),
    ],
)
def test_other_files_are_refused_with_a_reason(written: Path, text: str, said: str) -> None:
    written.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load(written)
    assert said in str(caught.value) and "report.json" in str(caught.value)


def test_a_broken_report_is_named_by_its_place(written: Path, report: dict[str, Any]) -> None:
    report["results"][1]["scores"][2]["value"] = "high"
    written.write_text(json.dumps(report), encoding="utf-8")
    with pytest.raises(
        DataError, match=r"report.results\[1\].scores\[2\].value is string, not number or null"
    ):
        load(written)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        load(tmp_path / "none.json")


@pytest.mark.parametrize(
    ("value", "rule", "said"),
    [
        (1, {"type": "string"}, "is number"),
        (True, {"type": "number"}, "is boolean"),
        (1.5, {"type": "integer"}, "is number"),
        (None, {"type": "string"}, "is null"),
        ("c", {"enum": ["a", "b"]}, "not one of 'a', 'b'"),
        ({}, {"required": ["a"]}, "has no 'a'"),
        ({"a": 1}, {"properties": {"a": {"type": "string"}}}, "x.a is number"),
        ({"b": 1}, {"properties": {}, "additionalProperties": False}, "unknown 'b'"),
        ({"b": 1}, {"additionalProperties": {"type": "string"}}, "x.b is number"),
        (["a", 1], {"items": {"type": "string"}}, "x[1] is number"),
        ([1], {"minItems": 2}, "has 1 items"),
        ([1, 2], {"maxItems": 1}, "has 2 items"),
        ([1], {"$ref": "#/$defs/span"}, "has 1 items"),
    ],
)
def test_the_checker_finds(value: Any, rule: dict[str, Any], said: str) -> None:
    assert [fault for fault in faults(value, rule, "x") if said in fault]


def test_the_checker_accepts(report: dict[str, Any]) -> None:
    assert (
        list(
            faults({"a": [1, None], "b": 2}, {"properties": {"a": {"items": {"type": ["integer", "null"]}}}})
        )
        == []
    )
    assert list(faults(report, schema())) == []


def rules(rule: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield rule
    below = [*rule.get("properties", {}).values(), *rule.get("$defs", {}).values()]
    inside = ("items", "additionalProperties", "if", "then", "else")
    below += [rule[key] for key in inside if isinstance(rule.get(key), dict)]
    for each in below:
        yield from rules(each)


def test_the_schema_describes_every_field_in_words_the_checker_knows() -> None:
    for rule in rules(schema()):
        assert "$ref" in rule or len(rule["description"]) > 5, rule
        assert set(rule) - {"description", "$schema", "title", "$defs"} <= KNOWN, rule
        assert {rule["type"]} <= set(TYPES) if isinstance(rule.get("type"), str) else True


@pytest.mark.parametrize("name", ["scores", "valid", "coverage", "rows"])
def test_the_schema_asks_for_what_renderers_use(report: dict[str, Any], name: str) -> None:
    del report["results"][0][name]
    assert list(faults(report, schema())) == [f"report.results[0] has no {name!r}"]


def test_tables_are_laid_out_by_condition_where_names_make_a_grid(report: dict[str, Any]) -> None:
    found = {table.title: table for table in tables(report)}
    assert found["Table 3"].columns == ("feminine", "masculine")
    assert [line[:2] for line in found["Table 3"].rows][:2] == [("good", "no"), ("good", "yes")]
    assert found["Table 3"].invalid == ("mute",)
    assert found["Table 2"].columns == ("T1-p", "T1-a") and not found["Table 2"].conditions
