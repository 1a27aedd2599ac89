"""The page of results/sowinobias as a function of the JSON files that it reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from explained import filled, inlp_section, probe_section, table
from intrinsic import GAPS as ASKED
from intrinsic import MEASURES, METHODS, TRAINED, Joined, by_row, exchanged, joined

from corefair.auditing.verdicts import ALPHA
from corefair.experiments.result import Experiment
from corefair.report.experiments.md import seed_parts
from corefair.report.experiments.page import in_short
from corefair.report.experiments.seeds import cell
from corefair.stats import holm

GAPS = ("gap", "gap, T1", "gap, T2")
TOLD = ("gap", "no gap", "narrows", "turns", "widens", "opens", "uncertain")


def page(
    found: Experiment | None,
    seeds: Experiment | None,
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
first. `experiment.json` has one seed (`--set seeds=1`), `seeds.json` three rows (`--only`) with three. The
last command above makes this page.

## What was run

{_state(found)}

## With several seeds

{_seeds(seeds)}

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
        lines += ["", "What rests on one training is to be read with the section that follows."]
    left = _by_state(found)
    if left:
        lines += ["", "Not done:", "", *left]
    return "\n".join(lines)


def _seeds(found: Experiment | None) -> str:
    if found is None:
        return "Nothing yet: `seeds.json` is not there."
    said = [f"- {each.sentence}" for each in found.findings if each.kind in TOLD and each.measure in GAPS]
    return "\n".join(
        [
            "The rows that ask whether augmentation and vectors narrow the gap, with the seeds that were "
            "trained, in a\nreport of their own: [seeds.md](seeds.md). Its cells are in "
            "[results/done](../done/README.md). Mean over\nseeds, with the interval over sentences, then "
            "each seed.",
            "",
            *(f"{part}\n" for part in seed_parts(found)),
            *said,
            *_barely_read(found),
        ]
    )


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
            "Spearman's ρ over rows between a measure and the size of a gap, the mean over seeds; a row "
            "whose gap\nis not read is left out. Rows are few: an interval that is nearly the whole of −1 "
            "to 1 says that nothing\nis known.",
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
        f"{one.measure} and {each.asked}, {each.gap} ({one.rho:+.2f}, p = {p:.3f})"
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


def _joined(each: Joined) -> str:
    title = f"**{each.asked}, {each.gap}** ({'; '.join(each.rows) or 'no row'})"
    if each.why:
        return f"{title}: {each.why}."
    lines: list[Sequence[str]] = [("measure", "ρ", "interval", "p", "rows")]
    for one in sorted(each.found, key=lambda one: -abs(one.rho or 0.0)):
        interval = "" if one.low is None or one.high is None else f"{one.low:+.2f} to {one.high:+.2f}"
        lines.append(
            (
                one.measure,
                "the same for all" if one.rho is None else f"{one.rho:+.2f}",
                interval,
                "" if one.p is None else f"{one.p:.3f}",
                str(one.rows),
            )
        )
    return f"{title}\n\n{table(lines)}"
