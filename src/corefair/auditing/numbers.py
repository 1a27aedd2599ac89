"""Numbers as they are printed: percent, signed points, ratios, correlations, p-values, each by its unit."""

from __future__ import annotations

from math import ceil, isfinite
from typing import Literal

from corefair.types import Score, Unit

Part = Literal["value", "low", "high"]
NOTHING = "–"


def shown(score: Score, part: Part = "value") -> str:
    """A score, or a bound of it, in its unit.

    >>> shown(Score("accuracy", 0.5, None, None, 9)), shown(Score("accuracy", 0.5, None, None, 9), "low")
    ('50.0 %', '–')
    """
    return in_unit(getattr(score, part), score.unit, signed=score.kind != "distance")


def in_unit(value: float | None, unit: Unit, *, signed: bool = True) -> str:
    """A number in a unit.

    >>> in_unit(-0.123, "points"), in_unit(0.123, "points", signed=False), in_unit(0.9, "ratio")
    ('−12.3', '12.3', '.900')
    >>> in_unit(-0.224, "share"), in_unit(-0.0001, "share")
    ('−22.4 %', '0.0 %')
    """
    if value is None or not isfinite(value):
        return NOTHING
    if unit == "share":
        return minus(f"{100 * value:.1f} %") if round(value, 3) else "0.0 %"
    if unit == "points":
        return minus(f"{100 * value:{'+' if signed else ''}.1f}") if round(value, 3) else "0.0"
    return bare(value, {"ratio": 3, "correlation": 2}[unit]) if unit != "number" else plain(value)


def interval(score: Score) -> str:
    """`10.1 to 12.3`, in the unit of the score.

    >>> interval(Score("accuracy", 0.5, 0.4, 0.6, 9))
    '40.0 to 60.0'
    """
    if score.low is None or score.high is None:
        return "no interval"
    return f"{shown(score, 'low').removesuffix(' %')} to {shown(score, 'high').removesuffix(' %')}"


def difference(value: float | None, unit: Unit) -> str:
    """A difference of two numbers in a unit, with its sign: of shares in points.

    >>> difference(-0.098, "share"), difference(0.0042, "number")
    ('−9.8', '+.0042')
    """
    if value is None or not isfinite(value):
        return NOTHING
    if unit in ("share", "points"):
        return in_unit(value, "points")
    return ("+" if value > 0 else "") + (plain(value) if unit == "number" else bare(value, 3))


def plain(value: float) -> str:
    """A number that is no share: three decimals, more where it is small, fewer where it is large.

    >>> plain(0.0384), plain(0.00042), plain(-1.5), plain(19.5), plain(12345.0), plain(-1e-9)
    ('.038', '.00042', '−1.500', '19.5', '12,345', '0')
    """
    if abs(value) >= 10:
        return minus(f"{value:,.{0 if abs(value) >= 100 else 1}f}")
    digits = 3
    while digits < 5 and abs(value) < 10 ** (1 - digits):
        digits += 1
    return bare(value, digits) if round(value, digits) else "0"


def bare(value: float, digits: int = 2) -> str:
    """Without the zero before the point, as the field prints ratios and correlations.

    >>> bare(-0.31), bare(1.27)
    ('−.31', '1.27')
    """
    text = minus(f"{value:.{digits}f}")
    return text.replace("0.", ".", 1) if text.removeprefix("−").startswith("0.") else text


def p_value(p: float | None) -> str:
    """`p < .001`, `p = .03`: two digits where they matter.

    >>> p_value(0.0002), p_value(0.031), p_value(0.5), p_value(None)
    ('p < .001', 'p = .031', 'p = .50', 'p –')
    """
    if p is None or not isfinite(p):
        return f"p {NOTHING}"
    if p < 0.001:
        return "p < .001"
    return f"p = {p:.3f}".replace("0.", ".") if p < 0.1 else f"p = {p:.2f}".replace("= 0.", "= .")


def p_cell(p: float | None) -> str:
    """The same for a column headed p.

    >>> p_cell(0.031), p_cell(0.0002)
    ('.031', '< .001')
    """
    return p_value(p).removeprefix("p ").removeprefix("= ")


def points(value: float, *, up: bool = False) -> str:
    """`14 points`, `1.5 points`; rounded up where a bound must not be understated.

    >>> points(0.14), points(0.0101, up=True), points(0.01)
    ('14 points', '1.1 points', '1 point')
    """
    hundredths = round(100 * value, 6)
    scale = 1 if hundredths >= 3 else 10
    rounded = (ceil(hundredths * scale) if up else round(hundredths * scale)) / scale
    return f"{rounded:g} point{'' if rounded == 1 else 's'}"


def minus(text: str) -> str:
    """With a minus sign in place of a hyphen."""
    return text.replace("-", "−")
