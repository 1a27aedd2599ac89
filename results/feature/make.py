"""The log-linear ranker measured: corpora, ablations, and the rows of Feature and STAT in the papers.

python results/feature/make.py [--work DIR] [--resamples N] [--only PART…] [--ship]

trains what trainings.py lists, measures it, and writes feature.json and README.md beside this file; every
number on the page is from feature.json. What is done is kept in DIR, and a second call goes on there.
`--only` names the parts to be done now, for two processes side by side; `--ship` puts the two models of free
text into the package.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from corpora import documents
from page import readme
from trainings import NEAR, TRAININGS, folder_of, model
from type2 import answers, in_training

from corefair.auditing.run import audit
from corefair.metrics.coref import CorefScore, score
from corefair.systems.feature.decoding import clusters_of
from corefair.systems.feature.model import FeatureModel
from corefair.systems.feature.shipped import FOLDERS
from corefair.systems.rule import Rule
from corefair.systems.training.analysed import analysed
from corefair.types import Document

HERE = Path(__file__).parent
SUITES = {  # which trainings are asked, the first seed of each; those of a pair are compared
    "winobias:dev": (("FINAL, B&L",), ("full",), ("shipped", "shipped, balanced")),
    "winogender": (("FINAL, B&L",), ("full",), ("shipped", "shipped, balanced")),
    "sowinobias": (("shipped", "shipped, balanced"),),
    "gap:development": (("shipped", "shipped, balanced"),),
    "occupations": (("shipped", "shipped, balanced"),),
    "participants": (("shipped", "shipped, balanced"),),
}
SPREAD = ("OntoGUM alone", "FINAL", "SURFACE", "full", "shipped")
KEPT = ("value", "low", "high", "p", "n")
Json = dict[str, Any]


def main() -> None:
    """Do every part that is not done yet, then write both files of what is there."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--work", type=Path, default=HERE / "work")
    parser.add_argument("--resamples", type=int, default=1000)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--ship", action="store_true")
    given = parser.parse_args()
    given.work.mkdir(parents=True, exist_ok=True)
    parts = all_parts(given.work, given.resamples)
    for name, make in parts.items():
        if not given.only or name in given.only:
            part(name, make, given.work)
    if given.ship:
        for name, counts in (("shipped", "shipped"), ("shipped, balanced", "balanced")):
            model(name, 0, given.work).save(FOLDERS[counts])
    made = {name: read_part(name, given.work) for name in parts}
    missing = [name for name, each in made.items() if each is None]
    if "rule" in missing or "OntoGUM alone 0" in missing:
        return  # nothing to compare with yet
    found: Json = {name: each for name, each in made.items() if each is not None}
    found |= {"resamples": given.resamples, "missing": missing}
    found["settings"] = json.loads((HERE / "settings.json").read_text(encoding="utf-8"))
    text = json.dumps(found, indent=1, ensure_ascii=False)
    (HERE / "feature.json").write_text(text + "\n", encoding="utf-8")
    (HERE / "README.md").write_text(readme(found), encoding="utf-8")
    tell(f"wrote feature.json and README.md in {HERE}")


def all_parts(work: Path, resamples: int) -> dict[str, Callable[[], Json]]:
    """Every part of the page by name, and what makes it."""
    parts: dict[str, Callable[[], Json]] = {}
    for name, how in TRAININGS.items():
        for seed in how.seeds:
            parts[f"{name} {seed}"] = lambda name=name, seed=seed: scores(name, seed, work, resamples)  # type: ignore[misc]
    parts["rule"] = lambda: rule_scores(resamples)
    for suite in SUITES:
        parts[suite] = lambda suite=suite: audited(suite, work, resamples)  # type: ignore[misc]
    parts["spread"] = lambda: spread(
        [(name, seed) for name in SPREAD for seed in TRAININGS[name].seeds], work
    )
    parts["near"] = lambda: spread([(name, 0) for name in NEAR], work)
    parts["type 2"] = lambda: {"training": in_training(), "answers": answers(model("full", 0, work))}
    return parts


def part(name: str, make: Callable[[], Json], work: Path) -> None:
    """A part made and kept, if it is not there."""
    if read_part(name, work) is None:
        tell(name)
        file = work / f"{name.replace(':', '-')}.json"
        file.write_text(json.dumps(make(), ensure_ascii=False), encoding="utf-8")


def read_part(name: str, work: Path) -> Any:
    """A part that was made before."""
    file = work / f"{name.replace(':', '-')}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else None


