"""GloVe's own C programs on the same words with the same settings: what they cost, and how good they are."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from published import MEASURES

from corefair.auditing.run import audit_vectors
from corefair.compute.threads import n_cores
from corefair.io.corpora import read_texts, shards
from corefair.io.files import writing
from corefair.io.vectors import read_vectors
from corefair.models.glove import Settings
from corefair.models.glove.pair_counting import count_pairs
from corefair.models.glove.pairs import Pairs
from corefair.models.glove.shuffling import shuffle
from corefair.models.glove.training import fit
from corefair.models.glove.vocabulary import Vocabulary
from corefair.models.glove.word_counting import count_words

QUALITY = ("similarity", "analogy")
OURS = "ours"
WIDE = 300  # dimensions at which an epoch is timed
REPEATS = 2  # of everything that is timed, ours and theirs by turns; the least counts
Json = dict[str, Any]


def against_programs(
    programs: Sequence[Path],  # folders; vectors come from the first
    corpus: Path,
    work: Path,
    settings: Settings,
    seeds: Sequence[int],
    *,
    data: Path | None,
    resamples: int,
) -> Json:
    """Seconds of ours and theirs, and what their vectors score; ours are in the runs of the table."""
    work.mkdir(parents=True, exist_ok=True)
    text = work / "words.txt"
    if not text.exists():
        with writing(text) as out:
            for shard in shards([corpus]):
                out.writelines(" ".join(words) + "\n" for words in read_texts(shard))
    theirs = {folder.name: Programs(folder, text, work, settings) for folder in programs}
    seconds = _timed(theirs, text, work, settings)
    first = next(iter(theirs.values()))
    made = [first.vectors(seed) for seed in seeds]
    report = audit_vectors(made, QUALITY, data=data, resamples=resamples)
    scores = [
        {
            result.suite: {
                score.name: {name: getattr(score, name) for name in ("value", "low", "high", "n")}
                for score in result.scores
                if score.name in MEASURES
            }
            for result in report
            if result.subject == emb.name
        }
        for emb in made
    ]
    return {
        "seconds": seconds,
        "threads": n_cores(),
        "dim": WIDE,
        "scores": scores,
        "pairs": first.n_pairs(),
    }


class Programs:
    """vocab_count, cooccur, shuffle and glove, with files in the work folder."""

    def __init__(self, programs: Path, text: Path, work: Path, settings: Settings) -> None:
        self._programs, self._text, self._work, self._settings = programs, text, work, settings
        self._vocabulary, self._pairs = work / "c-vocabulary.txt", work / "c-pairs.bin"

    def count_words(self) -> None:
        self._run("vocab_count", "-min-count", self._settings.min_count, to=self._vocabulary, of=self._text)

    def count_pairs(self) -> None:
        window = ("-window-size", self._settings.window, "-memory", "4.0")
        overflow = ("-overflow-file", self._work / "c-overflow")
        self._run(
            "cooccur", *window, "-vocab-file", self._vocabulary, *overflow, to=self._pairs, of=self._text
        )

    def n_pairs(self) -> int:
        return self._pairs.stat().st_size // 16

    def shuffle(self, seed: int) -> Path:
        shuffled = self._work / "c-shuffled.bin"
        temporary = ("-temp-file", self._work / "c-shuffle", "-memory", "4.0")
        self._run("shuffle", "-seed", seed + 1, *temporary, to=shuffled, of=self._pairs)  # 0 is the clock
        return shuffled

    def train(self, seed: int, *, dim: int, epochs: int) -> Path:
        result = self._work / f"c-vectors-{dim}-{seed}"
        given = {
            "-input-file": self._work / "c-shuffled.bin",
            "-vocab-file": self._vocabulary,
            "-save-file": result,
            "-vector-size": dim,
            "-iter": epochs,
            "-threads": n_cores(),
            "-eta": self._settings.rate,
            "-x-max": self._settings.x_max,
            "-alpha": self._settings.alpha,
            "-binary": 0,
            "-seed": seed + 1,
        }
        self._run("glove", *(word for pair in given.items() for word in pair))
        return result.with_name(result.name + ".txt")

    def vectors(self, seed: int) -> Any:
        dim, epochs = self._settings.dim, self._settings.epochs
        path = self._work / f"c-vectors-{dim}-{seed}.txt"
        if not path.exists():
            self.shuffle(seed)
            path = self.train(seed, dim=dim, epochs=epochs)
        return replace(read_vectors(path, cache=False), name=f"GloVe 1.2, seed {seed}")

    def _run(self, program: str, *words: Any, to: Path | None = None, of: Path | None = None) -> None:
        command = [str(self._programs / program), *map(str, words), "-verbose", "0"]
        with (of or Path("/dev/null")).open("rb") as read, (to or Path("/dev/null")).open("wb") as written:
            subprocess.run(command, stdin=read, stdout=written, stderr=subprocess.DEVNULL, check=True)


def _timed(theirs: Mapping[str, Programs], text: Path, work: Path, settings: Settings) -> Json:
    """Seconds of ours and of theirs by stage, taken by turns, the least of some."""
    parts = shards([text], format="lines")
    folder = work / "timing"
    settings = replace(settings, tokens="spaces", dim=WIDE)
    found: dict[str, dict[str, list[float]]] = {}

    def words() -> Vocabulary:
        return count_words(parts, settings, folder=folder)

    def pairs() -> Pairs:
        return count_pairs(parts, words(), settings, folder=folder)

    def train(epochs: int) -> None:
        fit(pairs(), words(), replace(settings, epochs=epochs), folder=folder)

    def note(stage: str, name: str, run: Callable[[], object], *, less: float = 0.0, of: int = 1) -> float:
        began = time.monotonic()
        run()
        took = (time.monotonic() - began - less) / of
        found.setdefault(stage, {}).setdefault(name, []).append(took)
        return took

    for _ in range(REPEATS):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        note("counting words", OURS, words)
        note("counting pairs", OURS, pairs)
        note("shuffling", OURS, lambda: shuffle(pairs(), len(words()), settings, folder=folder))
        train(1)  # left out, as it has what is done once; the next call goes on from it
        note("epoch", OURS, partial(train, 3), of=2)
        for name, each in theirs.items():
            note("counting words", name, each.count_words)
            note("counting pairs", name, each.count_pairs)
            note("shuffling", name, partial(each.shuffle, 0))
            once = note("first epoch", name, partial(each.train, 0, dim=WIDE, epochs=1))
            note("epoch", name, partial(each.train, 0, dim=WIDE, epochs=2), less=once)
    shutil.rmtree(folder, ignore_errors=True)
    del found["first epoch"]
    return {stage: {name: min(each) for name, each in of.items()} for stage, of in found.items()}
