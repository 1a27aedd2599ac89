"""README.md from the cells: every number on the page is from cells/*.json, or is marked as published."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from statistics import mean, stdev
from typing import Any

from cells import Cell
from errors import ENDS, KINDS
from measures import SUITES
from scipy.stats import t as student

Json = Mapping[str, Any]
PUBLISHED = """\
| published, other training text | F1 | source |
| --- | --- | --- |
| Lee 2017 (e2e), OntoNotes test | 67.2 | Zhao 2018, table 3 |
| SpanBERT-large trained on OntoNotes, an older OntoGUM | 64.6 | Zhu 2021 |
| Maverick, LitBank with single mentions, DeBERTa | 78.0 | its README |
| CorPipe, GUM with single mentions, head match | 76.5 | CRAC shared task |

| published, WinoBias dev, F1 | T1 pro / anti | T2 pro / anti |
| --- | --- | --- |
| Lee 2017 (e2e), OntoNotes | 76.0 / 49.4 | 88.7 / 75.2 |
"""
_MPNET = ("`c2f-mpnet`", "`c2f-mpnet-tuned`")
AIMS = (  # what, rows of which kinds, on what, how much
    ("`e2e`", ("`e2e`",), "OntoGUM dev, no single mentions", 55),
    ("`c2f-static`", ("`c2f-static`",), "OntoGUM dev, no single mentions", 59),
    ("`c2f`, MiniLM", ("`c2f-minilm`",), "OntoGUM dev, no single mentions", 63),
    ("`c2f`, MPNet frozen", _MPNET[:1], "OntoGUM dev, no single mentions", 66),
    ("`c2f`, MPNet tuned", _MPNET[1:], "OntoGUM dev, no single mentions", 68),
    ("`c2f`, MPNet frozen or tuned, LitBank, single", _MPNET, "LitBank dev, single mentions", 68),
)
COLUMNS = (
    "OntoGUM dev, no single mentions",
    "LitBank dev, no single mentions",
    "LitBank dev, single mentions",
    "GUM dev, single mentions, head match",
)
SIDES = ("T1-p", "T1-a", "T2-p", "T2-a")


def readme(
    found: Sequence[Json], cells: Sequence[Cell], exchanged: Json, contextual: Json, settings: Json
) -> str:
    """The page."""
    return "\n".join(_lines(found, cells, exchanged, contextual, settings)) + "\n"


def _lines(
    found: Sequence[Json], cells: Sequence[Cell], exchanged: Json, contextual: Json, settings: Json
) -> Iterator[str]:
    yield "# Span networks"
    yield ""
    yield "`python results/span/make.py --work DIR --vectors glove.6B.100d.50k.txt.gz --encoder mpnet=FOLDER"
    yield "--encoder minilm=FOLDER` trains and measures what is not there yet, cell by cell, and makes this"
    yield "page. Settings are those of the presets; none was chosen by a bias score, and no epoch by"
    yield "development documents: every number is of the last one. Words, sentences and speakers are given,"
    yield "all else is found."
    yield "A row with several seeds has their mean, and the least and the most in brackets."
    yield ""
    yield "## CoNLL F1 and cost"
    yield ""
    rows = _grouped(found)
    table = ["| model | seeds | OntoGUM dev | LitBank dev | LitBank, single | GUM head, single | CPU-min |",
             "| --- | --- | --- | --- | --- | --- | --- |"]  # fmt: skip
    for name, group in rows:
        values = [_spread([100 * each["f1"][column]["conll"]["f1"] for each in group]) for column in COLUMNS]
        cost = _spread([sum(step.get("seconds", 0) for step in _epochs(each)) / 60 for each in group])
        table.append(f"| {name} | {len(group)} | {' | '.join(values)} | {cost} |")
    yield from table
    yield ""
    yield PUBLISHED
    yield "Those rows are trained on other text, or by other schemes: they are here for scale."
    yield ""
    yield from _aims(rows)
    yield "Presets keep 0.4 spans a word because an earlier model with 0.3 was seen to lose mentions of these"
    yield "development documents: a choice that has seen them."
    yield ""
    yield from _settings(settings)
    yield from _more_text(rows)
    yield from _learning(rows)
    yield from _errors(rows)
    yield from _exchange(exchanged)
    yield from _contextual(contextual)
    yield from _gaps(rows)
    yield from _audits(rows)
    yield from _missing(found, cells)


def _aims(rows: Sequence[tuple[str, list[Json]]]) -> Iterator[str]:
    yield "What was aimed at, and what came of it: the mean over seeds on OntoGUM alone, and with LitBank"
    yield "beside it where that was trained (how many seeds in brackets)."
    yield ""
    yield "| aim | F1 | OntoGUM | with LitBank | |"
    yield "| --- | --- | --- | --- | --- |"
    for what, kinds, column, aim in AIMS:
        groups = {name: group for name, group in rows if name.partition(",")[0] in kinds}
        cells, best = [], 0.0
        for mixed in (False, True):
            found = [
                (mean(100 * each["f1"][column]["conll"]["f1"] for each in group), len(group))
                for name, group in groups.items()
                if name.endswith("litbank") == mixed
            ]
            cells.append(f"{max(found)[0]:.1f} ({max(found)[1]})" if found else "–")
            best = max([best, *(value for value, _ in found)])
        said = "reached" if best >= aim else f"{aim - best:.1f} short" if best else "not run"
        yield f"| {what} | {aim} | {cells[0]} | {cells[1]} | {said} |"
    yield ""


def _grouped(found: Sequence[Json]) -> list[tuple[str, list[Json]]]:
    def name(each: Json) -> str:
        kind = "-".join(part for part in (each["preset"], each["encoder"], each["variant"]) if part)
        return f"`{kind}`, {' + '.join(each['corpora'])}"

    done = sorted((each for each in found if "f1" in each), key=name)
    return [(key, list(group)) for key, group in groupby(done, key=name)]


def _epochs(each: Json) -> list[Json]:
    return [step for step in each["history"] if isinstance(step, Mapping)]


def _settings(settings: Json) -> Iterator[str]:
    yield "## Settings"
    yield ""
    yield f"Rate and epochs were chosen on {settings['held out']} (`settings.py`), before any suite was"
    yield "looked at with them. CoNLL F1 after an epoch, of those that were scored:"
    yield ""
    for name, scores in settings["trials"].items():
        yield f"- {name}: {', '.join(f'{score:.1f} after {epoch}' for epoch, score in scores.items())}"
    yield ""
    yield "Eight epochs at the higher rate were taken from the middle of the first curves, where it is as far"
    yield "as the lower one at its end, and tried with MPNet afterwards. More short texts in training, which"
    yield "might have taught that two people of one sentence are seldom one, brought nothing, neither on"
    yield "whole documents nor on the same cut into texts of one to three sentences:"
    yield ""
    for name, score in settings["short texts"].items():
        yield f"- {name}: {score:.1f} on short texts"
    yield ""
    yield "After the last epoch, what else could be done brought nothing, and is not there:"
    yield ""
    for name, scores in settings["after the last epoch"].items():
        yield f"- {name}: {', '.join(f'{what} {score:.1f}' for what, score in scores.items())}"
    yield ""


def _more_text(rows: Sequence[tuple[str, list[Json]]]) -> Iterator[str]:
    """What halving the text costs, for what doubling it would bring."""
    found = dict(rows)
    told = []
    for share, variant in (("a quarter", "-1-of-4"), ("half", "-1-of-2"), ("all", "")):
        group = found.get(f"`c2f-static{variant}`, ontogum", [])
        if not group:
            return
        scores = _spread([100 * each["f1"][COLUMNS[0]]["conll"]["f1"] for each in group])
        told.append(f"| {share} | {len(group)} | {scores} |")
    yield "## What more text would bring"
    yield ""
    yield "`c2f-static` on every fourth, every second and all of OntoGUM's 177 training documents, the same"
    yield "epochs; CoNLL F1 on OntoGUM dev."
    yield ""
    yield "| documents | seeds | F1 |"
    yield "| --- | --- | --- |"
    yield from told
    yield ""
    yield "More text of other kinds is another thing: beside LitBank, which has as many words again, the"
    yield "same network is no better on OntoGUM (first table), only on LitBank."
    yield ""


def _learning(rows: Sequence[tuple[str, list[Json]]]) -> Iterator[str]:
    yield "## Learning curves"
    yield ""
    yield "Mean CoNLL F1 on the development documents of the training corpora after each epoch (the first"
    yield "learns mentions alone), and coarse recall: of the kept spans with a right antecedent, how many"
    yield "have one among the candidates that the last layer scores."
    yield ""
    yield "| model, seed | F1 | coarse recall |"
    yield "| --- | --- | --- |"
    for name, group in rows:
        for each in group:
            steps = _epochs(each)
            scores = " ".join(f"{100 * step['score']:.1f}" for step in steps if step.get("score") is not None)
            recall = " ".join(f"{100 * step['coarse_recall']:.0f}" for step in steps[1:])
            yield f"| {name}, {each['seed']} | {scores} | {recall} |"
    yield ""


def _errors(rows: Sequence[tuple[str, list[Json]]]) -> Iterator[str]:
    yield "## Errors"
    yield ""
    yield "OntoGUM dev, first seed: the share of gold mentions among the kept spans, and what becomes of"
    yield "mentions that have an antecedent, by kind (told from their words, without trees)."
    yield ""
    yield f"| model | kept, % | kind | {' | '.join(ENDS)} |"
    yield f"| --- | --- | --- |{' --- |' * len(ENDS)}"
    for name, group in rows:
        for each in group[:1]:
            for kind in KINDS if "errors" in each else ():
                ends = each["errors"]["anaphors"][kind]
                kept = f"{100 * each['errors']['kept']:.1f}"
                yield f"| {name} | {kept} | {kind} | {' | '.join(str(ends[end]) for end in ENDS)} |"
    yield ""


def _exchange(found: Json) -> Iterator[str]:
    if not found:
        return
    yield "## The testbed: where static vectors carry the gap"
    yield ""
    yield "Trained on OntoGUM alone the static network has a small pro–anti gap; with LitBank it has a large"
    yield "one, as in the papers (WinoBias below). Here that network, `c2f-static` as it ships and with"
    yield f"other seeds, {len(found)} in all, is asked again with other static vectors and the same weights"
    yield "(`exchange.py`). Some mitigators give vectors back at unit length: the row to compare those with"
    yield "is *as trained, unit length*. F1 is OntoGUM dev."
    yield ""
    ways = dict.fromkeys(name for each in found.values() for name in each)
    yield from _changed(
        {way: [each[way] for each in found.values() if way in each] for way in ways}, "vectors"
    )
    yield ""
    yield "Gaps are in points of accuracy, the mean over seeds with an interval over seeds and sentences (as"
    yield "below); F1 and accuracies are means. With mitigated vectors most of the gap is gone at nearly the"
    yield "same F1: what the network read from the vectors was in what was taken out. One that is trained"
    yield "anew on the changed vectors may find the same elsewhere, which"
    yield "[results/sowinobias](../sowinobias/README.md) looks at."
    yield ""


def _contextual(found: Json) -> Iterator[str]:
    if not found:
        return
    yield "## Static vectors, the encoder, or both"
    yield ""
    yield f"The same with a network that also reads an encoder, `{found['model']}` (`contextual.py`): static"
    yield "vectors exchanged, directions taken out of the encoder's states, and both, with the same weights."
    yield ""
    yield from _changed({way: [each] for way, each in found["ways"].items()}, "changed")
    yield ""
    yield "Each side alone leaves most of the gap, and both together less than half of it, at about the same"
    yield "F1. One model and one seed, not trained anew; the vectors come back at unit length."
    yield ""


def _changed(found: Mapping[str, Sequence[Json]], what: str) -> Iterator[str]:
    """A row for each way in which a model was asked, or the same with several seeds."""
    yield f"| {what} | F1 | pronouns linked, % | gap | T1 gap | T2 gap | T1 pro / anti | T2 pro / anti |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for name, models in found.items():
        scores = [each["scores"] for each in models]
        told = [_interval([each[gap] for each in scores]) for gap in ("gap", "gap, T1", "gap, T2")]
        values = {side: 100 * mean(each[side]["value"] for each in scores) for side in SIDES}
        told += [f"{values[a]:.1f} / {values[b]:.1f}" for a, b in (SIDES[:2], SIDES[2:])]
        rates = [100 * mean(each[rate] for each in models) for rate in ("f1", "link_rate")]
        yield f"| {' | '.join((name, *(f'{rate:.1f}' for rate in rates), *told))} |"


def _interval(scores: Sequence[Json]) -> str:
    value, low, high = over_seeds(scores)
    return f"{value:.1f} ({low:.1f}, {high:.1f})"


def _gaps(rows: Sequence[tuple[str, list[Json]]]) -> Iterator[str]:
    yield "## The gap of each preset"
    yield ""
    yield "WinoBias dev, points of accuracy. In brackets the interval over seeds and sentences: every seed is"
    yield "asked the same sentences, so what these leave open is not divided by the number of seeds, and what"
    yield "the seeds leave open (Student's t) is added to its square. Of one seed it is that of sentences"
    yield "alone; of *linked* and *both* it is the least and the most of the seeds. *Both*: pronouns linked"
    yield "to both people at once, which count as linked and as wrong; the gap can show in the others alone."
    yield "Not counted in the first cells: of how many seeds it is stands beside it where not of all (–: of"
    yield "none)."
    yield ""
    yield "| model | seeds | linked, % | both, % | gap | T1 gap | T2 gap |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for name, group in rows:
        audited = [
            each["audits"]["winobias:dev"] for each in group if "winobias:dev" in each.get("audits", {})
        ]
        if audited:
            shares = [_share(audited, share) for share in ("link_rate", "several")]
            told = [
                _interval([each["scores"][gap] for each in audited]) for gap in ("gap", "gap, T1", "gap, T2")
            ]
            yield f"| {name} | {len(audited)} | {' | '.join((*shares, *told))} |"
    yield ""


def _share(audited: Sequence[Json], share: str) -> str:
    counted = [100 * each[share] for each in audited if share in each]
    fewer = f", {len(counted)} of {len(audited)} seeds" if 0 < len(counted) < len(audited) else ""
    return _spread(counted) + fewer


def over_seeds(scores: Sequence[Json]) -> tuple[float, float, float]:
    """The mean of a score over seeds in points, and an interval over seeds and sentences."""
    values = [100 * score["value"] for score in scores]
    sentences = mean(50 * (score["high"] - score["low"]) for score in scores)
    n, seeds = len(values), 0.0
    if n > 1:
        seeds = float(student.ppf(0.975, n - 1)) * stdev(values) / n**0.5
    middle, reach = mean(values), (sentences**2 + seeds**2) ** 0.5
    return middle, middle - reach, middle + reach


def _audits(rows: Sequence[tuple[str, list[Json]]]) -> Iterator[str]:
    yield "## Suites"
    yield ""
    yield "The span floor is kept with each model, for it moves these numbers: at least 12 spans of a text."
    yield "Single seeds swing widely here; read no difference into less than the spread of several. Where"
    yield "accuracy is far below F1, the model takes the two people for one (*the developer* and *the"
    yield "designer*; *both*, above), as `c2f` with MiniLM often does: its gap says little then. All in"
    yield "percent or points; correlations and ratios are times 100."
    for suite in SUITES:
        done = [(name, [each for each in group if suite in each.get("audits", {})]) for name, group in rows]
        done = [(name, group) for name, group in done if group]
        if not done:
            continue
        yield ""
        yield f"### {suite}"
        yield ""
        scores = list(done[0][1][0]["audits"][suite]["scores"])
        yield f"| score | {' | '.join(f'{name} ({len(group)})' for name, group in done)} |"
        yield f"| --- |{' --- |' * len(done)}"
        rates = [_spread([100 * each["audits"][suite]["link_rate"] for each in group]) for _, group in done]
        yield f"| pronouns linked, % | {' | '.join(rates)} |"
        for score in scores:
            cells = []
            for _, group in done:
                values = [each["audits"][suite]["scores"].get(score, {}).get("value") for each in group]
                known = [100 * value for value in values if value is not None]
                cells.append(_spread(known) if known else "–")
            shown = score.replace("|", "\\|")
            yield f"| {shown} | {' | '.join(cells)} |"
    yield ""


def _missing(found: Sequence[Json], cells: Sequence[Cell]) -> Iterator[str]:
    audited = {each["cell"] for each in found if len(each.get("audits", {})) == len(SUITES)}
    scored = {each["cell"] for each in found if "errors" in each}
    left = [cell.name for cell in cells if cell.name not in (audited if cell.every == 1 else scored)]
    if left:
        yield "## Not run to the end"
        yield ""
        yield "These cells are set up and were not trained or measured to the end; `make.py` goes on there."
        yield ""
        for name in left:
            yield f"- `{name}`"


def _spread(values: Sequence[float]) -> str:
    if not values:
        return "–"
    if len(values) == 1:
        return f"{values[0]:.1f}"
    return f"{mean(values):.1f} ({min(values):.1f}, {max(values):.1f})"