def scores(name: str, seed: int, work: Path, resamples: int) -> Json:
    """Of a training: what it cost, and every corpus by CoNLL F1; of some also the lead over rule."""
    made = model(name, seed, work)
    history: Any = made.card.history
    out: Json = {
        "seconds": sum(each["seconds"] for each in history),
        "weights": int((made.ranker.weights != 0).sum()),
    }
    asked = ("gum",) if name == "GUM" else ("ontogum", "litbank")
    for corpus in asked:
        docs = analysed(documents(corpus, "dev"))
        known = [scheme.name for scheme in made.schemes]
        scheme = corpus if corpus in known else known[0]
        plain = found_by(made, docs, scheme)
        out[corpus] = kept(score(docs, plain, singletons="drop", resamples=resamples))
        if corpus != "ontogum" and corpus in known:
            alone = found_by(made, docs, scheme, singletons=True)
            out[f"{corpus}, singletons"] = kept(score(docs, alone, resamples=resamples))
            match = score(docs, alone, match="head", resamples=resamples)
            out[f"{corpus}, singletons, by heads"] = kept(match)
        if name in ("full", "OntoGUM alone") and corpus in known:
            ours = score(docs, plain, singletons="drop", resamples=resamples)
            out[f"{corpus}, less rule"] = ours.less(against_rule(corpus, docs, resamples))["conll"]._asdict()
        if name == "full" and seed == 0:
            gold = found_by(made, docs, scheme, gold=True)
            out[f"{corpus}, gold mentions"] = kept(score(docs, gold, singletons="drop", resamples=resamples))
    return out


def found_by(
    made: FeatureModel, docs: Sequence[Document], scheme: str, *, singletons: bool = False, gold: bool = False
) -> list[Document]:
    """The documents with the clusters a model finds; with `gold` candidates are those of the key."""
    by_scheme = replace(made, corpus=scheme)
    out = []
    for doc in docs:
        given = [mention for cluster in doc.clusters for mention in cluster] if gold else ()
        ranked = by_scheme.rank(doc, given=given, only_given=gold)
        found = clusters_of(ranked.mentions, ranked.pairs, ranked.scores, singletons=singletons)
        out.append(replace(doc, clusters=found))
    return out


def against_rule(corpus: str, docs: Sequence[Document], resamples: int) -> CorefScore:
    """The rule-based resolver on the same analysed documents."""
    rule = Rule(scheme="litbank" if corpus == "litbank" else "ontonotes")
    answers = [
        replace(doc, clusters=rule.answer(rule.sieve(doc, rule.phrases(doc))).clusters) for doc in docs
    ]
    return score(docs, answers, singletons="drop", resamples=resamples)


def rule_scores(resamples: int) -> Json:
    """The rule-based resolver on both corpora."""
    return {
        corpus: kept(against_rule(corpus, analysed(documents(corpus, "dev")), resamples))
        for corpus in ("ontogum", "litbank")
    }


def kept(found: CorefScore) -> Json:
    """What the page needs of a score."""
    return {name: found.parts[name]._asdict() for name in ("conll", "mentions")}


def audited(suite: str, work: Path, resamples: int) -> Json:
    """Every number of a suite for each training that is asked, and how they differ, tested pair by pair."""
    out: Json = {"systems": {}, "apart": []}
    for names in SUITES[suite]:
        for name in names:
            model(name, 0, work)
        systems = [f"{name}={folder_of(name, 0, work)}/" for name in names]
        report = audit(systems, [suite], resamples=resamples)
        for name, result in zip(names, report.results, strict=True):
            numbers = {each.name: {key: getattr(each, key) for key in KEPT} for each in result.scores}
            out["systems"][name] = numbers | {"valid": result.valid}
        for one in report.comparisons:
            moved = {key: getattr(one, key) for key in ("difference", "low", "high", "p")}
            about = {"before": one.baseline, "after": one.subject, "name": one.measure.name}
            out["apart"].append(about | moved)
    return out


def spread(trained: Sequence[tuple[str, int]], work: Path) -> Json:
    """F1 beside the gaps of WinoBias, for settings that are nearly as good as each other."""
    out: Json = {}
    docs = analysed(documents("ontogum", "dev"))
    for name, seed in trained:
        made = model(name, seed, work)
        f1 = score(docs, found_by(made, docs, made.schemes[0].name), singletons="drop", resamples=1)
        (result,) = audit(made, ["winobias:dev"], resamples=200).results
        found = {each.name: each.value for each in result.scores}
        out[f"{name}, seed {seed}"] = {"ontogum": f1.parts["conll"].f1} | {
            key: found[key] for key in ("gap, T1", "gap, T2", "link rate")
        }
    return out


def tell(what: str) -> None:
    """Progress, for whoever waits."""
    print(what, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
