"""Words on the command line: what they make, and what is said of those that make nothing."""

from __future__ import annotations

import shlex
import sys

import pytest

from corefair.errors import DataError, UnknownName
from corefair.registry import systems
from corefair.systems.make import make
from corefair.systems.random import Random
from corefair.systems.stereotype import Stereotype


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
        ("stereotype:force=1", "stereotype has no option 'force=1'; it has strength=0.3, seed=0"),
        ("stereotype:0.3", "no option '0.3'"),
        (
            "stereotype:seed=two",
            "seed must be a whole number, found 'two'; its options are strength=0.3, seed=0",
        ),
        ("stereotype:strength=2", "strength must be in 0…1, found 2.0; its options are strength=0.3, seed=0"),
        ("first:seed=1", "first has no option 'seed=1'; it has none"),
        ("command:", "write command:PROGRAM ARGUMENTS"),
        ("predictions:", "Write predictions:FILE"),
        ("oracle=nearest", "'oracle' is the name of another system"),
    ],
)
def test_what_is_wrong_with_a_word(word: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        make(word)
    assert message.lower() in str(caught.value).lower()


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
