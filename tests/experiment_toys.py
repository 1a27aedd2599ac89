"""A grid that takes moments, for tests: a trainer that learns a number, epoch by epoch, and a slow system."""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.models.card import Card
from corefair.models.folder import read_model, save_arrays
from corefair.registry import models, trainers
from corefair.runs.run import Run, key_of
from corefair.systems.ask import ask
from corefair.systems.make import make
from corefair.systems.training.loop import learn
from corefair.types import Answer, Document, Embeddings, Said, TextMitigator, cluster_up

EXAMPLES = Path(__file__).parent.parent / "examples"
KEY, SUITE = EXAMPLES / "score" / "key.conll", EXAMPLES / "suite_age.tsv"
PAUSE = 0.02  # seconds that an epoch takes


def draw(*parts: object) -> float:
    """A number from 0 to 1 that hangs on what is given alone."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:6], "big") / 2**48


@models.register("toy")
@dataclass(frozen=True)
class ToyModel:
    """Links the pronoun to the first person as often as it learned to, and more often to an old one."""

    number: NDArray[Any]  # learned: how often; and how much more

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        often, lean = self.number.tolist()
        _, nearest = make("nearest")
        for doc in docs:
            people = [each[:2] for each in doc.entities if each.label == "PERSON"]
            said = [i for i, word in enumerate(doc.words) if word.lower() in FORMS]
            if len(people) < 2 or not said:
                yield from ask(nearest, [doc])
                continue
            old = "old" in doc.words[slice(*people[0])]
            first = draw(doc.words, often) < often + (lean if old else -lean)
            yield Answer(cluster_up([[people[0] if first else people[1], (said[-1], said[-1] + 1)]]))

    def save(self, folder: Path) -> None:
        save_arrays(folder, Card("toy"), {"number": self.number})

    @classmethod
    def load(cls, folder: Path) -> ToyModel:
        return cls(read_model(folder, kind="toy").arrays()["number"])


FORMS = {"she", "her", "he", "him", "his", "they", "them", "their"}


class Learner:
    """Adds what it draws."""

    def __init__(self, seed: int, lean: float) -> None:
        self.seed, self.number = seed, np.array([0.5, lean])

    def epoch(self, number: int, tell: Callable[[int, int], None]) -> float:
        time.sleep(PAUSE)
        self.number[0] += 0.05 * (draw(self.seed, number) - 0.5)
        return 1.0 / (number + 1)

    def state(self) -> Mapping[str, NDArray[Any]]:
        return {"number": self.number}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        self.number = np.array(state["number"])


@trainers.register("toy")
@dataclass(frozen=True, kw_only=True)
class ToyTrainer:
    """Learns for some epochs."""

    epochs: int = 5
    lean: float = 0.0
    fails: bool = False
    beside: Path | None = None

    def train(
        self,
        corpus: Sequence[Document],
        dev: Sequence[Document] = (),
        *,
        vectors: Embeddings | None = None,
        text: Iterable[TextMitigator] = (),
        seed: int = 0,
        run: Path | None = None,
        progress: Said | None = None,
    ) -> ToyModel:
        if self.fails:
            raise DataError("it was told to fail")
        if self.beside is not None:
            self.beside.read_bytes()  # a path, not a text
        # What was done to the vectors, and who is spoken of, is told by what is learned.
        steps = len(vectors.history) if vectors is not None else 0
        women = sum(word.lower() == "she" for doc in corpus for word in doc.words)
        learner = Learner(seed, self.lean + steps / 100 + women / 1000)
        with Run(run, key=key_of({**asdict(self), "beside": None}, seed), about="toy") as going:
            learn(learner, epochs=self.epochs, run=going, progress=progress)
        return ToyModel(learner.number)


class Slow:
    """A system that takes its time."""

    def __init__(self, *, often: float = 0.5) -> None:
        self.often = often

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        for number, answer in enumerate(ToyModel(np.array([self.often, 0.1])).answers(docs)):
            if number % 50 == 0:
                time.sleep(PAUSE)
            yield answer


def grid(folder: Path, rows: Sequence[Mapping[str, Any]], **more: Any) -> Path:
    """A grid file with these rows."""
    path = folder / "grid.json"
    shared = {
        "name": "toys",
        "corpus": {"examples": str(KEY)},
        "score": {"examples": str(KEY)},
        "suites": [str(SUITE)],
        "resamples": 100,
    }
    path.write_text(json.dumps({**shared, **more, "rows": list(rows)}, indent=1), encoding="utf-8")
    return path


ROWS = (
    {"name": "plain", "system": "toy", "settings": {"lean": 0.4}},
    {"name": "mitigated", "system": "toy", "settings": {"lean": 0.05}},
    {"name": "nearest", "system": "nearest"},
)


def main() -> None:
    """Run a grid in a process of its own: GRID FOLDER SHARD ENGINE."""
    from corefair.experiments.grid import read_grid
    from corefair.experiments.result import save
    from corefair.experiments.running import experiment

    path, folder, shard, engine = sys.argv[1:]
    part, of = map(int, shard.split("/"))
    experiment(read_grid(path), folder, shard=(part, of), engine=engine, write=save)


if __name__ == "__main__":
    sys.modules["experiment_toys"] = sys.modules["__main__"]  # so that it is registered once
    main()
