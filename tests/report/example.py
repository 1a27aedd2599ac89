"""A planted report, full of text that would break a page, and a reader of pages."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

EVIL = "<script>alert('x')</script> & \"50_%\" | *b* \\ {~^#$}"
VOID = {"meta", "input", "br", "link", "img"}


def report() -> dict[str, Any]:
    """Three systems on one suite: a small gap, a large one, and an invalid result."""
    suite = {
        "key": "planted:dev",
        "name": "planted",
        "version": "1",
        "split": "dev",
        "about": EVIL,
        "contrast": ["gender", "feminine", "masculine"],
        "citation": EVIL,
        "licence": "MIT",
        "caveats": [EVIL],
        "data": {EVIL: "ab12"},
        "n_cases": 4,
        "n_units": 2,
    }
    compared = {
        "suite": "planted:dev",
        "name": "gap",
        "low": -0.1,
        "high": 0.1,
        "p": 0.5,
        "p_holm": 1.0,
        "n": 4,
    }
    return {
        "schema": "corefair.report/1",
        "corefair": "0.1.0",
        "date": "2026-11-16T00:00:00+00:00",
        "command": ["corefair", "audit", EVIL],
        "settings": {"seed": 0, "resamples": 500, "level": 0.95},
        "environment": {"python": "3.11"},
        "systems": [{"name": name, "self_test": []} for name in ("good", EVIL, "mute")],
        "suites": [suite],
        "missing": [{"suite": "gap", "why": EVIL}],
        "results": [result("good", -0.01), result(EVIL, -0.2), result("mute", 0.777, valid=False)],
        "comparisons": [
            {**compared, "baseline": "good", "system": EVIL, "difference": 0.02},
            {**compared, "baseline": "good", "system": "mute", "difference": 0.6543},
        ],
    }


def result(system: str, gap: float, *, valid: bool = True) -> dict[str, Any]:
    jobs = [
        {
            "occupation": EVIL if i == 3 else f"job {i}",
            "bls": 10.0 * i,
            "bergsma": 9.0 * i,
            "score": 7.0 * i - 30,
        }
        for i in range(9)
    ]
    return {
        "suite": "planted:dev",
        "system": system,
        "valid": valid,
        "problems": [] if valid else [f"crashed: {EVIL}"],
        "warnings": [EVIL],
        "coverage": {
            "cases": 4,
            "ok": 3,
            "refused": 0,
            "error": 1,
            "messages": [[EVIL, 1]],
            "link_rate": 0.75,
        },
        "scores": [
            score("gap", gap, "gender feminine", p=0.0001, p_holm=0.0002, better="zero"),
            score("accuracy, feminine", 0.5, "gender feminine"),
            score("accuracy, masculine", 0.7, "gender masculine"),
            score("accuracy, xe", 0.4, "pronouns xe", table="by pronoun"),
            score("link rate, feminine", 0.9, "gender feminine"),
            score("T1-p", 0.76, "stereotype pro, type 1", table="Table 2"),
            score("T1-a", 0.494, "stereotype anti, type 1", table="Table 2"),
            score("no, feminine", 0.383, table="Table 3"),
            score("no, masculine", 0.517, table="Table 3"),
            score("yes, feminine", 0.1, table="Table 3"),
            score("yes, masculine", 0.375, table="Table 3"),
            score("F1-Bias", None, better="one", table="Table 4"),
        ],
        "detectable": 0.05,
        "charts": {"by_occupation": jobs, "flips": [["a", "b"]]},
        "rows": [row("a", "feminine", "she", 1), row("b", "masculine", "he", 0)],
    }


def row(case: str, gender: str, pronoun: str, linked: int) -> dict[str, Any]:
    spans = [[0, 2], [3, 5]]
    return {
        "case": case,
        "unit": "1",
        "groups": {"gender": gender},
        "weight": 1.0,
        "counts": {"cases": 1, "asked": 1, "right": int(linked == 0), "linked": 1},
        "answer": {"clusters": [[spans[linked], [6, 7]]], "status": "ok"},
        "words": ["The", EVIL, "paid", "the", "nurse", "because", pronoun, "left", "."],
        "gold": {"pronoun": [6, 7], "candidates": spans, "names": [EVIL, "nurse"], "right": 0},
    }


def score(name: str, value: float | None, group: str = "", **changed: Any) -> dict[str, Any]:
    low, high = (None, None) if value is None else (value - 0.04, value + 0.04)
    made = {"name": name, "value": value, "low": low, "high": high, "n": 4, "group": group, "p": None}
    rest = {"better": "higher", "table": "", "p_holm": None, "signature": f"{name}|planted|v1|n:4|b:500|s:0"}
    return made | rest | changed


class Page(HTMLParser):
    """The elements of a page, with a stack that must come out even."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.stack and self.stack.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data: str) -> None:
        if not {"style", "script"} & set(self.stack[-1:]):
            self.words.append(data)
