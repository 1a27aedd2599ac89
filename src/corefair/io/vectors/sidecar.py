"""What was done to the vectors in a file, in `<file>.history.json` beside it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from corefair.errors import DataError
from corefair.io.files import writing
from corefair.types import Embeddings


def sidecar_of(path: Path) -> Path:
    """Where the history of a file of vectors is."""
    return path.with_name(path.name + ".history.json")


def history_of(path: Path, digest: Callable[[], str]) -> tuple[tuple[str, ...], str | None]:
    """The steps that the sidecar tells, none without one; and why they were left out, if they were.

    `digest` gives the SHA-256 of the vectors: a sidecar that was written for other ones is not believed.
    """
    beside = sidecar_of(path)
    try:
        told = json.loads(beside.read_text(encoding="utf-8"))
        history, content = tuple(told["history"]), told["sha256"]
    except FileNotFoundError:
        return (), None
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise DataError(f"not a readable history ({error}): remove or mend it", path=str(beside)) from None
    if not all(isinstance(step, str) for step in history):
        raise DataError("the steps of a history must be strings: remove or mend it", path=str(beside))
    if content != digest():
        return (), f"{beside.name} was written for other vectors: its history is left out"
    return history, None


def write_sidecar(emb: Embeddings, path: Path, digest: str) -> None:
    """Tell the history of what was just written to `path`."""
    told = {
        "name": emb.name,
        "words": len(emb),
        "dim": emb.dim,
        "sha256": digest,
        "history": list(emb.history),
    }
    with writing(sidecar_of(path)) as out:
        out.write(json.dumps(told, indent=2, ensure_ascii=False) + "\n")
