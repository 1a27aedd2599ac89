"""Pairs first names of the two groups that are about as frequent and as much of one gender.

python results/swap/make_names.py writes src/corefair/lists/name_pairs.tsv from first_name_shares.tsv.

The squared differences of all pairs together are least, by assignment: in the logarithm of births, and in how
many of them are of the name's own gender (Hall Maudslay et al. 2019 pair names by the same two).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy.optimize import linear_sum_assignment

from corefair import lists
from corefair.io import files

OWN = 0.75  # share of births of one gender from which a name is paired
MOST = 3000  # names on either side
SPREAD = 4.0  # how much a whole unit of share weighs against one of log births


def main() -> None:
    """Write the list."""
    names = [(row["name"], int(row["births"]), float(row["share_feminine"])) for row in
             lists.read("first_name_shares")]  # fmt: skip
    sides = []
    for sign in (1, -1):
        own = [(name, births, share if sign > 0 else 1 - share) for name, births, share in names]
        own = sorted((each for each in own if each[2] >= OWN), key=lambda each: (-each[1], each[0]))
        sides.append(own[:MOST])
    size = min(map(len, sides))
    feminine, masculine = (side[:size] for side in sides)
    births = np.log([[f[1]] for f in feminine]) - np.log([m[1] for m in masculine])  # [size, size]
    shares = np.array([[f[2]] for f in feminine]) - np.array([m[2] for m in masculine])
    apart = births**2 + (SPREAD * shares) ** 2
    rows, columns = linear_sum_assignment(apart)
    pairs = sorted(
        (feminine[i][0], masculine[j][0], str(feminine[i][1]), str(masculine[j][1]))
        for i, j in zip(rows, columns, strict=True)
    )
    header = ("feminine", "masculine", "births_feminine", "births_masculine")
    path = Path(lists.__file__).parent / "name_pairs.tsv"
    with files.writing(path) as out:
        out.writelines("\t".join(row) + "\n" for row in (header, *pairs))
    print(f"{path}: {len(pairs)} pairs, root mean square distance {apart[rows, columns].mean() ** 0.5:.3f}")


if __name__ == "__main__":
    main()
