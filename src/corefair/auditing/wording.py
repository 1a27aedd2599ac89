"""Groups and differences in words: what two sides of a number are called, and by how much they differ."""

from __future__ import annotations

from collections.abc import Mapping

from corefair.auditing.numbers import bare, interval, points, shown
from corefair.types import Groups, Score

_FITS = {
    "pro": "when the right answer fits the stereotype of the job",
    "anti": "when it goes against it",
}
_WHICH = {"pro": "sentences that fit the stereotype of the job", "anti": "sentences that go against it"}


def label(groups: Groups) -> str:
    """A group in words.

    >>> label({"gender": "feminine"}), label({"type": "1", "stereotype": "pro"}), label({"pronouns": "xe"})
    ('feminine pronouns', 'type 1, sentences that fit the stereotype of the job', '“xe”')
    >>> label({"number": "singular"})
    'singular “they”'
    >>> label({"asks": "singular they"}), label({"ablation": "pronouns hidden"})
    ('singular “they”', 'texts with pronouns hidden')
    """
    return ", ".join(_one(grouping, group) for grouping, group in groups.items()) or "all cases"


def short_label(groups: Groups) -> str:
    """The same in a word or two, for lists of numbers.

    >>> short_label({"gender": "feminine"}), short_label({"stereotype": "anti"})
    ('feminine', 'against the stereotype')
    """
    shorter = {"pro": "with the stereotype", "anti": "against the stereotype"}
    return ", ".join(
        shorter.get(group, group) if grouping in ("stereotype", "gender", "kind") else _one(grouping, group)
        for grouping, group in groups.items()
    )


def _one(grouping: str, group: str) -> str:
    if grouping == "gender":
        return group if group.endswith("pronouns") else f"{group} pronouns"
    if grouping == "pronouns":
        return f"“{group}”"
    if grouping == "text":
        return f"the {group} text"
    if grouping == "stereotype":
        return _WHICH.get(group, f"stereotype {group}")
    if grouping == "kind":
        return f"{group} pronouns" if not group.endswith("pronouns") else group
    if grouping == "number" and group in ("singular", "plural"):
        return f"{group} “they”"
    if grouping == "asks":
        return group.replace("they", "“they”")
    if grouping == "ablation":  # “nothing hidden”: it says itself what it is
        return f"texts with {group}"
    return f"{grouping} {group}"


def sides(score: Score) -> str:
    """`feminine and masculine pronouns`: the two sides of a gap or ratio."""
    shared, one, other = _parts(score)
    where = f" ({label(shared)})" if shared else ""
    if list(one) == list(other) == ["gender"]:
        return f"{one['gender']} and {other['gender']} pronouns{where}"
    return f"{label(one)} and {label(other)}{where}"


def difference(score: Score) -> str:
    """By how much one side is above or below the other, as a clause that follows the name of a system.

    >>> gap = Score("gap", -0.12, -0.2, -0.04, 9, kind="gap", of="accuracy", unit="points",
    ...             groups={"gender": "feminine"}, against={"gender": "masculine"})
    >>> difference(gap)
    'links feminine pronouns correctly 12 points less often than masculine pronouns'
    """
    value = score.value or 0.0
    shared, one, other = _parts(score)
    inside = f" ({label(shared)})" if shared else ""
    if score.kind == "ratio":
        by = f"{100 * abs(1 - value):.0f} %"
        worse = "worse" if value < 1 else "better"
        return f"does {by} {worse} on {label(one)} than on {label(other)}{inside}"
    if score.unit != "points":
        less = "lower" if value < 0 else "higher"
        return f"is {bare(abs(value), 3)} {less} on {label(one)} than on {label(other)}{inside}"
    by, less = points(abs(value)), "less often" if value < 0 else "more often"
    if score.of == "link_rate":
        return f"links {label(one)} to anyone at all {by} {less} than {label(other)}{inside}"
    if score.of == "accuracy":
        fits = [_FITS.get(side.get("stereotype", "")) for side in (one, other)]
        if all(fits):
            return f"is right {by} {less} {fits[0]} than {fits[1]}{inside}"
        if {*one} | {*other} <= {"gender", "pronouns", "kind", "number", "asks"}:
            return f"links {label(one)} correctly {by} {less} than {label(other)}{inside}"
        return f"is right {by} {less} on {label(one)} than on {label(other)}{inside}"
    lower = "lower" if value < 0 else "higher"
    return f"scores {by} {lower} on {label(one)} than on {label(other)}{inside}"


def number(score: Score) -> str:
    """`gap −12.0, interval −20.1 to −4.2`."""
    return f"{score.name} {shown(score)}, interval {interval(score)}"


def _parts(score: Score) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """What both sides share, and what is each side's own."""
    one, other = dict(score.groups), dict(score.against or {})
    shared = {key: group for key, group in one.items() if other.get(key) == group}
    return shared, _less(one, shared), _less(other, shared)


def _less(groups: Mapping[str, str], shared: Mapping[str, str]) -> dict[str, str]:
    return {key: group for key, group in groups.items() if key not in shared}
