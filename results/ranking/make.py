"""The mention-ranking network measured: corpora, stage by stage, and the row of NEURAL in the papers.

python results/ranking/make.py [--work DIR] [--resamples N] [--only PART…] [--ship]

trains what trainings.py lists, measures it, and writes ranking.json and README.md beside this file; every
number on the page is from ranking.json. What is done is kept in DIR, and a second call goes on there; the
page tells of what is done. `--only` names the parts to be done now, `--only` alone none; `--ship` puts the
model of free text into the package.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from errors import errors
from page import readme
from trainings import COSTS, LADDER, SEEDS, TRAININGS, documents, folder_of, model

from corefair.auditing.run import audit
from corefair.metrics.coref import CorefScore, score
from corefair.systems.ranking.model import RankingModel
from corefair.systems.ranking.shipped import FOLDER
from corefair.systems.rule import Rule
from corefair.systems.training.analysed import analysed
from corefair.types import Document

HERE = Path(__file__).parent
SUITES = {  # which trainings are asked, the first seed of each; those after the first are held against it
    "winobias:dev": ("quick", "quick, hard", "quick, ran"),
    "winogender": ("quick", "quick, hard", "quick, ran"),
    "sowinobias": ("quick", "quick, hard", "quick, ran"),
    "gap:development": ("quick",),
    "winobias:dev, counts": ("quick", "quick, balanced"),
    "winobias:dev, shipped": ("shipped",),
    "winogender, shipped": ("shipped",),
    "gap:development, shipped": ("shipped",),
    "sowinobias, shipped": ("shipped",),
    "occupations, shipped": ("shipped",),
    "participants, shipped": ("shipped",),
}
SPREAD = (
    *((cost, seed) for cost in ("rescaling", "heuristic") for seed in SEEDS),
    ("mixed", 0),
    ("shipped", 0),
)
KEPT = ("value", "low", "high", "p", "n")
BELOW = {"top pairs": "all pairs", **dict.fromkeys(COSTS, "top pairs")}  # what a stage is held against
Json = dict[str, Any]


def main() -> None:
    """Do every part that is not done yet, then write both files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--work", type=Path, default=HERE / "work")
    parser.add_argument("--resamples", type=int, default=1000)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--ship", action="store_true")
    given = parser.parse_args()
    given.work.mkdir(parents=True, exist_ok=True)
    parts = all_parts(given.work, given.resamples)
    for name, make in parts.items():
        if given.only is None or name in given.only:
            part(name, make, given.work)
    if given.ship:
        replace(model("shipped", 0, given.work), half=True).save(FOLDER)
    found = {name: read_part(name, given.work) for name in parts}
    found = {name: each for name, each in found.items() if each is not None}
    found |= {"resamples": given.resamples, "to do": [name for name in parts if name not in found]}
    found["settings"] = json.loads((HERE / "settings.json").read_text(encoding="utf-8"))
    text = json.dumps(found, indent=1, ensure_ascii=False, sort_keys=True)
    (HERE / "ranking.json").write_text(text + "\n", encoding="utf-8")
    (HERE / "README.md").write_text(readme(json.loads(text)), encoding="utf-8")
    tell(f"wrote ranking.json and README.md in {HERE}")


def all_parts(work: Path, resamples: int) -> dict[str, Callable[[], Json]]:
    """Every part of the page by name, and what makes it."""
    parts: dict[str, Callable[[], Json]] = {}
    for seed in SEEDS:
        for stage in LADDER:
            parts[f"{stage} {seed}"] = lambda stage=stage, seed=seed: rung(stage, seed, work, resamples)  # type: ignore[misc]
    for name, how in TRAININGS.items():
        for seed in how.seeds:
            parts[f"{name} {seed}"] = lambda name=name, seed=seed: scores(name, seed, work, resamples)  # type: ignore[misc]
    for name in ("rescaling", "shipped"):
        parts[f"errors of {name}"] = lambda name=name: errors(  # type: ignore[misc]
            model(name, 0, work), analysed(documents("ontogum", "dev")), "ontogum", resamples
        )
    for suite in SUITES:
        parts[suite] = lambda suite=suite: audited(suite, work, resamples)  # type: ignore[misc]
    parts["spread"] = lambda: spread(work)
    return parts


def part(name: str, make: Callable[[], Json], work: Path) -> None:
    """A part made and kept, if it is not there."""
    if read_part(name, work) is None:
        tell(name)
        made = json.dumps(make(), ensure_ascii=False)
        _file(name, work).write_text(made, encoding="utf-8")


