"""The one loop: epochs, a score on the development documents, the best and the last kept, gone on with."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.runs.run import Run
from corefair.types import Said

_LAST, _BEST = "last", "best"
_HISTORY = "history"


class Learner(Protocol):
    """What learns; all that is random in it comes from a seed and the number of the epoch."""

    def epoch(self, number: int, tell: Callable[[int, int], None]) -> float: ...

    def state(self) -> Mapping[str, NDArray[Any]]: ...

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None: ...


class Epoch(NamedTuple):
    """What one time through the corpus brought."""

    number: int  # from 1
    loss: float
    score: float | None  # on the development documents
    seconds: float  # of one core, to learn


def learn(
    learner: Learner,
    *,
    epochs: int,
    run: Run,
    score: Callable[[], float] | None = None,
    patience: int = 0,
    what: str = "documents learned",
    progress: Said | None = None,
) -> tuple[Epoch, ...]:
    """Learn for so many epochs, or until the score has not risen for `patience` of them.

    Then the best of them is back; without patience or without a score it is the last. After each epoch all
    that is needed to go on is in the folder of the run; what was interrupted goes on from there, and comes to
    the same.
    """
    history = _resume(learner, run)
    while len(history) < epochs and not _is_over(history, patience):
        number = len(history)

        def tell(done: int, of: int, number: int = number) -> None:
            if progress:
                progress(what, number * of + done, epochs * of)

        began = time.process_time()
        loss = learner.epoch(number, tell)
        seconds = time.process_time() - began
        state = dict(learner.state())
        _check_finite(number + 1, loss, state)
        found = score() if score else None
        history.append(Epoch(number + 1, loss, found, seconds))
        state |= {_HISTORY: _as_array(history)}
        if patience and _best(history) == len(history) - 1:
            run.save(_BEST, state)
        run.save(_LAST, state)
    if patience and history and _best(history) != len(history) - 1:
        best = run.load(_BEST)
        if best is not None:
            learner.restore(best)
    return tuple(history)


def taken_back(history: tuple[Epoch, ...], patience: int) -> tuple[str, ...]:
    """In words, where `learn` came back with an epoch before the last."""
    best = _best(list(history))
    return (f"taken back to epoch {history[best].number}",) if patience and best < len(history) - 1 else ()


def _resume(learner: Learner, run: Run) -> list[Epoch]:
    last = run.load(_LAST)
    if last is None:
        return []
    try:
        learner.restore(last)
    except (KeyError, RuntimeError, ValueError):  # other names or sizes: NumPy's and torch's words for it
        raise DataError(
            "what was begun here does not fit: another version of corefair began it. Delete the folder to "
            "begin anew",
            path=str(run.folder),
        ) from None
    return [
        Epoch(number, loss, None if np.isnan(score) else score, seconds)
        for number, (loss, score, seconds) in enumerate(last[_HISTORY].tolist(), 1)
    ]


def _check_finite(number: int, loss: float, state: Mapping[str, NDArray[Any]]) -> None:
    """Refuse an epoch that ended beyond all numbers: nothing can be learned after it."""
    if not (math.isfinite(loss) and all(np.isfinite(each).all() for each in state.values())):
        raise DataError(
            f"in epoch {number} what is learned grew beyond all numbers, so there is no model: set smaller "
            "rates, or smaller weights of what is part of the loss"
        )


def _is_over(history: list[Epoch], patience: int) -> bool:
    return bool(patience) and bool(history) and len(history) - 1 - _best(history) >= patience


def _best(history: list[Epoch]) -> int:
    """The first of the epochs with the highest score; without scores the last."""
    scores = [each.score for each in history]
    if not scores or scores[-1] is None:
        return len(history) - 1
    return max(range(len(scores)), key=lambda i: (scores[i] or 0.0, -i))


def _as_array(history: list[Epoch]) -> NDArray[np.float64]:
    return np.array([[e.loss, np.nan if e.score is None else e.score, e.seconds] for e in history])
