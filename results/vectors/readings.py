"""What every suite reads off the vectors of one method, computed once and kept in a folder."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from differences import SEED, Cases
from published import COLUMNS, METHODS, WEAT_P, Column

from corefair import lists
from corefair.auditing.building import build_vector_suites
from corefair.errors import MissingWords
from corefair.io.files import writing
from corefair.io.vectors import read_vectors, write_vectors
from corefair.metrics import totals_of
from corefair.mitigators import mitigate
from corefair.runs.arrays import write_npz
from corefair.suites.vectors import gipe, sembias
from corefair.types import Embeddings, Reading
from corefair.version import __version__

PARTS = ("ids", "units", "counts")
Json = dict[str, Any]


@dataclass(frozen=True)
class Kept:
    """What was read off one set of vectors: for each column the cases, and what each counts."""

    about: Json
    columns: dict[str, Cases]


def answers(data: Path | None) -> dict[str, Callable[..., Reading]]:
    """Name -> answer(emb, original, seed=…), of every suite and of two that ask in a way of their own."""
    names = [column.suite for column in COLUMNS.values() if column.suite not in ("sembias_unit", "gipe_so")]
    built, _ = build_vector_suites(list(dict.fromkeys(names)), data=data)
    words = [row[column] for name, column in gipe.SOWINOBIAS.values() for row in lists.read(name)]

    def gipe_so(emb: Embeddings, original: Embeddings, *, seed: int) -> Reading:
        return gipe.answer(emb, original, seed=seed, words=words)

    ours = {"sembias_unit": sembias.build(data=data, unit_length=True).answer, "gipe_so": gipe_so}
    return {suite.name: suite.answer for suite in built} | ours


def read_method(
    row: str,
    original: Embeddings,
    content: str,  # SHA-256 of the file
    asked: Mapping[str, Callable[..., Reading]],
    folder: Path,
    *,
    data: Path | None,
) -> Kept:
    """The readings of one method, from the folder if they are there already."""
    method, options = METHODS[row]
    # Whatever the result depends on is in the name, but for code: a work folder is for one version of that.
    key = json.dumps([__version__, content, method, options, SEED])
    path = folder / f"{row.replace(', ', '-')}-{sha256(key.encode()).hexdigest()[:12]}"
    if (kept := _kept(path)) is not None:
        tell(f"{original.name}: {row} is there already")
        return kept
    tell(f"{original.name}: {row}")
    began = time.monotonic()
    emb = _mitigated(method, options, original, path.with_suffix(".safetensors"), data)
    seconds = {"mitigate": time.monotonic() - began}
    readings: dict[str, Reading] = {}
    for name, answer in asked.items():
        began = time.monotonic()
        try:
            readings[name] = answer(emb, original, seed=SEED)
        except MissingWords as error:
            tell(f"{original.name}: {name} cannot be asked: {error}")
        seconds[name] = time.monotonic() - began
    took = ", ".join(f"{name} {each:.0f} s" for name, each in seconds.items() if each >= 1)
    tell(f"{original.name}: {row} done, {took}")
    about = {
        "history": list(emb.history),
        "p": {key: _p(readings["single_weat"], COLUMNS[key]) for key in WEAT_P if "single_weat" in readings},
        "missing": {
            name: [len(each.coverage.missing), each.coverage.words]
            for name, each in readings.items()
            if each.coverage.missing
        },
    }
    found = {key: column for key, column in COLUMNS.items() if column.suite in readings}
    kept = Kept(about, {key: cases_of(readings[column.suite], column) for key, column in found.items()})
    _keep(path, kept)
    return kept


def _mitigated(
    method: str, options: Mapping[str, object], original: Embeddings, path: Path, data: Path | None
) -> Embeddings:
    if not method:
        return original
    if path.exists():
        return read_vectors(path, cache=False)
    emb = mitigate(original, method, **options, **({"data": data} if method == "gp" else {}))
    write_vectors(emb, path)
    return emb


def _p(reading: Reading, column: Column) -> float | None:
    query = column.where["query"]
    return next((each.p for each in reading.scores if each.groups.get("query") == query), None)


def cases_of(reading: Reading, column: Column) -> Cases:
    """The cases of a column and their totals; of a rank correlation the cosine and rating of each pair."""
    wanted = [
        (case, row)
        for case, row in zip(reading.cases, reading.rows, strict=True)
        if all(case.groups.get(kind) == group for kind, group in column.where.items())
    ]
    if column.metric:
        names = totals_of(column.metric)
        counts = [[row.counts[name] for name in names] for _, row in wanted]
    else:
        counts = [[float(str(row.answer)), case.gold] for case, row in wanted]
    ids = np.array([case.id for case, _ in wanted])
    units = np.array([case.unit or case.id for case, _ in wanted])
    return ids, units, np.array(counts, dtype=np.float64)


def _keep(path: Path, kept: Kept) -> None:
    """Numbers first: the file that says they are there comes last."""
    arrays = {
        f"{name}/{part}": array
        for name, cases in kept.columns.items()
        for part, array in zip(PARTS, cases, strict=True)
    }
    write_npz(path.with_suffix(".npz"), arrays)
    with writing(path.with_suffix(".json")) as out:
        json.dump({"about": kept.about, "columns": list(kept.columns)}, out)


def _kept(path: Path) -> Kept | None:
    if not path.with_suffix(".json").exists():
        return None
    told = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    with np.load(path.with_suffix(".npz")) as arrays:
        columns = {
            name: (arrays[f"{name}/ids"], arrays[f"{name}/units"], arrays[f"{name}/counts"])
            for name in told["columns"]
        }
    return Kept(told["about"], columns)


def tell(message: str) -> None:
    """Progress."""
    print(f"{time.strftime('%H:%M:%S')} {message}", file=sys.stderr, flush=True)
