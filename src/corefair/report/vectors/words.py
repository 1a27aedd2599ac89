"""What a file of vectors scored, and how far that is from the original, in words that claim no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from corefair.report.tables import interval
from corefair.report.verdict import ALPHA, plain, said_p, shown

Json = Mapping[str, Any]
MOVES = {  # of a number against the original's; what is said of one, and of several
    "better": ("improved", "improved"),
    "worse": ("got worse", "got worse"),
    "unclear": ("shows no change", "show no change"),
    "untested": ("cannot be compared", "cannot be compared"),
}


class Change(NamedTuple):
    """One headline number of a file: what it is, what it was in the original, and which way it moved."""

    suite: Json
    score: Json
    before: Json | None
    compared: Json | None  # the paired test, where the number is a sum over cases
    move: str  # a key of MOVES, or "" where there is no original


def baseline(data: Json) -> str | None:
    """The file the others are compared with: the original, or else the first of several."""
    names = [each["name"] for each in data["systems"]]
    original = next((each["name"] for each in data["systems"] if each["vectors"]["original"]), None)
    return original or (names[0] if len(names) > 1 else None)


def changes(data: Json, name: str) -> list[Change]:
    """The headline numbers of one file, in the order of suites; none of a result that is not valid."""
    suites = {suite["key"]: suite for suite in data["suites"]}
    against = baseline(data)
    found = []
    for result in data["results"]:
        if result["system"] != name or not result["valid"]:
            continue
        old = _result(data, result["suite"], against) if against not in (None, name) else None
        for score in (each for each in result["scores"] if not each["table"]):
            before = _score(old, score["name"]) if old else None
            compared = next(
                (
                    each
                    for each in data["comparisons"]
                    if (each["system"], each["suite"], each["name"]) == (name, result["suite"], score["name"])
                ),
                None,
            )
            move = "" if against in (None, name) else _move(score, before, compared)
            found.append(Change(suites[result["suite"]], score, before, compared, move))
    return found


def firsts(found: Sequence[Change]) -> list[Change]:
    """The first number of each suite: what its paper leads with."""
    return list({change.suite["key"]: change for change in reversed(found)}.values())[::-1]


def moved(change: Change) -> str:
    """Which way a number moved, in a word or two; nothing where there is no original."""
    return MOVES[change.move][0] if change.move else ""


def _result(data: Json, suite: str, name: str | None) -> Json | None:
    """The valid result of a file on a suite."""
    wanted = (suite, name)
    return next((r for r in data["results"] if (r["suite"], r["system"]) == wanted and r["valid"]), None)


def _score(result: Json, name: str) -> Json | None:
    return next((score for score in result["scores"] if score["name"] == name), None)


def _move(score: Json, before: Json | None, compared: Json | None) -> str:
    """A move is claimed when the paired interval leaves out 0 and Holm's p is small; where there is no paired
    test, when the two intervals have nothing in common, which asks for more."""
    if before is None or score["value"] is None or before["value"] is None:
        return "untested"
    if compared is not None and compared["low"] is not None:
        p = compared["p_holm"]
        sure = (compared["low"] > 0 or compared["high"] < 0) and (p is None or p < ALPHA)
    elif None in (score["low"], score["high"], before["low"], before["high"]):
        return "untested"
    else:
        sure = score["low"] > before["high"] or score["high"] < before["low"]
    if not sure:
        return "unclear"
    return "better" if _distance(score) < _distance(before) else "worse"


def _distance(score: Json) -> float:
    """How far a number is from where its paper wants it."""
    value = float(score["value"])
    if score["better"] in ("zero", "one"):
        return abs(value - 1.0 if score["better"] == "one" else value)
    return value if score["better"] == "lower" else -value


def summary(data: Json, name: str) -> str:
    """One file in a sentence or two: how many numbers of each kind moved, and which way."""
    found, against = changes(data, name), baseline(data)
    if not found:
        return "No suite could be measured on it; nothing is claimed of it."
    if against is None:
        n_suites = len({change.suite["key"] for change in found})
        numbers, suites = _count(len(found), "number"), _count(n_suites, "suite")
        return f"{numbers} on {suites}; there is no original to compare with."
    if against == name:
        original = any(each["name"] == name and each["vectors"]["original"] for each in data["systems"])
        return (
            "The original: the others are compared with it."
            if original
            else "The others are compared with it."
        )
    parts = []
    for kind in ("bias", "quality"):
        moves = [change.move for change in found if change.suite["kind"] == kind]
        if moves:
            counted = [(moves.count(move), said) for move, said in MOVES.items() if move in moves]
            told = _listed([f"{n} {one if n == 1 else many}" for n, (one, many) in counted])
            parts.append(f"of {_count(len(moves), 'number')} of {kind}, {told}")
    return f"Against {against}: {'; '.join(parts)}."


def line(change: Change) -> str:
    """`stereotype 1.1 % (0.2 to 2.3), was 10.9 % (8.0 to 13.9); −9.8 points …, Holm's p < .001`"""
    said = f"{change.score['name']} {shown(change.score)} ({interval(change.score)})"
    if change.before is not None:
        said += f", was {shown(change.before)} ({interval(change.before)})"
    if change.compared is not None:
        said += f"; {difference(change.compared, change.score)}"
    elif change.move in ("better", "worse", "unclear"):
        apart = "overlap" if change.move == "unclear" else "do not overlap"
        said += f"; the intervals {apart}, there is no paired test"
    return said


def difference(compared: Json, score: Json) -> str:
    """The difference with its interval and Holm's p."""
    by, low, high = (signed(compared[part], score) for part in ("difference", "low", "high"))
    points = " points" if score.get("unit") == "share" else ""
    between = f" ({low} to {high})" if compared["low"] is not None else ""
    return f"{by}{points}{between}, Holm's {said_p(compared['p_holm'])}"


def signed(value: float | None, score: Json) -> str:
    """A difference in the unit of its score, with its sign."""
    if value is None:
        return "–"
    if score.get("unit") == "share":
        return f"{100 * value:+.1f}".replace("-", "−") if round(value, 3) else "0.0"
    return ("+" if value > 0 else "") + plain(value)


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]
