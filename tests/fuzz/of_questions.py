"""What is asked and how: grids of experiments, prompts, sheets of raters, and what language models answer."""

from __future__ import annotations

import json
import sqlite3
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

from corefair.errors import MissingExtra
from corefair.experiments.grid import read_grid
from corefair.systems.language.forms import own_tokens, read_echoed, read_forced
from corefair.systems.language.kept import Kept
from corefair.systems.language.model import read_reply
from corefair.systems.language.prompts import prompts_of
from corefair.systems.language.reading import Refused, option_probabilities
from corefair.systems.outside.gap_answers import Gap
from corefair.systems.outside.human import Human
from fuzz.of_what_is_said import QUESTION
from fuzz.targets import EXAMPLES, put, target


@target("grid, JSON", (EXAMPLES / "grid.json").read_bytes(), lambda: _example_grid())
def _grid(content: bytes, folder: Path) -> None:
    from corefair.experiments.cells import plan

    plan(read_grid(put(content, folder, "grid.json")))


def _example_grid() -> bytes:
    held = json.loads((EXAMPLES / "experiment.json").read_bytes())
    held["score"] = {"key": str(EXAMPLES / "score" / "key.conll")}
    return json.dumps(held, indent=1).encode()


@target(
    "grid, YAML",
    b"name: Which?\nsuites: [participants]\nseeds: 2\nbaseline: Nearest\nvariables: {x: first}\n"
    b"defaults: &all {seeds: 1}\nrows:\n - {name: Nearest, system: nearest}\n"
    b" - {name: First, system: '${x}'}\n"
    b"cross:\n  one:\n   - {name: A, system: random}\n   - {name: B, system: first}\n  other: [{name: C}]\n",
)
def _grid_yaml(content: bytes, folder: Path) -> None:
    read_grid(put(content, folder, "grid.yaml"))


@target(
    "experiment.json",
    lambda: _experiment(),
)
def _load_experiment(content: bytes, folder: Path) -> None:
    from corefair.experiments.result import load
    from corefair.report.experiments import ENDINGS, render

    found = load(put(content, folder, "experiment.json"))
    for form in ENDINGS:
        render(found, form)


@cache
def _experiment() -> bytes:
    import tempfile

    from corefair.experiments.result import dumps
    from corefair.experiments.running import experiment

    with tempfile.TemporaryDirectory() as folder:
        grid = {
            "score": {"key": str(EXAMPLES / "score" / "key.conll")},
            "suites": [str(EXAMPLES / "suite_age.tsv")],
            "resamples": 50,
            "rows": [{"name": "Nearest", "system": "nearest"}, {"name": "First", "system": "first"}],
        }
        path = put(json.dumps(grid).encode(), Path(folder), "grid.json")
        return dumps(experiment(read_grid(path), Path(folder) / "out")).encode()


@target(
    "prompts",
    b"name\tversion\tway\ttext\tanswer\tneither\n"
    b"mine\t1\tchoice\t{text}\\nWho is {pronoun}: {options}?\t\tneither of them\n"
    b"cloze\t2\tlikelihood\t{plain} {Pronoun} is\t {name}\t\n",
    placed=False,
)
def _prompts(content: bytes, folder: Path) -> None:
    for prompt in prompts_of(file=put(content, folder, "prompts.tsv")):
        for order in prompt.orders(2):
            prompt.ask(QUESTION, order)
        prompt.continuations(QUESTION)


@target("probabilities for gap", b"ID,A,B,NEITHER\nx-1,0.5,0.25,0.25\nx-2,0,1e-3,0.9\n")
def _probabilities(content: bytes, folder: Path) -> None:
    Gap(put(content, folder, "p.csv"))


@target(
    "sheets of raters",
    b"question,text,pronoun,option_1,option_2,option_3,answer\n"
    b'1e0c5d8a9b77,"Zo met the nurse, as she left.",she,Zo,the nurse,"neither, or it cannot be told",1\n'
    b"2e0c5d8a9b77,Bob met Tom as he left.,he,Bob,Tom,,Tom\n",
    placed=False,
)
def _sheets(content: bytes, folder: Path) -> None:
    list(Human([put(content, folder, "ann.csv")]).linked([QUESTION]))


_CHAT = (
    b'{"choices": [{"index": 0, "message": {"content": "the nurse"}, "logprobs": {"content": [{"token": '
    b'"the", "logprob": -0.1, "bytes": [116, 104, 101], "top_logprobs": [{"token": "the", "logprob": -0.1}, '
    b'{"token": "Z", "logprob": -2.5}]}, {"token": " nurse", "logprob": -0.2, "top_logprobs": '
    b'[{"token": " nurse", "logprob": -0.2}]}]}}]}'
)
_COMPLETED = (
    b'{"choices": [{"text": "the nurse", "logprobs": {"tokens": ["the", " nurse"], "token_logprobs": '
    b'[-0.5, -0.25], "top_logprobs": [{"the": -0.5, "Z": -1.0}, {" nurse": -0.25}]}}], "tokens": [1, 2]}'
)


@target("reply of a language model", _CHAT, _COMPLETED, placed=False)
def _reply(content: bytes, folder: Path) -> None:
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return  # which the endpoint's door tells
    if not isinstance(found, dict):
        return
    for read in (
        lambda: option_probabilities(read_reply(found, probabilities=True), ["Zo", "the nurse"]),
        lambda: read_forced(found, "the nurse"),
        lambda: read_echoed(found, "the", " nurse"),
        lambda: own_tokens({"tokens": [1]}, found),
    ):
        _told(read)


def _told(read: object) -> None:
    from corefair.errors import DataError

    try:
        read()  # type: ignore[operator]
    except (DataError, Refused) as error:
        assert str(error)


@target("answers of language models", lambda: _base())
def _kept(content: bytes, folder: Path) -> None:
    for old in folder.glob("kept.sqlite*"):
        old.unlink()
    kept = Kept(put(content, folder, "kept.sqlite"))
    try:
        kept.get("a")
        kept.get("b")
        kept.put("c", {"z": 1})
        len(kept)
    finally:
        kept.close()


@cache
def _base() -> bytes:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        kept = Kept(Path(folder) / "k")
        for name in "ab":
            kept.put(name, {"choices": [{"text": name * 50}]})
        kept.close()
        with sqlite3.connect(Path(folder) / "k") as base:
            base.execute("PRAGMA journal_mode=DELETE")
        base.close()
        return (Path(folder) / "k").read_bytes()


if sys.platform != "win32":

    @target("GGUF", b"GGUF\x03\x00\x00\x00" + bytes(64))
    def _gguf(content: bytes, folder: Path) -> None:
        from corefair.systems.language.gguf import Gguf

        with suppress(MissingExtra):  # a sound beginning is handed to the library, where it is installed
            Gguf(put(content, folder, "m.gguf"))
