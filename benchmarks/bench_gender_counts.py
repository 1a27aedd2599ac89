"""Gender counts: reading, opening and looking up beside a plain dict, and how look-up grows with the table.

    COREFAIR_DATA=… python benchmarks/bench_gender_counts.py

With Bergsma & Lin's counts where COREFAIR_DATA has them, else with 200,000 random phrases. All times are of
the processor.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from time import process_time
from typing import TypeVar

import numpy as np

from corefair.errors import DataError
from corefair.io import datasets
from corefair.io.files import lines, writing
from corefair.text.count_table import CountTable
from corefair.text.gender_counts import GenderCounts

Rows = dict[str, tuple[int, int, int, int]]
Made = TypeVar("Made")


def main() -> None:
    """Print what each costs, and how many times more or less than a dict."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["COREFAIR_CACHE"] = str(Path(folder) / "cache")
        path = source(Path(folder))
        as_dict, reading = timed(lambda: read_dict(path))
        table, converting = timed(lambda: GenderCounts.read(path))
        _, opening = timed(lambda: GenderCounts.read(path))
        n = len(table)
        print(f"{n:,} phrases of {path.name}, {path.stat().st_size / 1e6:.1f} MB")
        size = sum(file.stat().st_size for file in Path(folder, "cache").rglob("*") if file.is_file())
        print(f"in the cache: {size / 1e6:.1f} MB, {size / n:.1f} bytes a phrase\n")
        print(f"{'':<34}{'dict':>12}{'ours':>12}{'times':>8}")
        show("read for the first time, s", reading, converting)
        show("read again, s", reading, opening)

        rng = np.random.default_rng(0)
        phrases = list(as_dict)
        asked = [phrases[i] for i in rng.integers(n, size=20_000)]
        absent = [f"{phrase} %" for phrase in asked]
        assert all(table.table.find(phrase) == as_dict[phrase] for phrase in asked)
        for name, these in (("look up a phrase, µs", asked), ("look up one that is not there, µs", absent)):
            show(name, best(as_dict.get, these), best(table.table.find, these))

        print(f"\n{'growth with the table':<34}{'phrases':>12}{'µs':>12}")
        for part in (n // 64, n // 8, n):
            some: Rows = dict(islice(as_dict.items(), part))
            smaller = CountTable.of(some, some.values())
            print(f"{'look up a phrase':<34}{part:>12,}{best(smaller.find, asked):>12.2f}")


def source(folder: Path) -> Path:
    """Bergsma & Lin's file, or one of random phrases."""
    try:
        return datasets.find("gender", "bergsma-lin-counts.tsv.gz")
    except DataError:
        rng = np.random.default_rng(0)
        letters = rng.integers(97, 123, size=(200_000, 10)).astype(np.uint8)
        counts = rng.poisson(1.0, size=(200_000, 4))
        path = folder / "random.tsv.gz"
        with writing(path) as out:
            for word, row in zip(letters, counts, strict=True):
                out.write(f"{word.tobytes().decode()}\t{' '.join(map(str, row))}\n")
        return path


def read_dict(path: Path) -> Rows:
    """The table as anyone would read it."""
    found: Rows = {}
    for line in lines(path):
        phrase, counts = line.rstrip("\n").split("\t")
        masculine, feminine, neutral, plural = map(int, counts.split())
        found[phrase] = masculine, feminine, neutral, plural
    return found


def timed(make: Callable[[], Made]) -> tuple[Made, float]:
    """What is made, and the seconds it takes."""
    start = process_time()
    made = make()
    return made, process_time() - start


def best(find: Callable[[str], object], phrases: list[str]) -> float:
    """Microseconds a phrase, the best of five."""
    seconds = []
    for _ in range(5):
        start = process_time()
        for phrase in phrases:
            find(phrase)
        seconds.append(process_time() - start)
    return min(seconds) / len(phrases) * 1e6


def show(name: str, theirs: float, ours: float) -> None:
    """One line of the table."""
    print(f"{name:<34}{theirs:>12.2f}{ours:>12.2f}{ours / theirs:>8.2f}")


if __name__ == "__main__":
    main()
