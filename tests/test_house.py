"""The shape of the house: imports go down, `import corefair` is light, every file says what it is for."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import corefair

SOURCE = Path(corefair.__file__).parent
FLOORS = {
    "errors": 0,
    "types": 0,
    "version": 0,
    "registry": 1,
    "options": 1,
    "runs": 1,
    "compute": 1,
    "stats": 1,
    "weighting": 1,
    "lists": 1,
    "io": 2,
    "geometry": 2,
    "metrics": 2,
    "models": 3,
    "text": 3,
    "words": 3,
    "systems": 4,
    "suites": 4,
    "mitigators": 4,
    "auditing": 5,
    "experiments": 6,
    "report": 7,
    "cli": 8,
    "web": 8,
}
HEAVY = {"click", "joblib", "numba", "pandas", "rich", "scipy", "sklearn", "spacy", "torch"}


GROUND = {("types", "errors")}  # two rooms of the ground floor, of which one raises what the other names
FACE = "the face"  # corefair itself: it shows rooms of every floor
FLOORS[FACE] = 9


def rooms_imported(code: str) -> Iterator[tuple[int, str]]:
    """(line, room) for each room of corefair that the code imports: at the top, in a function, by string."""
    for node in ast.walk(ast.parse(code)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Call) and "import" in ast.unparse(node.func):
            names = [start_of(argument) for argument in node.args[:1]]
        for name in names:
            package, _, rest = name.partition(".")
            room = rest.partition(".")[0]
            if package == "corefair":
                yield node.lineno, room if room in FLOORS else FACE


def start_of(argument: ast.expr) -> str:
    """What a string, or an f-string, begins with: as much of a module's name as can be told."""
    if isinstance(argument, ast.JoinedStr) and argument.values:
        argument = argument.values[0]
    return str(argument.value) if isinstance(argument, ast.Constant) else ""


def climbs(room: str, code: str) -> list[str]:
    """The imports of a module in `room` that go up, or sideways into another room."""
    return [
        f"line {line}: {room} (floor {FLOORS[room]}) imports {other} (floor {FLOORS[other]})"
        for line, other in rooms_imported(code)
        if other != room and FLOORS[other] >= FLOORS[room] and (room, other) not in GROUND
    ]


def modules() -> list[Path]:
    return sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py")


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_down(path: Path) -> None:
    room = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    assert room in FLOORS, f"{room} has no floor: add it to FLOORS, or find its line another room"
    assert not climbs(room, path.read_text(encoding="utf-8"))


def test_a_climbing_import_is_caught() -> None:
    assert climbs("io", "from corefair.types import Document\n\nfrom corefair import stats\n") == []
    assert climbs("io", "def f():\n    from corefair.metrics import coref\n") == [
        "line 2: io (floor 2) imports metrics (floor 2)"
    ]
    by_string = 'page = import_module(f"corefair.report.{form}").render(data)\n'
    assert climbs("types", by_string) == ["line 1: types (floor 0) imports report (floor 7)"]
    assert climbs("io", by_string) == ["line 1: io (floor 2) imports report (floor 7)"]
    assert climbs("io", "from corefair import audit\n") == ["line 1: io (floor 2) imports the face (floor 9)"]
    assert climbs("io", "import corefair\n") == ["line 1: io (floor 2) imports the face (floor 9)"]
    assert climbs("stats", "import corefair.cli.score\n") == ["line 1: stats (floor 1) imports cli (floor 8)"]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_file_opens_with_a_sentence(path: Path) -> None:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert docstring and docstring.split("\n\n")[0].rstrip("`").endswith((".", ":", "?", "…"))


def test_import_is_light() -> None:
    code = "import sys, corefair; print(*sorted(name for name in sys.modules if '.' not in name))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not HEAVY & set(loaded.stdout.split())


def test_public_face() -> None:
    assert sorted(dir(corefair)) == sorted([*corefair.__all__, "__version__"])
    for name in corefair.__all__:
        assert getattr(corefair, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'debias'"):
        corefair.debias  # noqa: B018
