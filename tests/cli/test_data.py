"""`corefair data` as a person or a script sees it."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from corefair.cli.data import data
from corefair.errors import CorefairError, DataError, UnknownName
from corefair.io import datasets
from corefair.io.datasets import Listed

# By its full name: `corefair.cli` may well export the group `data` under the name of its module.
module = importlib.import_module("corefair.cli.data")
PUBLISHED = os.environ.get("COREFAIR_DATA")
TEXT = b"ID\tText\n"
LISTED = Listed(
    "gap", "who/what", "c0ffee", "a.tsv", len(TEXT), hashlib.sha256(TEXT).hexdigest(), "gap/a.tsv"
)


def run(*words: str) -> Result:
    """The command's answer; what it raises on purpose is raised, as `main` expects."""
    result = CliRunner().invoke(data, words)
    if isinstance(result.exception, CorefairError):
        raise result.exception
    return result


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty user's data folder, the only one there is, and a table of one small file."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("COREFAIR_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(datasets, "_table", lambda: (LISTED,))
    return tmp_path / "home" / "corefair"


@pytest.fixture
def mirror(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A server on this machine that has the small file where the public one would have it."""
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    path = tmp_path / "mirror" / "who" / "what" / "c0ffee" / "a.tsv"
    path.parent.mkdir(parents=True)
    path.write_bytes(TEXT)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path / "mirror")))
    server.daemon_threads = False
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    monkeypatch.setenv("COREFAIR_MIRROR", f"http://127.0.0.1:{server.server_address[1]}")
    yield
    server.shutdown()
    server.server_close()
    thread.join()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


def test_get_prints_the_folder_and_nothing_else(home: Path, mirror: None) -> None:
    result = run("get", "gap")
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{home / 'gap'}\n", "")
    assert (home / "gap" / "a.tsv").read_bytes() == TEXT
    assert run("where", "gap").stdout == f"{home / 'gap'}\n"
    assert run("where", "gap", "a.tsv").stdout == f"{home / 'gap' / 'a.tsv'}\n"


def test_get_goes_where_it_is_told(home: Path, mirror: None, tmp_path: Path) -> None:
    there = tmp_path / "made" / "on the way"
    assert run("get", "--all", "--data", str(there)).stdout == f"{there / 'gap'}\n"
    assert (there / "gap" / "a.tsv").read_bytes() == TEXT
    assert not home.exists()
    assert run("where", "gap", "--data", str(there)).stdout == f"{there / 'gap'}\n"


def test_get_tells_how_many_bytes_of_the_set_are_here(
    home: Path, mirror: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, int, int]] = []

    @contextmanager
    def listening(job: str, *, in_bytes: bool) -> Iterator[Callable[[str, int, int], None]]:
        assert job == "gap" and in_bytes
        yield lambda what, done, of: told.append((what, done, of))

    monkeypatch.setattr(module, "progress_bar", listening)
    run("get", "gap")
    assert told[-1] == ("bytes", len(TEXT), len(TEXT))


def test_a_wrong_name_fetches_nothing(home: Path, mirror: None) -> None:
    with pytest.raises(UnknownName, match="did you mean gap"):
        run("get", "gap", "gpa")
    assert not home.exists()


@pytest.mark.parametrize("words", [("get",), ("get", "--all", "gap"), ("where",)])
def test_misuse_is_exit_two(home: Path, words: tuple[str, ...]) -> None:
    assert run(*words).exit_code == 2


def test_where_nothing_is_names_the_remedy(home: Path) -> None:
    with pytest.raises(DataError, match="run: corefair data get gap, or set COREFAIR_DATA"):
        run("where", "gap")


def test_the_list_shows_every_set(home: Path, mirror: None) -> None:
    before = run("list").stdout
    assert re.search(r"^gap +absent +0/1 +GAP and", before, flags=re.MULTILINE)
    assert f"1  {home}  (not there yet)" in before and "corefair data get NAME" in before
    run("get", "gap")
    after = run("list").stdout
    assert re.search(r"^gap +present +1/1 +8 B +1 +GAP and", after, flags=re.MULTILINE)
    assert "not there yet" not in after and "data get" not in after
    table = after.partition("\n\n")[0].splitlines()
    assert [line.split()[0] for line in table] == ["set", *datasets.SETS]


def test_the_fullest_list_fits_80_columns(tmp_path: Path) -> None:
    shelves = [tmp_path / name for name in "abc"]
    fullest = [
        datasets.Status(name, "partial", 262, 263, 99_900_000, tuple(shelves), ("a",), ("b",))
        for name in datasets.SETS
    ]
    page = module._as_table(fullest, shelves)
    table, *below = page.split("\n\n")
    assert max(map(len, table.splitlines())) <= 80
    assert "Apache-2.0, MIT: gap" in below[1]
    assert below[0] == "* differs from the published files"


def test_the_list_as_json_survives_a_machine(home: Path, mirror: None) -> None:
    run("get", "gap")
    told = json.loads(run("list", "--json").stdout)
    assert told["folders"] == [str(home)]
    gap = next(entry for entry in told["sets"] if entry["name"] == "gap")
    assert gap | {"what": "", "home": ""} == {
        "name": "gap",
        "state": "present",
        "n_found": 1,
        "n_listed": 1,
        "bytes": len(TEXT),
        "folders": [str(home)],
        "missing": [],
        "differ": [],
        "licence": "Apache-2.0, MIT",
        "what": "",
        "home": "",
    }
    assert len(told["sets"]) == len(datasets.SETS)


def test_verify_shows_the_list_then_fails_on_a_changed_file(home: Path) -> None:
    (home / "gap").mkdir(parents=True)
    (home / "gap" / "a.tsv").write_bytes(TEXT.swapcase())
    assert run("list").exit_code == 0  # same size: not seen without reading
    result = CliRunner().invoke(data, ["list", "--verify"])
    assert re.search(r"^gap +present\* +1/1", result.stdout, flags=re.MULTILINE)
    assert isinstance(result.exception, DataError)
    assert "not as published: gap/a.tsv;" in str(result.exception)
    assert "corefair data get gap" in str(result.exception)


def examples(command: click.Command) -> list[list[str]]:
    lines = (command.epilog or "").splitlines()
    assert lines[:2] == ["\b", "Examples:"]
    return [line.split() for line in lines[2:]]


@pytest.mark.parametrize("command", [data, *data.commands.values()], ids=lambda command: command.name)
def test_every_help_page_ends_with_two_examples(command: click.Command) -> None:
    shown = examples(command)
    assert len(shown) == 2
    for words in shown:
        assert words[:2] == ["corefair", "data"]
        assert command is data or words[2] == command.name


@pytest.mark.skipif(not PUBLISHED, reason="COREFAIR_DATA names no folder with the published sets")
@pytest.mark.parametrize("command", [data, *data.commands.values()], ids=lambda command: command.name)
def test_the_examples_run(command: click.Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COREFAIR_MIRROR", "http://127.0.0.1:1")  # what is here is not fetched again
    for words in examples(command):
        result = run(*words[2:])
        assert result.exit_code == 0 and result.stdout
