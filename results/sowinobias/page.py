"""The page of results/sowinobias as a function of the JSON files that it reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from explained import filled, inlp_section, probe_section, table
from intrinsic import GAPS as ASKED
from intrinsic import MEASURES, METHODS, TRAINED, Joined, by_row, exchanged, joined

from corefair.auditing.numbers import difference
from corefair.auditing.verdicts import ALPHA
from corefair.experiments.predicting import Prediction
from corefair.experiments.remedies import Remedy, is_certain, levelled, remedies
from corefair.experiments.result import Change, Experiment
from corefair.report.experiments.md import seed_parts
from corefair.report.experiments.page import in_short
from corefair.report.experiments.seeds import cell
from corefair.stats import holm

GAPS = ("gap", "gap, T1", "gap, T2")


def page(
    found: Experiment | None,
    one_network: Experiment | None,
    *,
    vectors: Any,
    others: Any,
    inlp: Any,
    probes: Any,
) -> str:
    """The page."""
    measured = by_row(vectors, others)
    return f"""# SoWinoBias, Tables 1, 4 and 5

A coarse-to-fine network with GloVe, hard, GN-GloVe(w_a), RAN and INLP, each with and without augmentation
(Dawkins 2021), and with GloVe trained in pairs too, in one grid; Rule and Feature beside them:

    corefair experiment results/sowinobias/grid.yaml -o sowinobias --set gn=GN_GLOVE --set gn_base=GLOVE
    corefair experiment results/sowinobias/grid.yaml -o so --set corpus=ONTONOTES --set litbank= --set gum=
    python results/sowinobias/make.py

The network learns from OntoGUM and LitBank, where its vectors carry a gap
([results/span](../span/README.md), the testbed). Epochs were set before any gap of the grid was seen: five,
of which the first learns mentions alone, and three where the text is twice as long (augmented, or in pairs),
which is as many steps to learn links. GN_GLOVE is GN-GloVe without its last component and GLOVE plain GloVe,
both learned from the same ten million words of Wikipedia:

    corefair vectors train gn-glove WIKIPEDIA -o gn.txt.gz --neutral-part GN_GLOVE --dim 100 --window 10 \\
        --epochs 15 --x-max 10
    corefair vectors train glove WIKIPEDIA -o GLOVE --dim 100 --window 10 --epochs 15 --x-max 10

GloVe of six billion words is far better than either, so that row is compared with GloVe of its own text
first. The last command above makes this page. “GloVe, augmented” was trained before `swap` was mended in
18 of the 437,000 words of this text, the other augmented rows after.

## What was run

{_state(found)}

## With several seeds

{_seeds(found)}

## Measures of the vectors

Of the files that the network learns with, from [results/vectors](../vectors/README.md), which has intervals
and the paper's numbers beside them: S is the mean association of adjectives of feminine stereotype with
occupations or gendered words (Table 2), the others are of Table 3 and of SemBias; associations by their size.

{_measures(measured)}

{_absent(measured)}

## Which measure predicts the gap?

{_predictions(found, measured)}

### Without a training for each

{_exchanged(one_network, vectors)}

## INLP and occupations: an open difference

{inlp_section(inlp)}

## GN-GloVe(w_a) and a probe of seed words: another

