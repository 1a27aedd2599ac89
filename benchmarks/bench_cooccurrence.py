"""Counting word pairs: words a second against a pass that only cuts the text at white space, and growth.

The text is the published Wikipedia part where COREFAIR_DATA has it, else made by Zipf's law. Rates are by the
clock and by processor time, which other work on the machine disturbs less. Where GLOVE_C names the folder of
GloVe's compiled programs, `vocab_count` and `cooccur` count the same text, on one core.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np

from corefair.errors import DataError
from corefair.io import datasets, files
from corefair.io.corpora import Tokens, shards
from corefair.models.glove import Means, Settings
from corefair.models.glove.pair_counting import count_pairs
from corefair.models.glove.word_counting import count_words

LINES = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000  # articles at the most; all are 28,376


def main() -> None:
    with TemporaryDirectory() as folder:
        text = Path(folder) / "text.txt"
        lines = articles()
        write(lines, text)
        Counting(text, "spaces", "one").both()  # compiles
        print(f"{'':<28}{'words':>11}{'words/s':>11}{'× limit':>9}{'of processor':>14}{'× limit':>9}")
        limit = report("cutting at white space only", lambda: only_cut(text), None)
        for tokens in ("spaces", "ours"):
            for engine in ("one", "processes=2"):
                counting = Counting(text, tokens, engine)
                report(f"words, {tokens}, {engine}", counting.words, limit)
                report(f"pairs, {tokens}, {engine}", counting.pairs, limit)
        if programs := os.environ.get("GLOVE_C"):
            theirs = Theirs(Path(programs).resolve(), text)
            report("words, GloVe's vocab_count", theirs.words, limit)
            report("pairs, GloVe's cooccur", theirs.pairs, limit)
        else:
            print("GLOVE_C names no folder with GloVe's compiled programs, so they are not measured")
        growth(lines, text)


def growth(lines: list[str], text: Path) -> None:
    """Twice the text, twice the time or a little less: frequent pairs are met again."""
    print(f"\n{'words':>11}{'pairs':>13}{'seconds':>10}{'times':>7}")
    before = 0.0
    for parts in (8, 4, 2):
        write(lines[: len(lines) // parts], text)
        counting = Counting(text, "ours", "one")
        n_words = counting.words()
        spent = processor()
        counting.pairs()
        spent = processor() - spent
        ratio = f"{spent / before:>7.1f}" if before else ""
        print(f"{n_words:>11,}{counting.n_pairs:>13,}{spent:>10.2f}{ratio}")
        before = spent


class Counting:
    """One way to count a text, each time anew."""

    def __init__(self, text: Path, tokens: Tokens, engine: str) -> None:
        self.parts = shards([text])
        self.settings, self.means, self.n_pairs = Settings(tokens=tokens), Means(engine=engine), 0
        self.folder = text.with_name(f"{tokens}-{engine}")

    def words(self) -> int:
        shutil.rmtree(self.folder, ignore_errors=True)
        self.vocabulary = count_words(self.parts, self.settings, folder=self.folder, means=self.means)
        return int(self.vocabulary.counts.sum()) + self.vocabulary.left_out

    def pairs(self) -> int:
        (self.folder / "pairs.json").unlink(missing_ok=True)
        pairs = count_pairs(self.parts, self.vocabulary, self.settings, folder=self.folder, means=self.means)
        self.n_pairs = len(pairs)
        return int(self.vocabulary.counts.sum()) + self.vocabulary.left_out

    def both(self) -> None:
        self.words()
        self.pairs()


class Theirs:
    """GloVe's own programs, with the same settings."""

    def __init__(self, programs: Path, text: Path) -> None:
        self._programs, self._text = programs, text
        self._n_words = only_cut(text)
        self._vocabulary = text.with_name("vocab.txt")

    def words(self) -> int:
        return self._run("vocab_count", "-min-count", "5", to=self._vocabulary)

    def pairs(self) -> int:
        near = ("-memory", "4.0", "-window-size", "15")
        return self._run(
            "cooccur", "-vocab-file", str(self._vocabulary), *near, to=self._text.with_name("pairs")
        )

    def _run(self, program: str, *options: str, to: Path) -> int:
        command = [str(self._programs / program), *options]
        with self._text.open() as file, to.open("w") as out:
            subprocess.run(
                command, stdin=file, stdout=out, stderr=subprocess.DEVNULL, cwd=self._text.parent, check=True
            )
        return self._n_words


def report(task: str, run: Callable[[], int], limit: tuple[float, float] | None) -> tuple[float, float]:
    """One line, the best of two: words a second by clock and by processor, and how far from the limit."""
    rates = []
    for _ in range(2):
        start, spent = perf_counter(), processor()
        n_words = run()
        rates.append((n_words / (perf_counter() - start), n_words / (processor() - spent)))
    clock, cpu = max(rate[0] for rate in rates), max(rate[1] for rate in rates)
    by_clock, by_cpu = (limit[0] / clock, limit[1] / cpu) if limit else (1.0, 1.0)
    print(f"{task:<28}{n_words:>11,}{clock:>11,.0f}{by_clock:>9.1f}{cpu:>14,.0f}{by_cpu:>9.1f}")
    return clock, cpu


def only_cut(text: Path) -> int:
    with text.open(encoding="utf-8") as file:
        return sum(len(line.split()) for line in file)


def processor() -> float:
    """Seconds of processor time of this process and of those that it started and that have ended."""
    return sum(os.times()[:4])


def articles() -> list[str]:
    try:
        path = datasets.find("corpus", "wikipedia-2021-part.txt.gz")
    except DataError as error:
        print(f"made text, for {error}")
        rng = np.random.default_rng(0)
        share = 1 / np.arange(1, 200_001)
        numbers = rng.choice(len(share), size=(LINES, 300), p=share / share.sum())
        return [" ".join(f"w{number}" for number in row) + "\n" for row in numbers]
    return list(islice(files.lines(path), LINES))


def write(lines: list[str], text: Path) -> None:
    text.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
