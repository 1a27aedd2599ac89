"""Names are looked up by file: nothing else is imported, and a broken file spoils only its own."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from corefair import registry
from corefair.errors import CorefairError, DataError, MissingExtra, UnknownName
from corefair.registry import Registry

Things = Registry[Any]


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Things]]:
    """Write the files of a package, and make a registry of its things called `toys`."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def build(*rooms: str, **files: str) -> Things:
        for name, code in files.items():
            path = tmp_path.joinpath(*name.split("__")).with_suffix(".py")
            for folder in path.relative_to(tmp_path).parents:
                (tmp_path / folder).mkdir(exist_ok=True)
                if folder != Path():
                    (tmp_path / folder / "__init__.py").touch()
            path.write_text("from corefair.registry import toys\n" + textwrap.dedent(code), encoding="utf-8")
        toys: Things = Registry("toy", *(rooms or ("toyroom",)))
        monkeypatch.setattr(registry, "toys", toys, raising=False)
        return toys

    yield build
    for name in [name for name in sys.modules if name.partition(".")[0] in ("toyroom", "toyshop")]:
        del sys.modules[name]


BALL = '@toys.register("ball", colour="red")\nclass Ball: "It rolls."\n'
TWO = """
@toys.register("top")
class Top: "It spins."

@toys.register(
    "kite"
)
class Kite: "It flies."
"""


def loaded() -> set[str]:
    return {name for name in sys.modules if name.startswith("toy")}


def test_a_look_up_imports_the_file_and_no_other(room: Callable[..., Things]) -> None:
    toys = room(toyroom__ball=BALL, toyroom__outdoors__several=TWO)
    assert "ball" in toys and "kite" in toys and toys.own() == ["ball", "kite", "top"] and not loaded()
    assert toys["kite"].__name__ == "Kite" and "toyroom.ball" not in sys.modules
    assert toys.facts("kite") == {} and toys.facts("ball") == {"colour": "red"}
    assert list(toys) == ["ball", "kite", "top"] and len(toys) == 3 and toys.broken() == {}


def test_facts_of_a_thing_at_hand(room: Callable[..., Things]) -> None:
    toys = room(toyroom__ball=BALL)
    ball = toys["ball"]
    assert toys.facts_of(ball) == {"colour": "red"} and toys.facts_of(dict) == {}


def test_several_rooms(room: Callable[..., Things]) -> None:
    toys = room("toyroom", "toyshop", toyroom__ball=BALL, toyshop__two=TWO)
    assert toys["top"].__module__ == "toyshop.two" and toys["ball"].__module__ == "toyroom.ball"
    assert room("toyroom", "corefair.nowhere").own() == ["ball"]  # a room that is not built yet is empty


@pytest.mark.parametrize(
    ("code", "why", "line"),
    [
        ('@toys.register("bear")\nclass Bear:\n    x = = 1\n', "SyntaxError", 4),
        ('import no_such_module\n@toys.register("bear")\nclass Bear: ...\n', "ModuleNotFoundError", 2),
        ('@toys.register("bear")\nclass Bear: ...\n1 / 0\n', "ZeroDivisionError", 4),
        ('def f(): return 1 / 0\nf()\n@toys.register("bear")\nclass Bear: ...\n', "ZeroDivisionError", 2),
    ],
)
def test_a_broken_file_names_itself_and_poisons_nothing(
    room: Callable[..., Things], code: str, why: str, line: int
) -> None:
    toys = room(toyroom__ball=BALL, toyroom__bear=code, toyroom__two=TWO)
    for _ in range(2):  # the second look-up says the same
        with pytest.raises(DataError, match=rf"bear\.py:{line}: cannot be imported, .* toy 'bear': {why}"):
            toys["bear"]
        assert toys["ball"].__name__ == "Ball" and "bear" in toys
        with pytest.raises(UnknownName, match=r"no toy is called 'bull'; did you mean ball\?"):
            toys["bull"]
    assert list(toys) == ["ball", "kite", "top"]
    ((file, said),) = toys.broken().items()
    assert file.endswith("bear.py") and why in said


