"""ran: words driven from neighbours that gender brought near, kept in sense, neutralised (Kumar 2020)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from corefair.compute.engine import Engine, started
from corefair.errors import CorefairError, DataError, MissingWords
from corefair.geometry.direction import gender_direction, lengths, unit
from corefair.mitigators.vectors.changes import facts_of, sealed, step
from corefair.mitigators.vectors.preserve import (
    Preserve,
    preserve_as_json,
    preserve_from_json,
    preserved_rows,
)
from corefair.mitigators.vectors.ran_block import Job, Repelled, block
from corefair.models.card import Card
from corefair.models.folder import read_model, save_arrays
from corefair.registry import mitigators, models
from corefair.runs.arrays import Arrays
from corefair.runs.run import Run
from corefair.runs.writing import write_errors
from corefair.types import Embeddings, Json, Said
from corefair.version import __version__

if TYPE_CHECKING:
    from corefair.geometry.ran_compiled import Objective

_BLOCK = 4096  # words between two checkpoints: enough for a matrix product, few to lose
_BETTER = 1e-4  # F has improved, for `patience`, if it fell by more than this
_LENGTH_ERROR = 5e-6  # how far from 1 a length may be and count as such


@mitigators.register("ran", changes="vectors")
@dataclass(frozen=True, kw_only=True)
class Ran:
    """Repulsion, attraction and neutralisation, for every word that is not preserved (Kumar et al. 2020).

    Works on vectors of unit length: others are set to it, and what is said of preserved words holds of those.
    Preserved words keep their vectors to the last bit; so do zero vectors.
    """

    preserve: Preserve = "kbc"  # words left as they are; kbc: the shipped list, and what is not letters alone
    repulsion: float = 1 / 8  # λ1: away from neighbours with a high indirect bias β
    attraction: float = 6 / 8  # λ2: towards what it was
    neutralisation: float = 1 / 8  # λ3: away from the gender direction
    neighbours: int = 100
    threshold: float = 0.05  # θ_r: which β is high
    steps: int = 300
    rate: float = 0.01
    pairs: Sequence[tuple[str, str]] | None = None  # (feminine, masculine), for the gender direction
    variant: Literal["paper", "authors"] = "paper"
    # Adam at a constant rate ends on a swing about the minimum; words that were almost neutral end above
    # where they began. Such a word takes the best of its steps; False takes the last of every word.
    guard: bool = True
    patience: int = 0  # stop a word after so many steps without gain, at the best of them; 0: take all steps
    keep_lengths: bool = False  # words come out as long as they came in, not at unit length
    memory: int = 1 << 30  # bytes to search neighbours in, beside the vectors
    checkpoint: Path | str | None = field(default=None, compare=False)  # a folder: go on from what it holds
    engine: str = field(default="one", compare=False)  # where blocks of words are done; `one` uses all cores
    progress: Said | None = field(default=None, compare=False, repr=False)

    name: ClassVar[str] = "ran"

    def fit(self, emb: Embeddings) -> RanChange:
        """The new vector of each word; with a checkpoint, from where an earlier call was stopped."""
        repelled, objective = self._repelled(), self._objective()
        kept = preserved_rows(emb, self.preserve)
        rows = np.flatnonzero(~kept)
        vectors = _at_unit_length(emb.vectors)
        direction = gender_direction(emb, self.pairs)
        facts = self._facts()
        changed = np.empty((len(rows), emb.dim), np.float32)
        losses = np.empty((len(rows), 2))
        checkpoint: AbstractContextManager[Run | None] = nullcontext()
        if self.checkpoint is not None:
            key = _key(vectors, direction, kept, (*repelled, *objective))
            about = f"{self.name} of {emb.name}, {', '.join(facts)}"
            checkpoint = Run(self.checkpoint, key=key, about=about)
        with checkpoint as run, started(self.engine) as engine:
            parts = {f"block-{start // _BLOCK:06d}": slice(start, start + _BLOCK)
                     for start in range(0, len(rows), _BLOCK)}  # fmt: skip
            n_done = 0
            with _seen_from(engine, vectors, self.checkpoint) as source:
                job = Job(source, direction, repelled, objective, self.memory)
                for name, arrays in _blocks(run, engine, job, {name: rows[parts[name]] for name in parts}):
                    changed[parts[name]], losses[parts[name]] = arrays["changed"], arrays["losses"]
                    n_done += len(arrays["losses"])
                    if self.progress:
                        self.progress("words", n_done, len(rows))
        words = tuple(emb.words[row] for row in rows)
        return RanChange(self.name, facts, self.preserve, words, sealed(changed), losses, self.keep_lengths)

    def _repelled(self) -> Repelled:
        # The authors' script takes the first 100 with β ≥ θ of 200 neighbours; the paper, β > θ of 100.
        theirs = self.variant == "authors"
        most = self.neighbours if self.repulsion > 0 else 0
        return Repelled(most, self.neighbours * (2 if theirs else 1), self.threshold, theirs)

    def _objective(self) -> Objective:
        weights = (self.repulsion, self.attraction, self.neutralisation)
        if not all(0 <= weight < np.inf for weight in weights) or max(weights) == 0:
            raise CorefairError(f"{self.name}: weights must be 0 or more and not all 0, not {weights}")
        if self.variant not in ("paper", "authors"):
            raise CorefairError(f"{self.name}: variant is 'paper' or 'authors', not {self.variant!r}")
        if self.neighbours < 1 or self.steps < 0 or self.patience < 0 or not self.rate > 0:
            wanted = "neighbours and rate must be above 0, steps and patience not below it"
            raise CorefairError(f"{self.name}: {wanted}")
        from corefair.geometry.ran_compiled import Objective  # needs Numba, and says so if it is not there

        # The authors' script weights the third term by λ2 and takes x·g for the cosine. We follow the paper.
        # (Their last few words, as many as are left over when shared among processes, stay as they were:
        # that is no variant.)
        theirs = self.variant == "authors"
        third = self.attraction if theirs and self.neutralisation > 0 else self.neutralisation
        return Objective(
            repulsion=float(self.repulsion),
            attraction=float(self.attraction),
            neutralisation=float(third),
            dot=theirs,
            steps=self.steps,
            rate=float(self.rate),
            patience=self.patience,
            tolerance=_BETTER,
            guard=self.guard and not theirs,
        )

    def _facts(self) -> tuple[str, ...]:
        """What the history is to say."""
        weights = "/".join(f"{weight:g}" for weight in (self.repulsion, self.attraction, self.neutralisation))
        facts = [f"weights={weights}", f"neighbours={self.neighbours}", f"threshold={self.threshold:g}"]
        facts += [f"steps={self.steps}", f"rate={self.rate:g}"]
        facts += [f"pairs={len(self.pairs)} given"] if self.pairs is not None else []
        facts += [f"patience={self.patience}"] if self.patience else []
        facts += ["variant=authors"] if self.variant == "authors" else [] if self.guard else ["guard=off"]
        return tuple(facts)


@mitigators.register("an", changes="vectors")
@dataclass(frozen=True, kw_only=True)
class An(Ran):
    """Attraction and neutralisation alone, the ablation without repulsion (Kumar et al. 2020, §4.9)."""

    repulsion: float = 0.0
    name: ClassVar[str] = "an"


@mitigators.register("ra", changes="vectors")
@dataclass(frozen=True, kw_only=True)
class Ra(Ran):
    """Repulsion and attraction alone, the ablation without neutralisation (Kumar et al. 2020, §4.9)."""

    neutralisation: float = 0.0
    name: ClassVar[str] = "ra"


@models.register("ran")
@models.register("an")
@models.register("ra")
@dataclass(frozen=True, eq=False)
class RanChange:
    """New vectors for the words it was learned on; of other vectors, for those of these words they have."""

    name: str
    facts: tuple[str, ...]
    preserve: Preserve
    words: tuple[str, ...]
    vectors: NDArray[np.float32]  # [n_words, dim], of unit length
    losses: NDArray[np.float64]  # [n_words, 2]: the objective of each word before and after
    keep_lengths: bool

    def __call__(self, emb: Embeddings) -> Embeddings:
        """These words with their new vectors, all others with their own."""
        if emb.dim != self.vectors.shape[1]:
            expected = f"the change was learned on {self.vectors.shape[1]}"
            raise DataError(f"{emb.name}: vectors of {emb.dim} numbers, but {expected}")
        here = [(emb.row_of[word], i) for i, word in enumerate(self.words) if word in emb]
        if self.words and not here:
            raise MissingWords(self.words, of=len(self.words), name=emb.name)
        rows, learned = np.array(here, dtype=np.int64).reshape(-1, 2).T
        if self.keep_lengths:
            vectors = emb.vectors.copy()
            vectors[rows] = self.vectors[learned] * lengths(emb.vectors[rows])[:, None]
        else:
            vectors = _at_unit_length(emb.vectors).copy()
            vectors[rows] = self.vectors[learned]
        kept = np.ones(len(emb), dtype=np.bool_)
        kept[rows] = False
        facts = (*self.facts, "lengths kept" if self.keep_lengths else "unit length")
        return emb.changed(sealed(vectors), step(self.name, *facts, kept=kept, preserve=self.preserve))

    def save(self, folder: Path) -> None:
        """Keep it in a folder."""
        settings: dict[str, Json] = {
            "facts": self.facts,
            "preserve": preserve_as_json(self.preserve),
            "keep_lengths": self.keep_lengths,
        }
        words = np.frombuffer("\n".join(self.words).encode(), np.uint8)
        arrays: Arrays = {"words": words, "vectors": self.vectors, "losses": self.losses}
        save_arrays(folder, Card(self.name, settings), arrays)

    @classmethod
    def load(cls, folder: Path) -> RanChange:
        """What `save` kept."""
        saved = read_model(folder)
        settings, arrays = saved.card.settings, saved.arrays()
        text = arrays["words"].tobytes().decode()
        return cls(
            saved.card.kind,
            facts_of(saved.card),
            preserve_from_json(settings.get("preserve")),
            tuple(text.split("\n")) if text else (),
            arrays["vectors"],
            arrays["losses"],
            bool(settings.get("keep_lengths")),
        )


def _blocks(
    run: Run | None, engine: Engine, job: Job, rows_of: Mapping[str, NDArray[np.int64]]
) -> Iterator[tuple[str, Arrays]]:
    """The arrays of each block by its name: first what the run has, then the others, made and kept by it."""
    missing = []
    for name in rows_of:
        kept = run.load(name) if run else None
        if kept is None:
            missing.append(name)
        else:
            yield name, kept
    made = engine.map(block, [(job, rows_of[name]) for name in missing])
    for name, arrays in zip(missing, made, strict=True):
        if run:
            run.save(name, arrays)
        yield name, arrays


@contextmanager
def _seen_from(
    engine: Engine, vectors: NDArray[np.float32], folder: Path | str | None
) -> Iterator[NDArray[np.float32] | Path]:
    """The vectors, or for other processes a file of them, beside the checkpoint if there is one."""
    if engine.alone:
        yield vectors
        return
    with TemporaryDirectory(prefix="vectors-", dir=folder) as place:
        file = Path(place).resolve() / "vectors.npy"
        with write_errors(file):
            np.save(file, vectors, allow_pickle=False)
        yield file


def _at_unit_length(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """The vectors themselves if all are of unit length (or zero), so that nothing is rounded again."""
    vectors = np.ascontiguousarray(vectors)  # of a memory map, the plain array that compiled code takes
    long = lengths(vectors)
    is_unit = (np.abs(long - 1) < _LENGTH_ERROR) | (long == 0)
    return vectors if is_unit.all() else sealed(unit(vectors).astype(np.float32, copy=False))


def _key(
    vectors: NDArray[np.float32],
    direction: NDArray[np.float64],
    kept: NDArray[np.bool_],
    options: tuple[float, ...],
) -> str:
    """A digest of all that the result depends on."""
    digest = hashlib.sha256(repr((__version__, vectors.shape, options, _BLOCK)).encode())
    for start in range(0, len(vectors), _BLOCK):
        digest.update(np.ascontiguousarray(vectors[start : start + _BLOCK]).tobytes())
    digest.update(direction.tobytes() + np.packbits(kept).tobytes())
    return digest.hexdigest()
