"""What another seed would change: how far trainings of a row are apart, pooled over the rows of a system."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

import numpy as np

from corefair.auditing.verdicts import ALPHA
from corefair.experiments.result import Experiment, Number


class Apart(NamedTuple):
    """Of one system and measure."""

    system: str
    deviation: float  # standard deviation of single trainings, within rows
    rows: int  # with several seeds
    least: float  # by which two single trainings differ no more than once in twenty times


def apart(found: Experiment, asked: str, measure: str) -> list[Apart]:
    """Every system of which a row has several seeds; a training that stands in two rows counts once."""
    return [_apart(system, rows) for system, rows in _by_system(found, asked, measure).items()]


def told(found: Experiment, asked: str, measure: str) -> Iterator[str]:
    """The same in sentences, in points."""
    for system, deviation, rows, least in apart(found, asked, measure):
        within = f"{rows} row{'s' if rows > 1 else ''}"
        yield (
            f"Another seed of {system} moves the {measure} by {100 * deviation:.1f} points (standard "
            f"deviation within {within}): between two rows that were trained once, less than "
            f"{100 * least:.{0 if least >= 0.1 else 1}f} points may be the seeds' doing."
        )


def _by_system(found: Experiment, asked: str, measure: str) -> dict[str, list[tuple[float, ...]]]:
    cards = {row.name: row for row in found.rows}
    by_system: dict[str, dict[frozenset[str], Number]] = {}
    for number in found.numbers:
        if (number.asked, number.score.name) == (asked, measure) and len(number.seeds) > 1:
            keys = frozenset(c.key for c in found.cells if c.row == number.row and c.state == "done")
            by_system.setdefault(cards[number.row].system, {}).setdefault(keys, number)
    return {system: [each.seeds for each in rows.values()] for system, rows in by_system.items()}


def _apart(system: str, rows: list[tuple[float, ...]]) -> Apart:
    from scipy.stats import t

    freedom = sum(len(seeds) - 1 for seeds in rows)
    deviation = sqrt(sum(len(seeds) * float(np.var(seeds)) for seeds in rows) / freedom)
    return Apart(system, deviation, len(rows), float(t.ppf(1 - ALPHA / 2, freedom)) * sqrt(2) * deviation)
