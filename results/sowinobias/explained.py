"""Two sections of the page, each of which explains a difference: INLP's associations, the probe of seeds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import fill
from typing import Any

SHOWN = (0, 1, 3, 5, 7, 9, 10, 11, 12, 16, 20, 25, 30, 33)  # iterations
HEAD = (
    "iterations", "directions", "told on words held out, %", "S_occ", "p", "S_occ by lot", "S_def", "p",
    "length left",
)  # fmt: skip
PROBE_HEAD = (
    "vectors", "probe, % found", "along the mean difference, AUC", "spread along it",
    "halves of the pairs, AUC", "pairs below one half",
)  # fmt: skip
PAPER = "in the paper .0636 before and .0171 after, p = .0251"
EMPTY = 0.25  # of the spread along a direction by lot: less is called empty, where the order is at chance too
SHARE = 105 / 300  # of the dimensions: three directions in each of the 35 iterations of Ravfogel et al. 2020


def inlp_section(found: Any) -> str:
    """S after every iteration, and what it says."""
    if not found:
        return "Not computed: `python results/sowinobias/inlp.py` does."
    (held,) = found.values()
    steps = held["steps"]
    stop = next(step for step in steps if step["the mitigator has stopped"])
    like = min(steps, key=lambda step: abs(step["directions"] - SHARE * held["dim"]))
    lowest = min(steps, key=lambda step: step["occupations"]["S"])
    first, at_stop, last = (step["occupations"] for step in (steps[0], stop, steps[-1]))
    lot = at_stop["S, as many directions by lot"]
    lines: list[Sequence[str]] = [HEAD]
    lines += [_line(step, step is stop) for step in steps if step["iterations"] in SHOWN]
    likewise, spread = like["occupations"], "spread over regroupings"
    return "\n\n".join(
        [
            filled(
                f"`inlp` raises S_occ here, {first['S']:.4f} to {at_stop['S']:.4f} ({PAPER}). `inlp.py` "
                "takes its "
                f"steps one by one on {held['words']:,} words of {held['dim']} dimensions, and goes on where "
                "`inlp` stops. *By lot*: as many directions drawn at random, 200 times, 95 % of them."
            ),
            table(lines),
            filled(
                "**It is where one stops.** `inlp` stops when its classifier does no better than chance "
                "on words "
                f"that were held out, here after {stop['iterations']} iterations with {stop['directions']} "
                "directions. From the second on S_occ rises until there; afterwards it falls, to "
                f"{likewise['S']:.4f} "
                f"(p {_p(likewise['p'])}) with {like['directions']} directions. That is the share of the "
                "dimensions which 35 iterations, those of Ravfogel et al. 2020, take in 300 when each takes "
                "three, as ours "
                f"do. The lowest is {lowest['occupations']['S']:.4f} after {lowest['iterations']}. So "
                "numbers like "
                "both, ours and the paper's, can be had from the same vectors; which one has is decided "
                "by when "
                "one stops. With how many directions the paper's vectors were made we cannot see.",
                point=True,
            ),
            filled(
                f"**Little of the rise needs explaining.** {stop['directions']} directions taken out by "
                "lot give "
                f"S_occ from {lot['low']:.3f} to {lot['high']:.3f}; the rise ends a little above that. "
                "What is left "
                f"of vectors is shorter ({at_stop['length left']:.2f} of their length), cosines of fewer "
                "dimensions "
                f"vary more, and so does S over regroupings (standard deviation {first[spread]:.4f} to "
                f"{at_stop[spread]:.4f}): in units of that, S_occ goes from {first['S over spread']:.2f} to "
                f"{at_stop['S over spread']:.2f}.",
                point=True,
            ),
            filled(
                "**What a classifier cannot tell is not gone.** It is asked to which side words lean "
                "along the "
                "gender direction. Adjectives and occupations go together in other directions too, which "
                "it has "
                "no reason to take out; S_def, which is gone in the paper (p = .3820), is still certain "
                "at the "
                f"stop (p {_p(stop['definition']['p'])}).",
                point=True,
            ),
            filled(
                f"At the other end, with {steps[-1]['directions']} of {held['dim']} directions gone, "
                "S_occ is "
                f"{last['S']:.4f}: in so few dimensions anything can be read.",
                point=True,
            ),
        ]
    )


def _line(step: Any, stopped: bool) -> Sequence[str]:
    occupations, gendered = step["occupations"], step["definition"]
    lot = occupations["S, as many directions by lot"]
    return (
        f"{step['iterations']}{' (stop)' if stopped else ''}",
        str(step["directions"]),
        f"{100 * step['accuracy on words held out']:.1f}",
        f"{occupations['S']:.4f}",
        _p(occupations["p"]),
        f"{_signed(lot['low'])} to {_signed(lot['high'])}",
        f"{gendered['S']:.4f}",
        _p(gendered["p"]),
        f"{occupations['length left']:.2f}",
    )


def probe_section(found: Any) -> str:
    """What is found from directions that seed words give, kind by kind."""
    if not found:
        return "Not computed: `python results/gn-glove/overcorrected.py --work DIR` does."
    lines: list[Sequence[str]] = [PROBE_HEAD, *(_probe_line(name, held) for name, held in found.items())]
    said = filled(
        "A linear classifier learns gender from seed words and is asked the neutral words that lean most in "
        "other vectors, frequency held equal ([results/gn-glove](../gn-glove/README.md)). On GN-GloVe "
        "without "
        "its last component it was at chance, and as the released program has it at chance or a little "
        "below. `overcorrected.py` there trains GN-GloVe "
        "whole, "
        "or without one of its two terms, and asks along the mean difference of the seed pairs as well, "
        "which "
        "is the direction that training empties of neutral words. AUC: the share of pairs of words in which "
        "the one that leans to the feminine side stands further on it, half is chance; *spread* is that of "
        "neutral words along it, 1 being that of a direction drawn by lot; *halves*: the mean difference "
        "of a "
        "random half of the pairs. What is not in the table was not trained."
    )
    return "\n\n".join([said, table(lines), _probe_read(found)])


def _probe_line(name: str, held: Any) -> Sequence[str]:
    probe, along = held["probe"], held["order along the mean difference"]
    halves, single = held["order along halves of the pairs"], held["order along single pairs"]
    spread = held["spread along the mean difference, of that along a direction by lot"]
    return (
        name,
        f"{100 * probe['value']:.1f} ({100 * probe['low']:.1f} to {100 * probe['high']:.1f})",
        f"{along['auc']:.3f} ({along['low']:.3f} to {along['high']:.3f})",
        f"{spread:.2f}",
        f"{halves['mean auc']:.3f} ({halves['low']:.3f} to {halves['high']:.3f})",
        f"{single['below one half']} of {single['pairs']}",
    )


def _probe_read(found: Any) -> str:
    points = [filled(_emptied(held), point=True) for held in found.values() if held["kind"] == "GN-GloVe"]
    for name, held in found.items():
        along = _side(held["order along the mean difference"])
        said = f"{name}: the probe is {_side(held['probe'])}, the order along the mean difference {along}."
        points.append(filled(said, point=True))
    words = ", ".join(sorted({str(held["words"]) for held in found.values()}))
    return "\n".join([*points, filled(f"{words} words are asked; one training each.", point=True)])


def _emptied(held: Any) -> str:
    spread = held["spread along the mean difference, of that along a direction by lot"]
    halves = held["order along halves of the pairs"]
    low, high = held["probe"]["low"], held["probe"]["high"]
    empty = spread < EMPTY and _side(held["order along the mean difference"]) == "at chance"
    found = "is empty, so what is read along it is chance" if empty else "is not empty"
    inside = halves["low"] < 0.5 < halves["high"]
    hangs = (
        "on either side of one half: which pairs a probe learns from decides to which side it errs, and some "
        "points above or below chance need no turning around"
        if inside
        else "on one side of one half"
    )
    return (
        f"**GN-GloVe, {held['dim']} dimensions: the direction {found}.** "
        f"Neutral words vary along the mean difference {spread:.2f} times as much as along a direction "
        "by lot. What "
        f"order is left hangs on the pairs: of a random half of them AUC is from {halves['low']:.2f} to "
        f"{halves['high']:.2f}, {hangs}. The probe's {100 * held['probe']['value']:.1f} % has an "
        "interval over words "
        f"from {100 * low:.1f} to {100 * high:.1f}."
    )


def _side(held: Any) -> str:
    return "above chance" if held["low"] > 0.5 else "below chance" if held["high"] < 0.5 else "at chance"


def _signed(value: float) -> str:
    return f"{value:.3f}".replace("-", "−")


def _p(value: float) -> str:
    return f"{value:.4f}".lstrip("0") if value < 0.1 else f"{value:.2f}".lstrip("0")


def table(lines: Iterable[Sequence[str]]) -> str:
    """In Markdown; the first line is the head."""
    head, *rest = lines
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *rest))


def filled(text: str, *, point: bool = False) -> str:
    """A paragraph, or a point of a list, in lines that can be read."""
    return fill(text, 108, initial_indent="- " if point else "", subsequent_indent="  " if point else "")
