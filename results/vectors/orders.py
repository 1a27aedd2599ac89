"""Does an order of the papers hold in ours: of two rows, of a claim, of the checks we set ourselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from published import COLUMNS, WEAT_P, Column

Json = Mapping[str, Any]
QUALITY = ("google_sem", "google_syn", "msr", "RG-65", "MTurk-287", "RW", "MEN", "SimLex-999", "ap")
GIPE = ("gipe_03", "gipe_05", "gipe_07")
ALPHA = 0.05


class Order(NamedTuple):
    """Of two rows, which is lower in the paper, and how far it is below the other in ours."""

    column: str
    lower: str
    higher: str
    value: float  # higher less lower: above 0 where the order is the paper's
    low: float
    high: float

    @property
    def same(self) -> bool:
        """Whether ours has them in this order."""
        return self.value > 0

    @property
    def clear(self) -> bool:
        """Whether the interval of the difference leaves out 0."""
        return self.low > 0 or self.high < 0


def published_orders(column: Column, of_file: Json) -> Iterator[Order]:
    """Every two rows that the paper tells apart and ours both has."""
    for one, other in column.pairs():
        apart = float(column.paper[one]) - float(column.paper[other])
        if apart != 0:
            lower, higher = (one, other) if apart < 0 else (other, one)
            if (found := order(of_file, column.key, lower, higher)) is not None:
                yield found


def order(of_file: Json, column: str, lower: str, higher: str) -> Order | None:
    """`lower` below `higher`, or None where either was not measured."""
    found = of_file["differences"].get(column, {})
    if f"{higher} - {lower}" in found:
        of = found[f"{higher} - {lower}"]
        return Order(column, lower, higher, of["value"], of["low"], of["high"])
    if f"{lower} - {higher}" in found:
        of = found[f"{lower} - {higher}"]
        return Order(column, lower, higher, -of["value"], -of["high"], -of["low"])
    return None


class Claim(NamedTuple):
    """A sentence of a paper as orders that would all have to hold."""

    source: str
    says: str
    orders: Sequence[tuple[str, str, str]]  # column, lower, higher


CLAIMS = (
    Claim(
        "Kumar, Table 5",
        "`ran` has the lowest GIPE of all",
        [(key, "ran", row) for key in GIPE for row in ("original", "hard", "gp")],
    ),
    Claim("Kumar, Table 5", "`hard` lowers GIPE", [(key, "hard", "original") for key in GIPE]),
    Claim("Kumar, Table 5", "`gp` raises GIPE", [(key, "original", "gp") for key in GIPE]),
    Claim(
        "Kumar, Table 8",
        "both repulsion and neutralisation lower GIPE: `ran` is below `an` and `ra`",
        [(key, "ran", row) for key in GIPE for row in ("an", "ra")],
    ),
    Claim(
        "Kumar, Table 10",
        "neutralisation, not repulsion, ends stereotypes in SemBias: `an` and `ran` are below `ra`",
        [("stereotype", row, "ra") for row in ("an", "ran")],
    ),
    Claim(
        "Kumar, Table 4",
        "`ran` chooses the stereotype less often than `hard` and `gp`, and the definition more often",
        [
            *(("stereotype", "ran", row) for row in ("hard", "gp")),
            *(("definition", row, "ran") for row in ("hard", "gp")),
        ],
    ),
    Claim(
        "Kumar, Table 6",
        "`hard` and `ran` do better on Google syntactic than the original (by ten points)",
        [("google_syn", "original", row) for row in ("hard", "ran")],
    ),
    Claim(
        "Dawkins, Table 3",
        "GIPE of all words: `ran`, `hard`, `inlp`, original, from low to high",
        [("gipe_all", "ran", "hard"), ("gipe_all", "hard", "inlp"), ("gipe_all", "inlp", "original")],
    ),
    Claim(
        "Dawkins, Table 3",
        "mean η of the SoWinoBias words: the same",
        [("eta_so", "ran", "hard"), ("eta_so", "hard", "inlp"), ("eta_so", "inlp", "original")],
    ),
    Claim(
        "Dawkins, Table 3",
        "gender is less recoverable after `inlp` than after `hard` and `ran`, for either kernel",
        [(key, "inlp", row) for key in ("linear", "rbf") for row in ("hard", "ran")],
    ),
    Claim(
        "Dawkins, Table 3",
        "words cluster by gender less after `inlp` than after `hard` and `ran`",
        [(key, "inlp", row) for key in ("cluster", "v_measure") for row in ("hard", "ran")],
    ),
    Claim(
        "Dawkins, Table 3",
        "more is left after `ran` than after `hard`: clusters, V-measure, linear and RBF",
        [(key, "hard", "ran") for key in ("cluster", "v_measure", "linear", "rbf")],
    ),
    Claim(
        "Dawkins, Table 2",
        "`inlp` lowers the association with occupations most",
        [("s_occ", "inlp", row) for row in ("original", "hard", "ran")],
    ),
)


class Verdict(NamedTuple):
    """Whether something holds, and why not."""

    word: str
    why: str


def judge(claim: Claim, of_file: Json) -> Verdict:
    """Holds clearly if every order does and no interval has 0 in it."""
    found = [each for wanted in claim.orders if (each := order(of_file, *wanted)) is not None]
    if len(found) < len(claim.orders):
        return Verdict("not measured", "")
    against = [each for each in found if not each.same]
    unclear = [each for each in found if each.same and not each.clear]
    reversed_clearly = [each for each in against if each.clear]
    if reversed_clearly:
        return Verdict("does not hold", _listed(reversed_clearly, "ours has, clearly,", other_way=True))
    if against:
        return Verdict("does not hold", _listed(against, "ours has, within chance,", other_way=True))
    if unclear:
        return Verdict("holds, within chance", _listed(unclear, "not clear:"))
    return Verdict("holds", "")


def tests(of_file: Json, column: str, *, significant: bool) -> Verdict:
    """Whether S of every method is told from chance groupings of its attribute words, or none is."""
    changed = [row for row in WEAT_P[column] if row != "original"]
    found = {row: p for row in changed if (p := p_of(of_file, column, row)) is not None}
    if len(found) < len(changed):
        return Verdict("not measured", "")
    wrong = [f"{row} p = {p:.4f}" for row, p in found.items() if (p < ALPHA) != significant]
    return Verdict("does not hold" if wrong else "holds", ", ".join(wrong))


def p_of(of_file: Json, column: str, row: str) -> float | None:
    """That of S, if it was measured."""
    p: float | None = of_file["methods"][row]["p"].get(column)
    return p


def quality_kept(row: str, of_file: Json) -> Verdict:
    """Whether no benchmark is clearly below the original's."""
    found = [each for key in QUALITY if (each := order(of_file, key, row, "original")) is not None]
    worse = [each for each in found if each.low > 0]
    said = [f"{COLUMNS[each.column].label} −{100 * each.value:.1f}" for each in worse]
    return Verdict("does not hold" if worse else "holds", ", ".join(said))