def test_a_file_that_was_mended_works(room: Callable[..., Things], tmp_path: Path) -> None:
    toys = room(toyroom__bear='@toys.register("bear")\nclass Bear: ...\n1 / 0\n')
    with pytest.raises(DataError):
        toys["bear"]
    room_again = '@toys.register("bear")\nclass Bear: ...\n'
    (tmp_path / "toyroom" / "bear.py").write_text(f"from corefair.registry import toys\n{room_again}")
    assert toys["bear"].__name__ == "Bear" and toys.broken() == {}


def test_a_missing_package_is_said_as_such(room: Callable[..., Things]) -> None:
    code = """
        from corefair.errors import MissingExtra
        raise MissingExtra("torch", extra="neural")
        @toys.register("bear")
        class Bear: ...
    """
    toys = room(toyroom__bear=code)
    with pytest.raises(MissingExtra, match=r"pip install 'corefair\[neural\]'"):
        toys["bear"]
    assert list(toys) == [] and "torch" in str(toys.broken())


def test_what_a_text_says_must_be_so(room: Callable[..., Things]) -> None:
    toys = room(toyroom__odd='"""An example:\n\n@toys.register("ghost")\n"""\n')
    with pytest.raises(UnknownName, match="no toy is called 'ghost'"):
        toys["ghost"]


def test_two_things_cannot_share_a_name() -> None:
    class One: ...

    class Other: ...

    toys: Things = Registry("toy", "corefair.nowhere")
    toys.register("a")(One)
    toys.register("a")(One)  # the same thing again, as when a module is loaded twice
    with pytest.raises(CorefairError, match="two toys are called 'a'"):
        toys.register("a")(Other)
    assert list(toys) == ["a"] and toys.facts("a") == {}


class Point:
    """An entry point of some package."""

    def __init__(self, load: Callable[[], object], name: str = "theirs") -> None:
        self.load, self.name, self.value = load, name, f"{name}_package.toys"


def test_outsiders_come_through_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    class Theirs: ...

    toys: Things = Registry("toy", "corefair.nowhere")
    points = [
        Point(lambda: 1 / 0, "broken"),
        Point(lambda: toys.register("theirs")(Theirs)),
    ]
    asked: list[str] = []
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: asked.append(group) or points)
    assert toys["theirs"] is Theirs and asked == ["corefair.toys"]
    assert toys.own() == [] and list(toys) == toys.known() == ["theirs"] and "theirs" in toys
    with pytest.raises(
        UnknownName, match=r"entry point broken = broken_package.toys: cannot be imported: Zero"
    ):
        toys["other"]
    assert list(toys.broken()) == ["entry point broken = broken_package.toys"]


@pytest.mark.parametrize("kind", registry.ALL)
def test_files_register_what_their_text_says(kind: str) -> None:
    """So that a look-up by text finds all there is: names are spelt out where they are registered."""
    things = registry.ALL[kind]
    assert things.broken() == {}
    ours = [name for name in things if things[name].__module__.startswith("corefair.")]
    assert ours == things.own()


@pytest.mark.parametrize(
    ("kind", "name", "others"),
    [
        ("suites", "occupations", ("corefair.suites.vectors", "corefair.suites.coref.winobias")),
        ("metrics", "purity", ("corefair.metrics.coref", "corefair.metrics.gap")),
        ("formats", "plain", ("corefair.io.conllu", "corefair.io.vectors", "corefair.io.corpora")),
        ("systems", "rule", ("corefair.systems.baselines", "corefair.systems.outside")),
    ],
)
def test_one_of_ours_is_imported_alone(kind: str, name: str, others: tuple[str, ...]) -> None:
    code = (
        f"import sys; from corefair import registry; 'x' in registry.{kind}; registry.{kind}[{name!r}]; "
        "print(*(name for name in sys.modules if name.startswith('corefair')))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert [each for each in found.stdout.split() if each.startswith(others)] == []


def test_unknown_names_offer_near_ones() -> None:
    with pytest.raises(UnknownName, match="did you mean conllu"):
        registry.formats["conlu"]
