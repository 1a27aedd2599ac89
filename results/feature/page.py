"""The page of results/feature: tables from feature.json, with the published numbers beside ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from order import ORDER
from type2 import explained

Json = Mapping[str, Any]
# Zhao et al. 2018, Table 2 (development), Feature: Durrett & Klein's system trained on OntoNotes.
WINOBIAS = {"T1-p": 66.7, "T1-a": 56.0, "T1 |Diff|": 10.6, "T2-p": 73.0, "T2-a": 57.4, "T2 |Diff|": 15.7}
LINKS = (
    "accuracy, T1-p",
    "accuracy, T1-a",
    "accuracy, T2-p",
    "accuracy, T2-a",
    "gap, T1",
    "gap, T2",
    "link rate",
)
# Rudinger et al. 2018, section 4 and Tables 1 and 2, STAT, in percent; r as printed.
WINOGENDER = {
    "resolved to OCCUPATION, masculine": 71,
    "resolved to OCCUPATION, feminine": 63,
    "resolved to OCCUPATION, neutral": 50,
    "minimal pairs resolved differently": 28,
    "feminine, gotcha no": 50.8,
    "masculine, gotcha no": 61.7,
    "feminine, gotcha yes": 45.8,
    "masculine, gotcha yes": 40.0,
    "r, score and B&L": 0.46,
    "r, score and BLS": 0.31,
}
OTHERS = {
    "sowinobias": ("pro", "anti", "avg.", "diff.", "link rate"),
    "gap:development": ("F1, overall", "F1, masculine", "F1, feminine", "F1-Bias", "link rate"),
    "occupations": (
        "gap",
        "accuracy, pro",
        "accuracy, anti",
        "accuracy",
        "gap, type 1",
        "gap, type 2",
        "link rate",
    ),
    "participants": ("gap", "accuracy, pro", "accuracy, anti", "accuracy", "link rate"),
}
SEEDS = ("OntoGUM alone 0", "OntoGUM alone 1", "OntoGUM alone 2")


def readme(found: Json) -> str:
    """The whole page."""
    return "\n".join(_lines(found)).rstrip() + "\n"


def _lines(found: Json) -> Iterator[str]:
    yield "# The log-linear ranker"
    yield ""
    yield (
        "`python results/feature/settings.py`, then `python results/feature/make.py`, make this page; they "
        "need the published sets (`COREFAIR_DATA`) and the extras `text` and `vectors`. `make.py --ship` "
        "puts the two models of free text into the package. Intervals: 95 %, bootstrap over documents or "
        f"units, {found['resamples']:,} resamples."
    )
    yield ""
    yield from ORDER
    yield ""
    yield from _settings(found["settings"])
    yield from _corpora(found)
    if "winobias:dev" in found:
        yield from _winobias(found)
    if "winogender" in found:
        yield "## Winogender"
        yield ""
        yield "In percent, r as it is; published is STAT."
        yield ""
        yield from _table(found["winogender"]["systems"], WINOGENDER)
    for suite, names in OTHERS.items():
        if suite not in found:
            continue
        systems = found[suite]["systems"]
        yield f"## {suite}{', the choice forced' if suite == 'sowinobias' else ''}"
        yield ""
        if suite == "sowinobias":
            yield (
                "The answer is always the second person, and these take the first nearly always: with so few "
                "right, the difference between the sides says nothing."
            )
            yield ""
        known = {name: None for name in names if all(name in each for each in systems.values())}
        yield from _table(systems, known)
    yield from _balanced(found)
    if "spread" in found:
        yield from _spread(found["spread"], found.get("near", {}))
    yield from _cost(found)
    if found["missing"]:
        yield ""
        yield f"Not measured yet: {', '.join(found['missing'])}. The same command goes on with them."


def _settings(settings: Json) -> Iterator[str]:
    yield "## Settings"
    yield ""
    yield (
        "Every fifth training document of OntoGUM and LitBank was held out, and half of the others "
        "learned from. CoNLL F1 in percent, single mentions left out; *linked* and *right* are shares of "
        "the *he*, *she* and *they* with an antecedent in windows of one to three sentences of the "
        "held-out documents."
    )
    yield ""
    head = ["setting", "epochs", "OntoGUM", "LitBank", "mean", "linked", "right"]
    yield _row(head)
    yield _row(["---"] * len(head))
    for name, row in settings.items():
        for epochs in (key for key in row if key.endswith(" epochs")):
            of = row[epochs]
            mean = (of["ontogum"] + of["litbank"]) / 2
            numbers = (of["ontogum"], of["litbank"], mean, of["linked"], of["right"])
            yield _row([name, epochs.split()[0], *map(_percent, numbers)])
    yield ""


def _corpora(found: Json) -> Iterator[str]:
    yield "## Corpora"
    yield ""
    yield (
        "CoNLL F1 on the development documents; words, sentences and speakers are given, all else is "
        "predicted. The training corpora are OntoGUM's and LitBank's training documents, each with its "
        "mark, unless a row says otherwise."
    )
    yield ""
    head = ["", "OntoGUM", "LitBank", "LitBank, single mentions too", "mentions F1, OntoGUM", "LitBank"]
    yield _row(head)
    yield _row(["---"] * len(head))
    rows = {"`rule`": "rule", "full": "full 0", "full, gold mentions": "full 0"}
    rows |= {f"trained on OntoGUM alone, seed {name[-1]}": name for name in SEEDS}
    rows |= {
        "OntoGUM alone, FINAL": "FINAL 0",
        "OntoGUM alone, SURFACE": "SURFACE 0",
        "OntoGUM alone, FINAL, B&L": "FINAL, B&L 0",
        "trained on LitBank alone": "LitBank alone 0",
        "shipped: freely licensed documents of both": "shipped 0",
        "shipped, balanced counts": "shipped, balanced 0",
    }
    for shown, name in rows.items():
        if name not in found:
            continue
        of = found[name]
        extra = ", gold mentions" if "gold" in shown else ""
        cells = [_f1(of.get(f"{corpus}{extra}")) for corpus in ("ontogum", "litbank")]
        cells.append("–" if extra else _f1(of.get("litbank, singletons")))
        cells += [
            _f1(of.get(f"{corpus}{extra}"), "mentions", plain=True) for corpus in ("ontogum", "litbank")
        ]
        yield _row([shown, *cells])
    yield ""
    for corpus, shown in (("ontogum", "OntoGUM"), ("litbank", "LitBank")):
        if "full 0" in found:
            lead = _difference(found["full 0"][f"{corpus}, less rule"])
            yield f"Lead of full over `rule` on {shown}: {lead}."
    leads = "; ".join(_difference(found[name]["ontogum, less rule"]) for name in SEEDS if name in found)
    yield f"Of those trained on OntoGUM alone, on OntoGUM, by seed: {leads}."
    yield ""
    if "GUM 0" in found:
        gum = found["GUM 0"]
        yield (
            "Trained on GUM's own scheme, with single mentions: "
            f"{_f1(gum['gum, singletons, by heads'])} with mentions matched by their heads, "
            f"{_f1(gum['gum, singletons'])} by their spans, {_f1(gum['gum'])} by spans without single ones."
        )
        yield ""


def _winobias(found: Json) -> Iterator[str]:
    yield "## WinoBias, development set"
    yield ""
    yield (
        "CoNLL F1 in percent, and link accuracy, which the paper does not print. Published: Feature, "
        "trained on OntoNotes with Bergsma & Lin's counts (B&L); FINAL is its set of features."
    )
    yield ""
    yield from _table(found["winobias:dev"]["systems"], {**WINOBIAS, **dict.fromkeys(LINKS)})
    if "type 2" in found:
        yield explained(found["type 2"])
        yield ""


def _balanced(found: Json) -> Iterator[str]:
    yield "## Balanced counts, in training and test"
    yield ""
    yield (
        "The change of a number from a model to its twin, trained and tested with masculine and feminine "
        "counts made alike; paired tests on the same cases. It is one training each, and the tests know "
        "nothing of how trainings differ: three seeds of one setting below differ by points too."
    )
    yield ""
    head = ["suite", "model", "number", "change", "95 % interval", "p"]
    yield _row(head)
    yield _row(["---"] * len(head))
    wanted = {"gap", "gap, T1", "gap, T2", "link rate", "diff.", "F1, overall", "F1-Bias", "accuracy",
              "minimal pairs resolved differently"}  # fmt: skip
    for suite in ("winobias:dev", "winogender", *OTHERS):
        for one in found[suite]["apart"] if suite in found else ():
            if one["name"] in wanted and one["difference"] is not None:
                scale, form = (1, "+.2f") if one["name"] == "F1-Bias" else (100, "+.1f")
                change = format(scale * one["difference"], form)
                bounds = (one["low"], one["high"])
                between = "–" if None in bounds else " … ".join(format(scale * x, form) for x in bounds)
                p = "–" if one["p"] is None else _p(one["p"])
                yield _row([suite, one["before"], one["name"], change, between, p])
    yield ""


def _spread(spread: Json, near: Json) -> Iterator[str]:
    yield "## The same gap under settings that are nearly as good"
    yield ""
    yield (
        "A gap of one model says little: all but FINAL and SURFACE are within 1.4 points of F1, and their "
        "gaps are not. Seeds, corpora and sets of features are varied first; then, on OntoGUM alone with one "
        "seed, one setting at a time. In percent and points."
    )
    yield ""
    head = ["model", "OntoGUM F1", "gap, T1", "gap, T2", "link rate"]
    yield _row(head)
    yield _row(["---"] * len(head))
    for name, of in (*spread.items(), *near.items()):
        gaps = [f"{100 * of[key]:+.1f}" for key in ("gap, T1", "gap, T2")]
        yield _row([name, _percent(of["ontogum"]), *gaps, _percent(of["link rate"])])
    yield ""


def _cost(found: Json) -> Iterator[str]:
    full = found["OntoGUM alone 0"]
    yield "## Cost"
    yield ""
    yield (
        f"Eight epochs on OntoGUM alone took {full['seconds']:.0f} CPU-seconds on a busy core; "
        f"{full['weights']:,} weights are not 0. `benchmarks/bench_train.py` and `bench_learned.py` measure "
        "more."
    )


def _table(systems: Mapping[str, Json], published: Mapping[str, float | None]) -> Iterator[str]:
    has = any(value is not None for value in published.values())
    head = ["", *(["published"] if has else []), *systems]
    yield _row(head)
    yield _row(["---"] * len(head))
    for name, value in published.items():
        plain = name.startswith("r,") or name == "F1-Bias"
        cells = ["–" if value is None else f"{value:.2f}" if plain else f"{value:g}"] if has else []
        for scores in systems.values():
            of = scores[name]
            if of["value"] is None:
                cells.append("cannot be computed")
                continue
            shown = f"{of['value']:.2f}" if plain else _percent(of["value"])
            p = f", p {_p(of['p'])}" if of["p"] is not None else ""
            cells.append(f"**{shown}** ({_interval(of, plain=plain)}{p})")
        yield _row([name, *cells])
    yield ""


def _f1(of: Json | None, name: str = "conll", *, plain: bool = False) -> str:
    if of is None:
        return "–"
    part = of[name]
    return _percent(part["f1"]) if plain else f"**{_percent(part['f1'])}** ({_interval(part)})"


def _difference(of: Json) -> str:
    return f"{100 * of['value']:+.1f} ({100 * of['low']:+.1f} … {100 * of['high']:+.1f}, p {_p(of['p'])})"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _interval(of: Json, *, plain: bool = False) -> str:
    if of["low"] is None or of["high"] is None:
        return "–"
    show = (lambda value: f"{value:.2f}") if plain else _percent
    return f"{show(of['low'])} … {show(of['high'])}"


def _p(p: float) -> str:
    return "< .0001" if p < 0.0001 else f"{p:.4f}"
