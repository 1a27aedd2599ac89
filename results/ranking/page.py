"""The page of the mention-ranking network, written from ranking.json: what is done, and what is not yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from errors import OUTCOMES

Json = Mapping[str, Any]
SEEDS = (0, 1, 2)
STAGES = {
    "all pairs": "all pairs",
    "top pairs": "top pairs",
    "heuristic": "ranking, heuristic costs",
    "reinforce": "ranking, REINFORCE",
    "rescaling": "ranking, reward rescaling",
}
TRAINED = {
    "mixed": "OntoGUM and LitBank",
    "quick": "the same, fewer epochs",
    "quick, hard": "the same, fewer epochs, vectors of `hard`",
    "quick, ran": "the same, fewer epochs, vectors of `ran`",
    "quick, balanced": "the same, fewer epochs, balanced gender counts",
    "shipped": "shipped: freely licensed OntoGUM, and LitBank",
    "LitBank alone": "LitBank alone",
    "GUM": "GUM",
}
CORPORA = (
    "ontogum", "litbank", "litbank, singletons", "gum", "gum, singletons", "gum, singletons, by heads",
)  # fmt: skip
SUITES = {
    "winobias:dev": "WinoBias",
    "winogender": "Winogender",
    "sowinobias": "SoWinoBias",
    "gap:development": "GAP",
    "occupations": "occupations",
    "participants": "participants",
}


def readme(found: Json) -> str:
    """The page in Markdown."""
    return "\n".join(_lines(found)).rstrip() + "\n"


def _lines(found: Json) -> Iterator[str]:
    yield "# The mention-ranking network, measured"
    yield ""
    yield "`python results/ranking/make.py` makes this page and ranking.json, from which its numbers are."
    yield "Words, sentences and speakers are given, all else is predicted. CoNLL F1 in per cent with its 95 %"
    yield f"interval over documents ({found['resamples']} resamples); settings were fixed on every fifth"
    yield "training document, before any suite was looked at."
    yield ""
    if found["to do"]:
        yield "Not done yet: " + ", ".join(found["to do"]) + ". The same command goes on with them."
        yield ""
    yield from _settings(found)
    yield from _ladder(found)
    yield from _corpora(found)
    for name in ("rescaling", "shipped"):
        if f"errors of {name}" in found:
            yield from _errors(name, found[f"errors of {name}"])
    for suite, name in SUITES.items():
        parts = [found[key] for key in (suite, f"{suite}, counts", f"{suite}, shipped") if key in found]
        if parts:
            yield from _suite(name, parts)
    if "spread" in found:
        yield from _spread(found["spread"])


def _spread(spread: Json) -> Iterator[str]:
    yield "## The same gap under trainings that are nearly as good"
    yield ""
    yield "Costs of the last stage, seeds and corpora; `mixed` and `shipped` learned from two corpora, the"
    yield "others from OntoGUM alone. In percent and points."
    yield ""
    yield "| training | OntoGUM F1 | gap, T1 | gap, T2 | link rate |"
    yield "| --- | --- | --- | --- | --- |"
    for name, of in spread.items():
        gaps = " | ".join(_points(of[key]) for key in ("gap, T1", "gap, T2"))
        yield f"| {name} | {100 * of['ontogum']:.1f} | {gaps} | {100 * of['link rate']:.1f} |"
    yield ""


def _ladder(found: Json) -> Iterator[str]:
    seeds = [seed for seed in SEEDS if any(f"{stage} {seed}" in found for stage in STAGES)]
    if not seeds:
        return
    yield "## Stage by stage: trained on OntoGUM alone, asked on OntoGUM dev"
    yield ""
    yield (
        "| stage | "
        + " | ".join(f"seed {seed}" for seed in seeds)
        + " | above an earlier one, by seed | CPU-seconds |"
    )
    yield "| --- |" + " --- |" * (len(seeds) + 2)
    runs: list[Json] = []
    for stage, name in STAGES.items():
        runs = [found.get(f"{stage} {seed}", {}) for seed in seeds]
        if any(runs):
            apart = "; ".join(
                _less(run["less"]) + f" to {run['less']['before']}" for run in runs if "less" in run
            )
            cells = " | ".join(_f1(run["conll"]) if run else "–" for run in runs)
            seconds = ", ".join(f"{run['seconds']:.0f}" for run in runs if run)
            yield f"| {name} | {cells} | {apart or '–'} | {seconds} |"
    last = [run for run in runs if run]
    if last:
        lead = "; ".join(_less(run["less rule"]) for run in last)
        yield (
            f"| `rule` | {_f1(last[0]['rule']['conll'])} |"
            + " |" * (len(seeds) - 1)
            + f" the last above it: {lead} | |"
        )
    yield ""


def _settings(found: Json) -> Iterator[str]:
    settings = found["settings"]
    yield "## Settings, on training documents held out"
    yield ""
    yield f"{settings['held out']}. CoNLL F1 after each epoch of all pairs, top pairs and reward rescaling,"
    yield "seed 0:"
    yield ""
    for trial in settings["trials"]:
        curve = ", ".join("–" if each is None else f"{each:.1f}" for each in trial["f1"])
        epochs = " + ".join(map(str, trial["epochs"]))
        yield f"- {epochs} epochs, windows {trial['windows']}, candidates {trial['candidates']}: {curve}"
    yield ""
    yield "The epochs that are the defaults, 5 + 3 + 6, go on from the second trial's curve; they were not"
    yield "tried on held-out documents themselves."
    yield ""
    lowered = "; ".join(f"by {by}: {f1:.1f}" for by, f1 in settings["score of NEW lowered by"].items())
    yield f"With the score of NEW lowered, after the last of them: {lowered}. So it stays as it is learned."
    yield ""


def _less(apart: Json) -> str:
    low, high = 100 * apart["low"], 100 * apart["high"]
    return f"{_points(apart['value'])} ({low:+.1f} … {high:+.1f}, p {_p(apart['p'])})"


def _corpora(found: Json) -> Iterator[str]:
    rows = [
        (f"{name}, seed {seed}", found[f"{key} {seed}"])
        for key, name in TRAINED.items()
        for seed in SEEDS
        if f"{key} {seed}" in found
    ]
    if not rows:
        return
    shown = [name for name in CORPORA if any(name in row for _, row in rows)]
    yield "## Corpora"
    yield ""
    yield "| trained on | " + " | ".join(f"{name}" for name in shown) + " | CPU-seconds |"
    yield "| --- |" + " --- |" * (len(shown) + 1)
    for name, row in rows:
        cells = (_f1(row[each]["conll"]) if each in row else "–" for each in shown)
        yield f"| {name} | " + " | ".join(cells) + f" | {row['seconds']:.0f} |"
    yield ""


def _errors(name: str, part: Json) -> Iterator[str]:
    yield f"## What limits it: OntoGUM dev, {TRAINED.get(name, 'OntoGUM alone')}, first seed"
    yield ""
    yield "Mentions that have an antecedent in the key, and what became of them:"
    yield ""
    yield "| | " + " | ".join(OUTCOMES) + " |"
    yield "| --- |" + " --- |" * len(OUTCOMES)
    for kind, counts in part["anaphors"].items():
        total = max(sum(counts.values()), 1)
        cells = (f"{counts.get(each, 0)} ({100 * counts.get(each, 0) / total:.0f} %)" for each in OUTCOMES)
        yield f"| {kind} | " + " | ".join(cells) + " |"
    yield ""
    yield f"Links of what has no antecedent in the key: {part['false links']}. With the key's mentions as"
    yield f"the only candidates: {_f1(part['gold mentions'])}."
    yield ""


def _suite(name: str, parts: Sequence[Json]) -> Iterator[str]:
    systems = {key: value for part in parts for key, value in part["systems"].items()}
    names = list(dict.fromkeys(score for each in systems.values() for score in each if score != "valid"))
    yield f"## {name}"
    yield ""
    yield "| | " + " | ".join(systems) + " |"
    yield "| --- |" + " --- |" * len(systems)
    for score in names:
        shown = score.replace("|", "\\|")
        yield f"| {shown} | " + " | ".join(_score(each.get(score)) for each in systems.values()) + " |"
    yield ""
    if name == "Winogender":
        yield "Published, NEURAL (Rudinger et al. 2018): 87 % of masculine, 80 % of feminine and 36 % of"
        yield "neutral pronouns to the occupation; 13 % of pairs differ; r .35 to Bergsma & Lin's counts, .31"
        yield "to BLS."
        yield ""
    forced = [each["accuracy"]["value"] for each in systems.values()]
    if name == "SoWinoBias" and max(forced) < 0.1:
        yield "The answer is always the second person, and these nearly always take the first: with so few"
        yield "right, the difference between the sides says nothing, before a change or after it."
        yield ""
    apart = [one for part in parts for one in part["apart"]]
    yield from _reading([one for one in apart if one["name"] == "gap" and one["before"] == "quick"])
    if apart:
        yield "Held against one another, question by question:"
        yield ""
        yield "| | difference | 95 % interval | p |"
        yield "| --- | --- | --- | --- |"
        for one in apart:
            low, high = one["low"], one["high"]
            between = f"{_number(low)} … {_number(high)}" if low is not None else "–"
            name = one["name"].replace("|", "\\|")
            yield (
                f"| {name}: {one['after']} less {one['before']} | {_number(one['difference'])} | "
                f"{between} | {_p(one['p'])} |"
            )
        yield ""


def _reading(gaps: Sequence[Json]) -> Iterator[str]:
    """Which exchange moves the gap, as far as one training each can say."""
    for one in gaps:
        moved = "moves" if one["p"] < 0.05 else "does not certainly move"
        points = f"{100 * one['difference']:+.1f} points, {100 * one['low']:+.1f} … {100 * one['high']:+.1f}"
        yield f"- `{one['after']}` {moved} the gap of `quick` ({points}, p {_p(one['p'])})."
    if gaps:
        yield ""
        yield "It is one training each; the tests know nothing of how trainings differ."
        yield ""


def _f1(part: Json) -> str:
    low, high = part["low"], part["high"]
    between = f" ({100 * low:.1f} … {100 * high:.1f})" if low is not None else ""
    return f"{100 * part['f1']:.1f}{between}"


def _points(value: float) -> str:
    return f"{100 * value:+.1f}"


def _p(p: float | None) -> str:
    return "–" if p is None else "< .0001" if p < 1e-4 else f"{p:.4f}"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _score(score: Json | None) -> str:
    if score is None or score["value"] is None:
        return "–"
    if score["low"] is None or score["high"] is None:
        return _number(score["value"])
    return f"{_number(score['value'])} ({_number(score['low'])} … {_number(score['high'])})"
