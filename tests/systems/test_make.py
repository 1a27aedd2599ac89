"""Words on the command line: what they make, and what is said of those that make nothing."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from corefair.errors import DataError, UnknownName
from corefair.models.card import Card
from corefair.models.folder import read_model, save_arrays
from corefair.registry import models, systems
from corefair.systems.ask import chooses, resolves
from corefair.systems.baselines.random import Random
from corefair.systems.baselines.stereotype import Stereotype
from corefair.systems.make import make
from corefair.systems.outside.command import ChoosingCommand


@pytest.mark.parametrize("name", systems.own())
def test_a_name_makes_its_system(name: str) -> None:
    shown, system = make(name)
    assert shown == name and type(system) is systems[name]


def test_options_are_read_as_what_they_are() -> None:
    name, system = make("stereotype:strength=0.5,seed=2")
    assert name == "stereotype:strength=0.5,seed=2"
    assert isinstance(system, Stereotype) and (system.strength, system.seed) == (0.5, 2)
    _, system = make("random:where=before")
    assert isinstance(system, Random) and (system.where, system.seed) == ("before", 0)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        (
            "stereotype:strenght=1",
            "no option of stereotype is called 'strenght'; did you mean strength? "
            "(known: strength=0.3, seed=0)",
        ),
        ("stereotype:0.3", "stereotype: options are written name=value, not '0.3'"),
        (
            "stereotype:seed=two",
            "stereotype: seed is a whole number, not 'two'; its options are strength=0.3, seed=0",
        ),
        ("stereotype:strength=2", "strength must be in 0…1, found 2.0; its options are strength=0.3, seed=0"),
        ("stereotype:seed=1,seed=2", "stereotype: seed is given twice"),
        ("first:seed=1", "no option of first is called 'seed' (known: none)"),
        ("command:", "command: what? Write command:PROGRAM ARGUMENTS"),
        ("choose: ", "choose: what? Write choose:PROGRAM ARGUMENTS"),
        ("predictions:", "Write predictions:FILE"),
        ("conll:", "Write conll:FILE"),
        ("oracle=nearest", "'oracle' is the name of another system"),
        ("my-model/", "my-model: there is no such folder"),
        ("here/", "here: there is no model.json in it: not the folder of a model"),
        ("here", "here: there is no model.json in it: not the folder of a model"),
        ("broken/", "broken/model.json: not JSON"),
        ("foreign", "foreign/model.json: its schema is 'theirs/1', not 'corefair.model/1'"),
        ("unknown", "no model is called 'unheard-of'"),
    ],
)
def test_what_is_wrong_with_a_word(
    word: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder, content in {"here": None, "broken": "{", "foreign": '{"schema": "theirs/1"}'}.items():
        Path(folder).mkdir()
        if content is not None:
            (Path(folder) / "model.json").write_text(content)
    save_arrays("unknown", Card("unheard-of"), {})
    with pytest.raises((DataError, UnknownName)) as caught:
        make(word)
    assert message in str(caught.value)


def test_near_names_are_offered() -> None:
    with pytest.raises(UnknownName, match="did you mean nearest"):
        make("neerest")
    with pytest.raises(UnknownName, match="did you mean command"):
        make("comand:python x.py")


def test_a_name_of_ones_own() -> None:
    program = shlex.quote(sys.executable)
    name, system = make(f"mine=command:{program} x.py --seed=3", time_limit=2, start_limit=9)
    assert name == "mine" and system.command == [sys.executable, "x.py", "--seed=3"]
    assert (system.time_limit, system.start_limit) == (2, 9)
    assert make(f"command:{program} x.py")[0] == f"{program} x.py"
    name, system = make("weak=stereotype:strength=0.1")
    assert name == "weak" and system.strength == 0.1


def test_a_program_may_end_in_a_slash_and_be_a_chooser() -> None:
    program = shlex.quote(sys.executable)
    name, system = make(f"choose:{program} x.py data/", time_limit=2)
    assert name == f"{program} x.py data/" and type(system) is ChoosingCommand and system.time_limit == 2
    assert chooses(system) and not resolves(system)
    _, system = make(f"command:{program} x.py data/")
    assert resolves(system) and not chooses(system)


class Kept:
    """A model that is read from its folder."""

    def __init__(self, number: int) -> None:
        self.number = number

    def resolve(self, docs: Any) -> Any:
        return (() for _ in docs)

    def save(self, folder: Path) -> None:
        save_arrays(folder, Card("kept"), {"number": np.array([self.number])})

    @classmethod
    def load(cls, folder: Path) -> Kept:
        return cls(int(read_model(folder, kind="kept").arrays()["number"][0]))


def test_a_folder_names_a_trained_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(models._things, "kept", Kept)
    monkeypatch.chdir(tmp_path)
    for number, folder in enumerate(("mine", "seed=1", "rule")):
        Kept(number).save(Path(folder))
    assert [(name, system.number) for name, system in map(make, ("mine", "./mine/", "seed=1", "rule/"))] == [
        ("mine", 0),
        ("./mine", 0),
        ("seed=1", 1),
        ("rule", 2),
    ]
    name, system = make("best=seed=1/")
    assert name == "best" and system.number == 1
    with pytest.raises(DataError, match="seed=1: holds a model that takes no options"):
        make("seed=1/:singletons=true")  # no name in front
    assert type(make("rule")[1]) is systems["rule"]  # a name we know is that, whatever folders there are


def test_what_was_learned_may_be_no_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Vectors:
        @classmethod
        def load(cls, folder: Path) -> Vectors:
            return cls()

    monkeypatch.setitem(models._things, "vectors", Vectors)
    save_arrays(tmp_path / "kept", Card("vectors"), {})
    with pytest.raises(DataError, match="kept: holds a model that is no system: Vectors has no `resolve"):
        make(str(tmp_path / "kept"))


LOADED = """
import sys
from corefair.systems.make import make
make(sys.argv[1])
print(*(name for name in sys.modules if name.startswith("corefair")))
"""


@pytest.mark.parametrize(
    ("word", "others"),
    [
        ("nearest", ("corefair.systems.rule", "corefair.systems.outside", "corefair.io.conll")),
        ("rule:gender_counts=none", ("corefair.systems.baselines", "corefair.systems.outside")),
        (f"command:{shlex.quote(sys.executable)}", ("corefair.systems.rule", "corefair.systems.baselines")),
    ],
)
def test_only_what_is_asked_for_is_loaded(word: str, others: tuple[str, ...]) -> None:
    found = subprocess.run([sys.executable, "-c", LOADED, word], capture_output=True, text=True, check=True)
    loaded = found.stdout.split()
    assert [name for name in loaded if name.startswith(others)] == []
    assert not any(name.startswith(("corefair.suites", "corefair.mitigators")) for name in loaded)
