"""What we keep ourselves: reports, models, caches, journals."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path

import numpy as np

from corefair.auditing.collect import collect
from corefair.auditing.saved import load, save
from corefair.io.damaged import json_value
from corefair.models.folder import load_model
from corefair.registry import renderers
from corefair.runs.arrays import read_npz, write_npz
from corefair.runs.journal import Journal
from corefair.runs.mapped import open_mapped, writing_mapped
from fuzz.targets import EMB, EXAMPLES, ROOT, put, target


@cache
def report_files() -> tuple[bytes, bytes]:
    import tempfile

    from corefair.auditing.run import audit

    with tempfile.TemporaryDirectory() as folder:
        save(audit("first", [str(EXAMPLES / "suite_age.tsv")], resamples=100), Path(folder))
        return (Path(folder) / "report.json").read_bytes(), (Path(folder) / "rows.jsonl.gz").read_bytes()


@target(
    "report.json",
    lambda: report_files()[0],
    lambda: _of_version_1(),
)
def _report_json(content: bytes, folder: Path) -> None:
    report = load(put(content, folder, "report.json"))
    for form in ("md", "latex", "junit"):
        renderers[form](report)


def _of_version_1() -> bytes:
    """Written by an older corefair, with a few of its rows: mutations should meet the rest too."""
    held = json.loads(gzip.decompress((ROOT / "tests/auditing/version_1/systems.json.gz").read_bytes()))
    for result in held["results"]:
        result["rows"] = result["rows"][:3]
    return json.dumps(held).encode()


@target("rows of a report", lambda: b"".join(gzip.decompress(report_files()[1]).splitlines(True)[:20]))
def _rows(content: bytes, folder: Path) -> None:
    known = json.loads(report_files()[0])
    known.pop("rows_sha256")
    put(gzip.compress(content, 1, mtime=0), folder, "rows.jsonl.gz")
    load(put(json.dumps(known).encode(), folder, "report.json")).rows()


def _model() -> dict[str, bytes]:
    import tempfile

    from corefair.mitigators import make

    with tempfile.TemporaryDirectory() as folder:
        make("hard", preserve=["she"]).fit(EMB).save(Path(folder) / "m")  # type: ignore[attr-defined]
        return {path.name: path.read_bytes() for path in (Path(folder) / "m").iterdir()}


@target("card of a model", lambda: _model()["model.json"])
def _card(content: bytes, folder: Path) -> None:
    for name, held in _model().items():
        put(held, folder, f"m/{name}")
    put(content, folder, "m/model.json")
    load_model(folder / "m")


@target("arrays", lambda: _npz())
def _arrays(content: bytes, folder: Path) -> None:
    read_npz(put(content, folder, "a.npz"))


def _npz() -> bytes:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        write_npz(Path(folder) / "a.npz", {"one": np.arange(6.0), "other": np.zeros((2, 2), np.float32)})
        return (Path(folder) / "a.npz").read_bytes()


@target("mapped arrays", lambda: _mapped())
def _open_mapped(content: bytes, folder: Path) -> None:
    open_mapped(put(content, folder, "entry"))


def _mapped() -> bytes:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        with writing_mapped(Path(folder) / "e") as writer:
            writer.add("vectors", EMB.vectors)
            writer.facts["n"] = 6
        return (Path(folder) / "e").read_bytes()


@target(
    "journal", b'{"case": "a", "status": "ok", "clusters": [[[0, 1]]]}\n{"case": "b", "status": "error"}\n'
)
def _journal(content: bytes, folder: Path) -> None:
    with Journal(put(content, folder, "j.jsonl"), keep=lambda record: record["status"] != "error") as journal:
        journal.add({"case": "c", "status": "ok"})
    assert (folder / "j.jsonl").read_bytes().endswith(b'{"case": "c", "status": "ok"}\n')


@target("answers of an audit", b'{"case": "line-4", "status": "ok", "clusters": [[[0, 1], [2, 3]]]}\n')
def _store(content: bytes, folder: Path) -> None:
    from planted import Planted, suite

    small, store = suite(3), folder / "store"
    whole = collect(Planted(2), small, store=store, name="s")
    (kept,) = store.glob("*.jsonl")
    kept.write_bytes(content.replace(b"line-4", b"1.pro") + kept.read_bytes()[:300])
    again = collect(Planted(2), small, store=store, name="s")
    assert len(again.answers) == len(whole.answers)


@target("one JSON value", b'{"a": [1, 2.5, null, "x"]}')
def _json(content: bytes, folder: Path) -> None:
    json_value(put(content, folder, "x.json"))
