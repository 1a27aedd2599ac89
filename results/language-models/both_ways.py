"""The same questions through `gguf:` and, served on loopback by xllamacpp's own server, through `openai:`.

python results/language-models/both_ways.py --model FILE.gguf [--units 60] [--prompt NAME …] [--keep DIR] …

How many answers there are both ways, in how many the same candidate is picked (and in each order of the
options), and how far their log-probabilities are apart; written to language-models.json, and so to the page.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from make import MODELS, PARTS, save, saved

from corefair.auditing.building import build_suites
from corefair.auditing.sampling import sampled
from corefair.systems.language.chooser import LanguageChooser
from corefair.systems.language.endpoint import Endpoint
from corefair.systems.language.gguf import Gguf
from corefair.systems.language.kept import Kept
from corefair.systems.language.make import KEPT
from corefair.systems.language.prompts import prompts_of
from corefair.types import Picked, Question

SUITE = PARTS["winobias-sample"][0]


def main() -> None:
    """Ask both ways, and write how far they agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--prompt", action="append")
    parser.add_argument("--keep", type=Path, default=Path("language-models-answers"))
    parser.add_argument("--data", type=Path)
    parser.add_argument("--units", type=int, default=60)
    given = parser.parse_args()
    (suite,), _ = build_suites([SUITE], data=given.data)
    cases = sampled(suite, given.units).cases
    questions = [Question(case.given, case.gold.pronoun, case.gold.candidates) for case in cases]
    model = Gguf(given.model, kept=Kept(given.keep / SUITE.replace(":", "-") / KEPT))
    served = Endpoint(
        model.name,
        f"{model.address}/v1",
        scoring="grammar",
        concurrency=1,
        timeout=600,
        kept=Kept(given.keep / "served" / KEPT),
    )
    for prompt in prompts_of(given.prompt or ["options"]):
        here, there = (list(LanguageChooser(each, prompt).choose(questions)) for each in (model, served))
        found = saved()
        mine = found[MODELS[model.hash]].setdefault("both ways", {})
        mine[prompt.name] = {"suite": SUITE, **agreement(here, there)}
        save(found)
        print(prompt.name, mine[prompt.name], flush=True)


def agreement(here: list[Picked], there: list[Picked]) -> dict[str, Any]:
    """In how many of the answers that came both ways the same is said, and the largest difference."""
    both = zip(here, there, strict=True)
    pairs = [(one, other) for one, other in both if one.status == other.status == "ok"]
    apart = [abs(a - b) for one, other in pairs for a, b in zip(one.scores, other.scores, strict=True)]
    return {
        "questions": len(here),
        "answered both ways": len(pairs),
        "same pick": sum(one.best() == other.best() for one, other in pairs),
        "same pick in each order": sum(one.takes == other.takes for one, other in pairs),
        "largest difference": round(max(apart), 4) if apart else None,
    }


if __name__ == "__main__":
    main()
