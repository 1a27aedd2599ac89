"""Pages of results hold what their JSON holds: those that no other test makes, and what people wrote."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from results_scripts import RESULTS, scripts_of

NUMBER = r"([−+-]?\d*\.?\d+)"
INTERVAL = re.compile(NUMBER + r"(?: ?%| points)?\**(?: \(|, )" + NUMBER + " to " + NUMBER + "(?=[,;)])")
MADE = {"vectors"}  # all of it: test_results_vectors.py makes it again
PAGES = [
    path
    for path in sorted(RESULTS.glob("*/README.md"))
    if path.parent.name not in MADE and INTERVAL.search(path.read_text(encoding="utf-8"))
]


class Found(NamedTuple):
    """A value with its interval."""

    value: float
    low: float
    high: float


def read(name: str) -> Any:
    return json.loads((RESULTS / name).read_text(encoding="utf-8"))


def test_the_pages_of_the_rule_based_resolver() -> None:
    with scripts_of("rule") as script:
        assert script("page").readme(read("rule/rule.json")) == text_of("rule/README.md")
        made = "\n".join(script("candidates").page(read("rule/candidates.json"))) + "\n"
    assert made == text_of("rule/candidates.md")


def test_the_scores_of_the_pipeline() -> None:
    with scripts_of("text") as script:
        assert script("evaluate").tables(read("text/scores.json")) == text_of("text/scores.md")


def test_the_reversed_corpora() -> None:
    with scripts_of("swap") as script:
        table = script("table4")
        made = table.PAGE.format(lines="\n".join(map(table.line_of, read("swap/table4.json"))))
    assert made == text_of("swap/table4.md")


def test_the_tables_of_words() -> None:
    with scripts_of("words") as script:
        made = "".join(map(script("make").markdown, read("words/table.json")["tables"]))
    _, _, rest = text_of("words/README.md").partition("<!-- tables -->")
    assert rest.partition("<!-- end -->")[0].strip() == made.strip()


def test_the_tables_of_probes() -> None:
    found, page = read("encoders/minilm.json"), text_of("encoders/README.md")
    for part in ("recovered", "occupations"):
        for method, states in found[part].items():
            shown = (states[0], states[3], states[6], states[-1])  # of embeddings, 3, 6, and the mean of all
            cells = " | ".join(f"{100 * v:.0f} ({100 * a:.0f}–{100 * b:.0f})" for v, a, b in shown)
            name = "nothing" if method == "none" else f"`{method}`"
            assert f"| {name} | {cells} |" in page


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.parent.name)
def test_what_is_written_with_an_interval_is_in_a_file(page: Path) -> None:
    """In JSON of its folder or of one that it links to, as a share or in percent, and either way round."""
    said = " ".join(page.read_text(encoding="utf-8").split())
    linked = {*re.findall(r"\]\(\.\./([\w-]+)/", said)} - {"done"}
    files = [path for name in {page.parent.name, *linked} for path in RESULTS.glob(f"{name}/**/*.json")]
    held = [found for path in files for found in of_file(path)]
    written = INTERVAL.findall(said)
    assert [" ".join(each) for each in written if not any(holds(each, one) for one in held)] == []


@cache
def of_file(path: Path) -> tuple[Found, ...]:
    return tuple(set(walked(json.loads(path.read_text(encoding="utf-8")))))


def walked(held: Any) -> Iterator[Found]:
    """Every value with an interval; of sentences those that they tell."""
    if isinstance(held, str):
        yield from (Found(*map(number, written)) for written in INTERVAL.findall(held))
    elif isinstance(held, list):
        for each in held:
            yield from walked(each)
    elif isinstance(held, dict):
        values = [held.get(key) for key in ("value", "difference", "mean auc", "auc", "f1")]
        low, high = held.get("low"), held.get("high")
        if low is not None and high is not None:
            yield from (Found(value, low, high) for value in values if value is not None)
            yield from (Found(sum(value) / len(value), low, high) for value in [held.get("seeds")] if value)
        for each in held.values():
            yield from walked(each)


def holds(written: tuple[str, str, str], found: Found) -> bool:
    for scale, turned in product((1, 100), (False, True)):
        one = Found(-found.value, -found.high, -found.low) if turned else found
        if all(rounded(text, scale * each) for text, each in zip(written, one, strict=True)):
            return True
    return False


def rounded(text: str, value: float) -> bool:
    digits = len(text.partition(".")[2])
    return abs(number(text) - value) <= 0.5 * 10.0**-digits + 1e-9


def number(text: str) -> float:
    return float(text.replace("−", "-"))


def text_of(name: str) -> str:
    return (RESULTS / name).read_text(encoding="utf-8")