def sembias_check(row: str, of_file: Json, *, prefix: str = "") -> Verdict:
    """Whether the stereotype is chosen less often than in the original, and the definition not less often."""
    stereotype = order(of_file, f"{prefix}stereotype", row, "original")
    definition = order(of_file, f"{prefix}definition", "original", row)
    if stereotype is None or definition is None:
        return Verdict("not measured", "")
    falls = f"{_points(-stereotype.value)} ({_points(-stereotype.high)} to {_points(-stereotype.low)})"
    rises = f"{_points(definition.value)} ({_points(definition.low)} to {_points(definition.high)})"
    why = f"stereotype {falls}, definition {rises}"
    holds = stereotype.value > 0 and definition.value >= 0
    clear = stereotype.low > 0 and definition.value >= 0
    return Verdict("holds" if clear else "holds, within chance" if holds else "does not hold", why)


def _points(share: float) -> str:
    shown = f"{100 * share:+.1f}".replace("-", "−")
    return "0.0" if shown in ("+0.0", "−0.0") else shown


def _listed(orders: Sequence[Order], said: str, *, other_way: bool = False) -> str:
    """What ours has, pair by pair."""
    pairs: dict[str, list[str]] = {}
    for each in orders:
        lower, higher = (each.higher, each.lower) if other_way else (each.lower, each.higher)
        sign = "=" if each.value == 0 else "<"
        pairs.setdefault(f"{lower} {sign} {higher}", []).append(COLUMNS[each.column].label)
    return f"{said} " + "; ".join(f"{pair} ({', '.join(labels)})" for pair, labels in pairs.items())
