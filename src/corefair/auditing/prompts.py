"""One model asked by several prompts: how far its numbers lie apart, and an interval that knows of it.

A number by one prompt is of that prompt. The mean over prompts has an interval from resampling both the
units of the suite and the prompts; as few prompts spread less around their own mean than around that of all
prompts, their share is scaled by √(P / (P − 1)).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from corefair.auditing.measure import described, of_sides, unit_totals
from corefair.auditing.numbers import in_unit
from corefair.types import Measure, Reading, Unit


@dataclass(frozen=True, slots=True)
class Spread:
    """One measure of one model by each of several prompts."""

    suite: str
    model: str
    measure: str
    unit: Unit
    values: tuple[tuple[str, float], ...]  # subject, and its value
    mean: float
    low: float | None
    high: float | None  # of the mean, over units and prompts

    @property
    def apart(self) -> float:
        """The largest value less the smallest."""
        values = [value for _, value in self.values]
        return max(values) - min(values)


def spread_sentence(spread: Spread) -> str:
    """What prompts do to a number, in words."""
    each = ", ".join(f"{name} {in_unit(value, spread.unit)}" for name, value in spread.values)
    span = (
        ""
        if spread.low is None or spread.high is None
        else (
            f", 95 % interval over cases and prompts {in_unit(spread.low, spread.unit)} to "
            f"{in_unit(spread.high, spread.unit)}"
        )
    )
    unit: Unit = "points" if spread.unit == "share" else spread.unit  # a difference of shares
    apart = in_unit(spread.apart, unit, signed=False) + (" points" if unit == "points" else "")
    return (
        f"Mean {in_unit(spread.mean, spread.unit)}{span}; {apart} between the highest and the lowest: {each}."
    )


def spreads(
    suite: str,
    model: str,
    measures: Sequence[Measure],
    readings: Mapping[str, Reading],
    *,
    resamples: int,
    seed: int,
) -> list[Spread]:
    """The headline gaps and the accuracy of each subject of one model; nothing where there is one prompt."""
    if len(readings) < 2:
        return []
    wanted = [each for each in measures if each.role == "headline" or each.name == "accuracy"]
    found = (_spread(suite, model, measure, readings, resamples=resamples, seed=seed) for measure in wanted)
    return [spread for spread in found if spread is not None]


def _spread(
    suite: str, model: str, measure: Measure, readings: Mapping[str, Reading], *, resamples: int, seed: int
) -> Spread | None:
    tables = [unit_totals(measure, reading.cases, reading.rows) for reading in readings.values()]
    metric = of_sides(measure)
    if any(table is None for table in tables):
        return None
    totals = np.stack([table for table in tables if table is not None])  # [n_prompts, n_units, n_totals]
    values = metric(totals.sum(axis=1))
    if not np.isfinite(values).all():
        return None
    n_prompts, n_units, _ = totals.shape
    low = high = None
    if n_units > 1:
        rng = np.random.default_rng(seed)
        draws = rng.multinomial(
            n_units, np.full(n_units, 1 / n_units), size=resamples
        )  # [resamples, n_units]
        drawn = np.stack([metric(draws @ each) for each in totals])  # [n_prompts, resamples]
        picks = rng.integers(n_prompts, size=(n_prompts, resamples))
        mean = drawn.mean(axis=0)
        by_prompt = np.take_along_axis(drawn, picks, axis=0).mean(axis=0) - mean
        whole = mean + by_prompt * np.sqrt(n_prompts / (n_prompts - 1))
        whole = whole[np.isfinite(whole)]
        if len(whole) > resamples / 2:
            if described(measure).unit == "share":
                whole = np.clip(whole, 0, 1)  # scaled up, the share of prompts can lead beyond
            low, high = (float(each) for each in np.quantile(whole, (0.025, 0.975)))
    pairs = tuple((name, float(value)) for name, value in zip(readings, values, strict=True))
    return Spread(suite, model, measure.name, described(measure).unit, pairs, float(values.mean()), low, high)