def read_part(name: str, work: Path) -> Any:
    """A part that was made before."""
    file = _file(name, work)
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else None


def _file(name: str, work: Path) -> Path:
    return work / f"{name.replace(':', '-').replace(', ', '-').replace(' ', '-')}.json"


def rung(stage: str, seed: int, work: Path, resamples: int) -> Json:
    """OntoGUM dev after a stage of a training on OntoGUM alone, held against the one before and `rule`."""
    docs = analysed(documents("ontogum", "dev"))
    made = model(stage, seed, work)
    found = scored(docs, made, "ontogum", resamples)
    history: Any = made.card.history
    out = kept(found) | {"seconds": sum(each["seconds"] for each in history)}
    if stage in BELOW:
        before = scored(docs, model(BELOW[stage], seed, work), "ontogum", resamples)
        out["less"] = found.less(before)["conll"]._asdict() | {"before": BELOW[stage]}
    rule = Rule()
    answers = [
        replace(doc, clusters=rule.answer(rule.sieve(doc, rule.phrases(doc))).clusters) for doc in docs
    ]
    by_rule = score(docs, answers, singletons="drop", resamples=resamples)
    return out | {"rule": kept(by_rule), "less rule": found.less(by_rule)["conll"]._asdict()}


def scores(name: str, seed: int, work: Path, resamples: int) -> Json:
    """Of a training: what it cost, and every corpus whose scheme it knows, single mentions in and out."""
    made = model(name, seed, work)
    history: Any = made.card.history
    out: Json = {"seconds": sum(each["seconds"] for each in history)}
    for scheme in made.schemes:
        docs = analysed(documents(scheme.name, "dev"))
        out[scheme.name] = kept(scored(docs, made, scheme.name, resamples))
        if scheme.singletons:
            alone = found_by(made, docs, scheme.name, singletons=True)
            out[f"{scheme.name}, singletons"] = kept(score(docs, alone, resamples=resamples))
            out[f"{scheme.name}, singletons, by heads"] = kept(
                score(docs, alone, match="head", resamples=resamples)
            )
    return out


def scored(docs: Sequence[Document], made: RankingModel, scheme: str, resamples: int) -> CorefScore:
    """A model on analysed documents, clusters of one left out."""
    return score(docs, found_by(made, docs, scheme), singletons="drop", resamples=resamples)


def found_by(
    made: RankingModel, docs: Sequence[Document], scheme: str, *, singletons: bool = False
) -> list[Document]:
    """The documents with the clusters a model finds."""
    return [replace(doc, clusters=made.answers_analysed(doc, scheme, singletons)) for doc in docs]


def kept(found: CorefScore) -> Json:
    """What the page needs of a score."""
    return {name: found.parts[name]._asdict() for name in ("conll", "mentions")}


def audited(suite: str, work: Path, resamples: int) -> Json:
    """Every number of a suite for each training that is asked, and how they differ, tested pair by pair."""
    names = SUITES[suite]
    for name in names:
        model(name, 0, work)
    systems = [f"{name}={folder_of(name, 0, work)}/" for name in names]
    began = time.process_time()
    report = audit(systems, [suite.partition(",")[0]], resamples=resamples)
    out: Json = {"systems": {}, "apart": [], "seconds": time.process_time() - began}
    for name, result in zip(names, report.results, strict=True):
        numbers = {each.name: {key: getattr(each, key) for key in KEPT} for each in result.scores}
        out["systems"][name] = numbers | {"valid": result.valid}
    for one in report.comparisons:
        moved = {key: getattr(one, key) for key in ("difference", "low", "high", "p")}
        out["apart"].append({"before": one.baseline, "after": one.subject, "name": one.measure.name} | moved)
    return out


def spread(work: Path) -> Json:
    """F1 beside the gaps of WinoBias, for trainings that are nearly as good as each other."""
    docs = analysed(documents("ontogum", "dev"))
    out: Json = {}
    for name, seed in SPREAD:
        made = model(name, seed, work)
        f1 = scored(docs, made, made.schemes[0].name, 1).parts["conll"].f1
        (result,) = audit(f"{folder_of(name, seed, work)}/", ["winobias:dev"], resamples=200).results
        found = {each.name: each.value for each in result.scores}
        gaps = {key: found[key] for key in ("gap, T1", "gap, T2", "link rate")}
        out[f"{name}, seed {seed}"] = {"ontogum": f1, **gaps}
    return out


def tell(what: str) -> None:
    """Progress, for whoever waits."""
    print(what, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
