"""What an experiment says, in words: rules over its numbers, written out in docs/experiment.md."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from corefair.auditing.numbers import difference, in_unit, p_value
from corefair.auditing.verdicts import ALPHA
from corefair.experiments.corpus_counts import F1
from corefair.experiments.estimates import FINER
from corefair.experiments.orders import orders
from corefair.experiments.remedies import Remedy, gaps_of, is_certain, is_gap, levelled, remedies
from corefair.experiments.result import Asked, Change, Experiment, Finding, Number, Share
from corefair.stats import minimum_detectable_gap, standard_error
from corefair.types import Groups


def read_out(found: Experiment) -> Iterator[Finding]:
    """Sentence by sentence: the gaps, what each row does to them and costs, sources, orders of papers."""
    yield from _trained_once(found)
    yield from _few_draws(found)
    for asked in found.asked:
        yield from _not_read(found, asked)
        for measure in gaps_of(found, asked):
            yield from _gap(found, asked, measure)
    if found.kind == "decomposition":
        yield from _sources(found)
    yield from (Finding("order", sentence, measure=table) for table, sentence in orders(found))


def _trained_once(found: Experiment) -> Iterator[Finding]:
    """Which rows are read whose spread over seeds nothing is known of: no interval holds it."""
    read = {(n.row, n.asked) for n in found.numbers if found.is_sound(n.row, n.asked)}
    read |= {(row, asked.key) for asked in found.asked for row in _levellers(found, asked)}
    trained = {(row, asked) for row, asked in read if _is_trained(found, row)}
    unknown = {(row, asked) for row, asked in trained if not _spread_is_known(found, row, asked)}
    once = {row for row, _ in unknown} - {row for row, _ in trained - unknown}
    rows = [row.name for row in found.rows if row.name in once]
    if rows:
        sentence = (
            f"Trained once: {'; '.join(rows)}. How far another seed would move these is not known, and no "
            "interval holds it: what is called certain below is certain of these trainings."
        )
        yield Finding("one seed", sentence)
    for asked in found.asked:
        here = [row.name for row in found.rows if (row.name, asked.key) in unknown and row.name not in once]
        if here:
            sentence = (
                f"On {asked.key} one training is done of {'; '.join(here)}: how far another seed would move "
                "these there is not known, and no interval holds it."
            )
            yield Finding("one seed", sentence, asked=asked.key)


def _few_draws(found: Experiment) -> Iterator[Finding]:
    """Where draws are so few that no p, corrected, can be below .05: then nothing is called certain."""
    resamples = found.settings.get("resamples")
    read = read_together(found)
    n_changes = sum(one.p is not None and (one.asked, one.measure) in read for one in found.changes)
    if not isinstance(resamples, int) or n_changes < ALPHA * (FINER * resamples + 1):
        return
    needed = ceil(n_changes / ALPHA / FINER)
    sentence = (
        f"{resamples:,} resamples are too few for the {n_changes:,} changes whose p are corrected together: "
        "even the largest of them cannot be called certain. "
        f"`resamples: {needed}` in the grid would do; suites are then asked anew."
    )
    yield Finding("few draws", sentence)


def read_together(found: Experiment) -> set[tuple[str, str]]:
    """Suite or corpus and measure of what is read, whose p are corrected together: gaps, and the first F1."""
    read = {(asked.key, name) for asked in found.asked for name in gaps_of(found, asked)}
    return read | {(name, F1.name) for name in found.corpora[:1]}


def _is_trained(found: Experiment, row: str) -> bool:
    return any(cell.row == row and cell.seed is not None for cell in found.cells)


def _spread_is_known(found: Experiment, row: str, asked: str) -> bool:
    """Whether some row of its system has two seeds there: the spread is pooled over these."""
    of_system = {each.name for each in found.rows if each.system == found.row(row).system}
    return any(len(n.seeds) > 1 for n in found.numbers if n.asked == asked and n.row in of_system)


def _levellers(found: Experiment, asked: Asked) -> set[str]:
    """The rows that level a gap of the suite."""
    gaps = gaps_of(found, asked)
    return {remedy.change.row for measure in gaps for remedy in levelled(found, asked.key, measure)}


def _not_read(found: Experiment, asked: Asked) -> Iterator[Finding]:
    """What is wrong with the numbers of which rows on a suite or corpus: a sentence a row."""
    reasons: dict[tuple[str, str], list[str]] = {}
    levellers = _levellers(found, asked)
    for problem in found.problems:
        if problem.asked == asked.key:
            reasons.setdefault((problem.row, problem.kind), []).append(problem.why.rstrip("."))
    for (row, kind), of_row in reasons.items():
        why = "; ".join(of_row)
        said = f"{row} on {asked.key} is not read: {why}."
        if kind == "guessing":
            but = ", but for the gaps that it levels" if row in levellers else ""
            better = f"{row} is not certain to do better than guessing on {asked.key}"
            said = f"{better} ({why}): it is not read{but}."
        yield Finding(kind, said, row, asked.key)


def _gap(found: Experiment, asked: Asked, measure: str) -> Iterator[Finding]:
    read = remedies(found, asked.key, measure)
    level = levelled(found, asked.key, measure)
    compared = {remedy.change.row for remedy in read}
    alone = [row.name for row in found.rows if row.name not in compared]
    for baseline in dict.fromkeys([*(remedy.change.baseline for remedy in [*read, *level]), *alone]):
        of_baseline = [remedy for remedy in read if remedy.change.baseline == baseline]
        before = found.number(baseline, asked.key, measure)
        if before is None or not found.is_sound(baseline, asked.key):
            continue
        certain = is_gap(before.score)
        seeded = _is_trained(found, baseline) and _spread_is_known(found, baseline, asked.key)
        yield _baseline(asked.key, measure, before, certain, seeded=seeded)
        for remedy in of_baseline:
            if certain or remedy.effect == "opens":
                said = _sentence(found, remedy)
                yield Finding(remedy.effect, said, remedy.change.row, asked.key, measure, baseline)
        levels = [remedy for remedy in level if remedy.change.baseline == baseline]
        for remedy in levels:
            said = _sentence(found, remedy)
            yield Finding("levels", said, remedy.change.row, asked.key, measure, baseline)
        if certain and of_baseline and not (levels and not any(r.effect == "narrows" for r in of_baseline)):
            yield from _best(asked.key, measure, of_baseline)


def _baseline(asked: str, measure: str, before: Number, certain: bool, *, seeded: bool) -> Finding:
    score = before.score
    value = f"{difference(score.value, score.unit)} points"
    shown = f"{value}{_between(score.low, score.high)}"
    if certain:
        return Finding(
            "gap", f"On {asked}, {before.row} has a {named(measure)} of {shown}.", before.row, asked, measure
        )
    sentence = (
        f"On {asked}, {before.row} shows no certain {named(measure)} "
        f"({value}{_between(score.low, score.high, ', ')} over sentences, "
        f"{p_value(score.p)}{' with seeds' if seeded else ''}): "
        "there is nothing that a remedy could be seen to close."
    )
    return Finding("no gap", sentence, before.row, asked, measure)


def _sentence(found: Experiment, remedy: Remedy) -> str:
    change, after = remedy.change, remedy.after
    moved = f"by {difference(change.difference, 'points')} points{_between(change.low, change.high)}"
    now = f"to {difference(after.score.value, 'points')}"
    if remedy.effect == "uncertain":
        by = f"{difference(change.difference, 'points')} points{_uncertain(change)}"
        return f"{change.row} changes it by no certain amount ({by}){_could(change)}. {_cost(remedy)}"
    verb = {
        "narrows": "narrows it",
        "turns": "turns it around, so that the other group is now ahead,",
        "widens": "widens it",
        "opens": "opens one,",
        "levels": "levels it",
    }[remedy.effect]
    left = ""
    if remedy.effect == "narrows":
        left = (
            " What is left is a certain gap." if is_gap(after.score) else " What is left is no certain gap."
        )
    if remedy.effect == "levels":
        left = " It is not certain to be right more often than guesses would be."
    return f"{change.row} {verb} {moved}, {now}.{left}{_how(found, remedy)} {_cost(remedy)}"


def _how(found: Experiment, remedy: Remedy) -> str:
    """Which side moved: a gap may close because one side gets worse."""
    change, score = remedy.change, remedy.after.score
    sides = []
    for groups in (score.groups, score.against):
        measure = next(
            (
                n.score.name
                for n in found.numbers
                if n.row == change.row and n.asked == change.asked and n.score.against is None
                if n.score.kind == score.of and n.score.groups == groups and not n.score.table
            ),
            None,
        )
        side = found.change(change.row, change.baseline, change.asked, measure) if measure else None
        if side is None:
            return ""
        sides.append((_group(found, change.asked, groups or {}), side.difference))
    said = " and ".join(f"{name} by {difference(by, 'points')}" for name, by in sides)
    worse = remedy.effect in ("narrows", "levels") and all(by <= 0 for _, by in sides)
    down = " The better side came down, the other did not rise." if worse else ""
    return f" Accuracy moved for {said}.{down}"


def _group(found: Experiment, asked: str, groups: Groups) -> str:
    """`pro`, `pro (type 1)`: the group of the contrast, and within what."""
    grouping = next((each.contrast[0] for each in found.asked if each.key == asked and each.contrast), "")
    within = ", ".join(f"{name} {value}" for name, value in groups.items() if name != grouping)
    return f"{groups.get(grouping, '')} ({within})" if within else groups.get(grouping, "")


def _cost(remedy: Remedy) -> str:
    cost = remedy.cost
    if cost is None:
        return remedy.untold or "What it costs in F1 was not measured."
    by = difference(cost.difference, "points")
    shown = f"{by}{_between(cost.low, cost.high, ', ')}"
    if not is_certain(cost):
        return f"No certain change of F1 on {cost.asked} ({by}{_uncertain(cost)})."
    if cost.difference > 0:
        return f"F1 on {cost.asked} rises ({shown})."
    per = abs(remedy.change.difference / cost.difference)
    ratio = f": {per:.1f} points of the gap for each point of F1" if remedy.effect == "narrows" else ""
    return f"F1 on {cost.asked} falls ({shown}){ratio}."


def _uncertain(change: Change) -> str:
    """The interval within brackets; where that leaves out 0 alone, the p that says otherwise."""
    interval = _between(change.low, change.high, ", ")
    if change.low is None or change.high is None or change.low <= 0 <= change.high:
        return interval
    return f"{interval}; {p_value(change.p_holm)} corrected"


def _could(change: Change) -> str:
    """What the run could have found, so that silence is not taken for proof."""
    if change.low is None or change.high is None or change.low == change.high:
        return ""
    least = minimum_detectable_gap(standard_error(change.low, change.high))
    return (
        f"; a change of {100 * least:.1f} points would have been found four times in five, before correction"
    )


def _best(asked: str, measure: str, of_baseline: list[Remedy]) -> Iterator[Finding]:
    narrow = [remedy for remedy in of_baseline if remedy.effect == "narrows"]
    free = [
        each.change.row
        for each in narrow
        if each.cost is not None and not (is_certain(each.cost) and each.cost.difference < 0)
    ]
    if not narrow:
        yield Finding(
            "none narrows",
            f"No row narrows the {named(measure)} on {asked} for certain.",
            "",
            asked,
            measure,
        )
    elif free:
        yield Finding("without cost", f"Without a certain loss of F1: {'; '.join(free)}.", "", asked, measure)


def _sources(found: Experiment) -> Iterator[Finding]:
    """Of a decomposition: which share of the gap goes when one source alone is exchanged."""
    for asked in found.asked:
        for measure in gaps_of(found, asked):
            read = [*remedies(found, asked.key, measure), *levelled(found, asked.key, measure)]
            for remedy in read:
                source = found.row(remedy.change.row).source
                share = remedy.change.share
                if source and share and is_gap(remedy.before.score):
                    yield _source(asked.key, measure, source, remedy.change, share)


def _source(asked: str, measure: str, source: str, change: Change, share: Share) -> Finding:
    value = in_unit(share.value, "share")
    bounds = f"({100 * share.low:.0f} to {100 * share.high:.0f})".replace("-", "−")
    word = "" if is_certain(change) else "; not certain"
    part = f"{value} {bounds} of the {named(measure)} on {asked}"
    sentence = f"With {source} exchanged and nothing else, {part} goes{word}."
    return Finding("source", sentence, change.row, asked, measure)


def named(measure: str) -> str:
    """As it stands in a sentence: `gap`, `gap (T1)`."""
    first, comma, rest = measure.partition(", ")
    return f"{first} ({rest})" if comma else measure


def _between(low: float | None, high: float | None, comma: str = "") -> str:
    """An interval in brackets, or after a comma where it stands within brackets."""
    if low is None or high is None:
        return ""
    said = f"{difference(low, 'points')} to {difference(high, 'points')}"
    return f"{comma}{said}" if comma else f" ({said})"
