"""Classes from a user's own module: found in the current folder, made with options, told apart."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import pytest

from corefair.errors import DataError, UnknownName
from corefair.systems.ask import ask
from corefair.systems.make import make
from corefair.systems.self_test import self_test
from corefair.types import Document, Mention

DOC = Document("d", ("Ann", "slept", "she"))
CODE = """
    class Last:
        def __init__(self, *, shift: int = 0):
            self.shift = shift
        def resolve(self, docs):
            ends = ((doc, len(doc.words) - self.shift) for doc in docs)
            return ([[(0, 1), (end - 1, end)]] for doc, end in ends)

    class Settings:
        pass
"""


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "my_own_system.py").write_text(textwrap.dedent(CODE), encoding="utf-8")
    return tmp_path


def test_a_class_from_a_module_in_the_current_folder() -> None:
    name, system = make("module:my_own_system:Last")
    (answer,) = ask(system, [DOC])
    assert name == "my_own_system:Last" and answer.clusters == ((Mention(0, 1), Mention(2, 3)),)
    (shifted,) = ask(make("module:my_own_system:Last:shift=1")[1], [DOC])
    assert shifted.clusters == ((Mention(0, 1), Mention(1, 2)),)
    assert self_test(system) == ["finds 0 of 6 links where only one answer is possible"]


def test_what_is_wrong_with_a_place(in_folder: Path) -> None:
    with pytest.raises(UnknownName, match="did you mean Last"):
        make("module:my_own_system:Lst")
    with pytest.raises(UnknownName, match=r"'shfit'; did you mean shift\? \(known: shift=0\)"):
        make("module:my_own_system:Last:shfit=1")
    with pytest.raises(DataError, match=r"Settings has no `resolve\(docs\)`"):
        make("module:my_own_system:Settings")
    (in_folder / "my_broken_system.py").write_text("1 / 0", encoding="utf-8")
    with pytest.raises(DataError, match="cannot be imported: ZeroDivisionError"):
        make("module:my_broken_system:Last")
    with pytest.raises(DataError, match="cannot be imported: ModuleNotFoundError"):
        make("module:my_absent_system:Last")
    with pytest.raises(DataError, match=r"write module:package\.module:Class"):
        make("module:my_own_system")
