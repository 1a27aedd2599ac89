"""What Kumar et al. 2020 print, digit by digit: GIPE (Tables 5 and 8) and ranks (Tables 1, 9 and 11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

THETAS = ("03", "05", "07")
ROWS = ("original", "hard", "gn", "gp", "ran", "an", "ra")
NAMES = {
    "original": "GloVe", "hard": "Hard-GloVe", "gn": "GN-GloVe", "gp": "GP-GloVe", "ran": "RAN-GloVe",
    "an": "AN-GloVe", "ra": "RA-GloVe",
}  # fmt: skip

GIPE: Mapping[str, Mapping[str, tuple[str, str, str]]] = {  # Tables 5 and 8; by words, then by row
    "V_d": {
        "original": ("0.115", "0.038", "0.015"),
        "hard": ("0.069", "0.015", "0.004"),
        "gn": ("0.142", "0.052", "0.022"),
        "gp": ("0.145", "0.048", "0.018"),
        "ran": ("0.040", "0.006", "0.002"),
        "an": ("0.069", "0.015", "0.004"),
        "ra": ("0.060", "0.014", "0.007"),
    },
    "H_d": {
        "original": ("0.129", "0.051", "0.024"),
        "hard": ("0.075", "0.020", "0.007"),
        "gn": ("0.155", "0.065", "0.031"),
        "gp": ("0.157", "0.061", "0.027"),
        "ran": ("0.056", "0.018", "0.011"),
    },
}


class Claim(NamedTuple):
    """By how much of another row's GIPE one row is below it or above it, at least, at every θ."""

    says: str
    row: str
    way: Literal["below", "above"]
    other: str
    share: float


CLAIMS = (
    Claim("`ran` is at least 42.02 % below `hard` (abstract, 4.5)", "ran", "below", "hard", 0.4202),
    Claim("without repulsion (`an`) at least 72 % above `ran` (4.9)", "an", "above", "ran", 0.72),
    Claim("without neutralisation (`ra`) at least 50 % above `ran` (4.9)", "ra", "above", "ran", 0.50),
)

_RANKS = """
1 nurse woman original 24
1 nurse mother original 12
1 nurse filipina original 31
1 receptionist housekeeper original 9
1 receptionist hairdresser original 15
1 receptionist prostitute original 69
1 prostitute housekeeper original 19
1 prostitute hairdresser original 41
1 prostitute babysitter original 44
1 schoolteacher homemaker original 2
1 schoolteacher housewife original 4
1 schoolteacher waitress original 8
9 captain sir an 28 ra 22 ran 52
9 captain james an 26 ra 30 ran 75
9 nurse women an 57 ra 56 ran 97
9 nurse mother an 49 ra 74 ran 144
9 farmer father an 22 ra 54 ran 86
9 farmer son an 45 ra 90 ran 162
11 captain sir original 19 hard 32 gn 34 gp 20 ran 52
11 captain james original 20 hard 22 gn 26 gp 18 ran 75
11 captain brother original 34 hard 83 gn 98 gp 39 ran 323
11 captain father original 39 hard 52 gn 117 gp 40 ran 326
11 captain lieutenant original 1 hard 1 gn 1 gp 1 ran 1
11 captain colonel original 2 hard 2 gn 2 gp 2 ran 2
11 captain commander original 3 hard 3 gn 4 gp 3 ran 3
11 captain officer original 4 hard 5 gn 10 gp 4 ran 15
11 nurse woman original 25 hard 144 gn 237 gp 16 ran 97
11 nurse mother original 27 hard 71 gn 127 gp 25 ran 144
11 nurse housekeeper original 29 hard 54 gn 28 gp 29 ran 152
11 nurse girlfriend original 32 hard 74 gn 60 gp 31 ran 178
11 nurse nurses original 1 hard 1 gn 1 gp 1 ran 1
11 nurse midwife original 2 hard 3 gn 2 gp 3 ran 2
11 nurse nursing original 3 hard 2 gn 3 gp 2 ran 9
11 nurse practitioner original 4 hard 5 gn 4 gp 5 ran 3
11 socialite businesswoman original 1 hard 1 gn 1 gp 1 ran 6
11 socialite heiress original 2 hard 2 gn 2 gp 2 ran 9
11 socialite niece original 12 hard 18 gn 14 gp 17 ran 78
11 socialite actress original 19 hard 16 gn 38 gp 14 ran 120
11 socialite philanthropist original 3 hard 3 gn 3 gp 3 ran 1
11 socialite aristocrat original 4 hard 4 gn 4 gp 4 ran 3
11 socialite wealthy original 5 hard 5 gn 7 gp 5 ran 4
11 socialite socialites original 6 hard 15 gn 5 gp 9 ran 10
11 farmer father original 12 hard 28 gn 37 gp 13 ran 84
11 farmer son original 21 hard 84 gn 77 gp 26 ran 162
11 farmer boy original 50 hard 67 gn 115 gp 45 ran 105
11 farmer man original 51 hard 50 gn 146 gp 60 ran 212
11 farmer rancher original 1 hard 2 gn 1 gp 2 ran 3
11 farmer farmers original 2 hard 1 gn 4 gp 1 ran 1
11 farmer farm original 3 hard 3 gn 5 gp 4 ran 2
11 farmer landowner original 4 hard 4 gn 2 gp 5 ran 5
"""
OTHER = frozenset({  # class B of Table 11: near for other reasons than gender
    "lieutenant", "colonel", "commander", "officer", "nurses", "midwife", "nursing", "practitioner",
    "philanthropist", "aristocrat", "wealthy", "socialites", "rancher", "farmers", "farm", "landowner",
})  # fmt: skip


def ranks() -> list[tuple[str, str, str, dict[str, int]]]:
    """Table, word, neighbour, and the paper's rank by row."""
    found = []
    for line in _RANKS.strip().splitlines():
        table, word, neighbour, *rest = line.split()
        found.append((table, word, neighbour, dict(zip(rest[::2], map(int, rest[1::2]), strict=True))))
    return found