{probe_section(probes)}
"""


def _state(found: Experiment | None) -> str:
    if found is None:
        return "Nothing of the grid: `experiment.json` is not there. What follows needs no network."
    done = [cell for cell in found.cells if cell.state == "done"]
    of = f"{len(done)} of {len(found.cells)} cells are done"
    lines = [f"[experiment.md](experiment.md) has the tables and the reading: {of}.", "", in_short(found), ""]
    lines += [f"- {each.sentence}" for each in found.findings if each.kind == "order"]
    if any(each.kind == "one seed" for each in found.findings):
        lines += ["", "What rests on one training is to be read with the scatter of seeds that follows."]
    left = _by_state(found)
    if left:
        lines += ["", "Not done:", "", *left]
    return "\n".join(lines)


def _seeds(found: Experiment | None) -> str:
    if found is None or not (parts := list(seed_parts(found))):
        return "No row has several seeds."
    return "\n\n".join(
        [
            filled(
                "Mean over seeds, with the interval over sentences, then each seed; † not read. Cells are in "
                "[results/done](../done/README.md)."
            ),
            *parts,
            filled(
                "What each row does to the gap of the row it is compared with, in points, seeds and "
                "sentences drawn anew; *narrows*, *levels*, *widens*, *turns* (around) and *opens* only "
                "where it is certain, corrected for all gaps and F1 that are read (Holm). *Levels*: the gap "
                "is gone and F1 is not, and the row is not certain to be right more often than guesses "
                "would be. "
                "[experiment.md](experiment.md) says it in sentences."
            ),
            table(_changes(found)),
            "\n".join(_barely_read(found)),
        ]
    ).rstrip()


def _changes(found: Experiment) -> list[Sequence[str]]:
    """A row for each pair that is compared on the first suite."""
    asked = "winobias:dev"
    of = {
        name: {_pair(one.change): one for read in (remedies, levelled) for one in read(found, asked, name)}
        for name in GAPS
    }
    lines: list[Sequence[str]] = [("row", "compared with", *GAPS, "CoNLL F1")]
    pairs = dict.fromkeys(_pair(one) for one in found.changes if one.asked == asked)
    for row, baseline in pairs:
        there = [of[name].get((row, baseline)) for name in GAPS]
        cost = next((one.cost for one in there if one and one.cost), None)
        paid = "" if cost is None else _moved(cost) + (", certain" if is_certain(cost) else "")
        lines.append((row, baseline, *map(_told, there), paid))
    return lines


def _pair(change: Change) -> tuple[str, str]:
    return change.row, change.baseline


def _told(one: Remedy | None) -> str:
    """A change, and what it is called where it is certain."""
    if one is None:
        return "not read"
    return _moved(one.change) + ("" if one.effect == "uncertain" else f", {one.effect}")


def _moved(change: Change) -> str:
    by, low, high = (difference(each, "points") for each in (change.difference, change.low, change.high))
    return by if change.low is None else f"{by} ({low} to {high})"


def _barely_read(found: Experiment) -> Iterator[str]:
    """Rows that are right less often than guesses, and are read for what is left of a gap."""
    for row in found.rows:
        accuracy = found.number(row.name, "winobias:dev", "accuracy")
        gaps = [found.number(row.name, "winobias:dev", name) for name in GAPS]
        ps = [gap.score.p for gap in gaps if gap is not None and gap.score.p is not None]
        if accuracy is None or not ps or (accuracy.score.high or 1.0) >= 0.5:
            continue
        least = min(holm(ps))
        if least >= ALPHA and found.is_sound(row.name, "winobias:dev"):
            yield (
                f"- {row.name} is right in {100 * (accuracy.score.value or 0.0):.1f} % of all, and is read "
                f"because what is left of a gap is certain (p = {min(ps):.3f}); corrected for its "
                f"{len(ps)} gaps ({least:.3f}) it would not be, and it may be guessing."
            )


def _by_state(found: Experiment) -> list[str]:
    seeds: dict[tuple[str, str], list[str]] = {}
    for left in found.unfinished:
        seeds.setdefault((left.row, left.state), []).append("" if left.seed is None else str(left.seed))
    return [
        f"- {row}" + (f", seed {', '.join(numbers)}" if any(numbers) else "") + f": {state}"
        for (row, state), numbers in seeds.items()
    ]


def _measures(measured: dict[str, dict[str, float]]) -> str:
    titles = [title for title in MEASURES.values() if any(title in values for values in measured.values())]
    lines = [("measure", *measured)]
    lines += [
        (title, *(f"{values[title]:.4f}" if title in values else "" for values in measured.values()))
        for title in titles
    ]
    return table(lines)


def _absent(measured: dict[str, dict[str, float]]) -> str:
    absent = [row for row in (*METHODS, *TRAINED) if row not in measured]
    return f"Not measured: {', '.join(absent)}." if absent else ""


def _predictions(found: Experiment | None, measured: dict[str, dict[str, float]]) -> str:
    if found is None:
        return "No cell of the network is done, so there is nothing to join the measures to."
    parts = [_joined(each) for each in joined(found, measured)]
    return "\n\n".join(
        [
            filled(
                "Spearman's ρ over rows between a measure and the size of a gap, the mean over seeds; a row "
                "whose gap is not read is left out. Rows that may be guessing have small gaps that could not "
                "have been large; with them the number says less of the measure, and stands beside. Rows are "
                "few: an interval that is nearly the whole of −1 to 1 says that nothing is known."
            ),
            *parts,
        ]
    )


def _exchanged(found: Experiment | None, vectors: Any) -> str:
    """Gaps of one network with vectors of many kinds, and how they go with measures of these."""
    if found is None:
        return "Not run: `exchanged.yaml` says how, and its `experiment.json` is `exchanged.json` here."
    columns = [(found.corpora[0], "CoNLL F1"), *ASKED]
    lines: list[Sequence[str]] = [("vectors", *(f"{asked}, {name}" for asked, name in columns))]
    for row in found.rows:
        lines.append((row.name, *(cell(found, found.number(row.name, *column)) for column in columns)))
    parts = exchanged(found, vectors)
    return "\n\n".join(
        [
            filled(
                "Rows that are trained are few, and each training moves a gap by some points. Here one "
                "network stays as it is, `c2f-static` as it ships, and ten kinds of vectors are put in the "
                "place of those it learned with, all at unit length ([`exchanged.yaml`](exchanged.yaml), "
                "[exchanged.md](exchanged.md)). So no seed is in this. But it is another question: what such "
                "vectors take from a network that relies on what was taken out of them, not what a network "
                "does that learns with them. Percent and points, intervals over sentences; † not read."
            ),
            table(lines),
            _corrected(parts),
            *map(_joined, parts),
        ]
    )


def _corrected(parts: Sequence[Joined]) -> str:
    """Which correlations are certain among all that are told, and what they are not."""
    told = [(one, each) for each in parts for one in each.found if one.p is not None]
    corrected = holm([one.p or 0.0 for one, _ in told])
    sure = [
        f"{one.measure} and {each.asked}, {each.gap} ({one.rho:+.2f}, p = {p:.3f}{_beside(each, one)})"
        for (one, each), p in zip(told, corrected, strict=True)
        if p < ALPHA
    ]
    less = [one for (one, _), p in zip(told, corrected, strict=True) if p < ALPHA and (one.rho or 0.0) < 0]
    turned = any(one.measure != "SemBias, definition" for one in less)  # of which more is better
    return filled(
        f"**Of {len(told)} correlations {len(sure) or 'none'} "
        f"{'are' if len(sure) != 1 else 'is'} certain when corrected for all of them (Holm)"
        f"{': ' + '; '.join(sure) if sure else ''}.** Kinds of vectors are no drawing of independent things: "
        "`ran`, `an` and `hard` are kin, and so are GloVe, `soft` and `ra`, which leave the gap of WinoBias "
        "where it was; a measure that tells the two families apart does well."
        + (" A ρ below 0 says that vectors with less of it leave the larger gap." if turned else "")
    )


def _beside(each: Joined, one: Prediction) -> str:
    """The same over rows that may be guessing too, where there are some."""
    wider = next((other.rho for other in each.wider if other.measure == one.measure), None)
    return "" if wider is None else f"; {wider:+.2f} with {' and '.join(each.guessing)}"


def _joined(each: Joined) -> str:
    title = f"**{each.asked}, {each.gap}** ({'; '.join(each.rows) or 'no row'})"
    if each.guessing:
        title += f"; may be guessing: {'; '.join(each.guessing)}"
    if not each.found and not each.wider:
        return f"{title}: {each.why}."
    wider = {one.measure: one for one in each.wider}
    lines: list[Sequence[str]] = [("measure", "ρ", "interval", "p", "rows")]
    if wider:
        lines = [(*lines[0], "ρ with guessing rows", "interval", "p", "rows")]
    read = {one.measure: one for one in each.found}
    order = sorted(each.found or each.wider, key=lambda one: -abs(one.rho or 0.0))
    for measure in (one.measure for one in order):
        parts = [_correlation(read.get(measure))]
        if wider:
            parts.append(_correlation(wider.get(measure)))
        lines.append((measure, *(cell for part in parts for cell in part)))
    return f"{title}\n\n{table(lines)}"


def _correlation(one: Prediction | None) -> tuple[str, str, str, str]:
    if one is None:
        return "", "", "", ""
    interval = "" if one.low is None or one.high is None else f"{one.low:+.2f} to {one.high:+.2f}"
    rho = "the same for all" if one.rho is None else f"{one.rho:+.2f}"
    p = "" if one.p is None else f"{one.p:.3f}" if one.p >= 0.0005 else "< 0.001"
    return rho, interval, p, str(one.rows)
