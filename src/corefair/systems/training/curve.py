"""A learning curve in characters: loss and score after each epoch, for a terminal and a page alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from corefair.types import Json

_BARS = " ▁▂▃▄▅▆▇█"


def curve(epochs: Sequence[Mapping[str, Json]]) -> Iterator[str]:
    """A line for each of loss and score: its course as bars, from the least to the most, and the last value.

    >>> print(*curve([{"loss": 1.0, "score": 0.25}, {"loss": 0.75, "score": 0.5}]), sep="\\n")
    loss   █▁   1.000 → 0.750
    score  ▁█   25.0 → 50.0, best 50.0 after 2 epochs
    """
    losses = [float(cast(float, each["loss"])) for each in epochs]
    yield f"loss   {_bars(losses)}   {losses[0]:.3f} → {losses[-1]:.3f}"
    scores = [each.get("score") for each in epochs]
    if all(isinstance(score, float) for score in scores):
        known = [100 * float(cast(float, score)) for score in scores]
        best = known.index(max(known))
        yield (
            f"score  {_bars(known)}   {known[0]:.1f} → {known[-1]:.1f}, best {known[best]:.1f} after "
            f"{best + 1} epoch{'s' if best else ''}"
        )


def _bars(values: Sequence[float]) -> str:
    low, high = min(values), max(values)
    reach = high - low or 1.0
    return "".join(_BARS[1 + round((value - low) / reach * (len(_BARS) - 2))] for value in values)
