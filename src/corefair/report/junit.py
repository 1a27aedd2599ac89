"""The report as JUnit XML: a test suite per system and suite, a test case per headline score and per gate."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree import ElementTree as ET

from corefair.report.verdict import said_p, shown

# What XML 1.0 cannot hold even escaped.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(data: Mapping[str, Any]) -> str:
    """XML for a build server: a score of an invalid result is an error, a gate that fails is a failure."""
    root = ET.Element("testsuites", name="corefair")
    for result in data["results"]:
        _suite(root, result, data["date"])
    if data.get("gates"):
        _gates(root, data["gates"], data["date"])
    for total in ("tests", "errors", "failures"):
        root.set(total, str(sum(int(each.get(total, "0")) for each in root)))
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _suite(root: ET.Element, result: Mapping[str, Any], date: str) -> None:
    where = _clean(f"{result['system']} on {result['suite']}")
    # A result without any headline score still says whether it is valid.
    scores = [score for score in result["scores"] if not score["table"]]
    n_cases = str(1 + len(scores))
    made = ET.SubElement(root, "testsuite", name=where, tests=n_cases, failures="0", timestamp=_clean(date))
    made.set("errors", "0" if result["valid"] else n_cases)
    why = _clean("invalid: " + ("; ".join(result["problems"]) or "no reason was recorded"))
    for name, said in [("valid", ""), *((score["name"], _said(score)) for score in scores)]:
        case = ET.SubElement(made, "testcase", classname=where, name=_clean(name))
        if not result["valid"]:
            ET.SubElement(case, "error", message=why, type="InvalidResult")
        elif said:
            ET.SubElement(case, "system-out").text = _clean(said)


def _gates(root: ET.Element, gates: Sequence[Mapping[str, Any]], date: str) -> None:
    n_failed = sum(1 for gate in gates if gate["failed"])
    made = ET.SubElement(root, "testsuite", name="gates", tests=str(len(gates)), failures=str(n_failed))
    made.set("errors", "0")
    made.set("timestamp", _clean(date))
    for gate in gates:
        case = ET.SubElement(made, "testcase", classname="gates", name=_clean(gate["condition"]))
        if gate["failed"]:
            why = _clean("; ".join(gate["failed"]))
            ET.SubElement(case, "failure", message=why, type="Gate").text = _clean("\n".join(gate["failed"]))


def _said(score: Mapping[str, Any]) -> str:
    p = "" if score["p"] is None else f", {said_p(score['p'])}"
    bounds = f"{shown(score, 'low')} to {shown(score, 'high')}"
    return f"{score['name']} {shown(score)}, interval {bounds}, n = {score['n']}{p}; {score['signature']}"


def _clean(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
