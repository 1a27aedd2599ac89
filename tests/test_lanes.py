"""The two lanes: what `make quick` leaves out is there, and is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

import conftest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("entry", conftest.slow())
def test_what_is_listed_as_slow_exists(entry: str) -> None:
    file, _, name = entry.partition("::")
    assert (ROOT / file).exists(), f"{entry} is gone: take it off tests/slow.txt"
    if name:
        assert f"def {name.partition('[')[0]}(" in (ROOT / file).read_text(encoding="utf-8")


def test_the_list_marks_folders_files_tests_and_their_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    class Item:
        def __init__(self, nodeid: str) -> None:
            self.nodeid, self.marks = nodeid, list[str]()

        def add_marker(self, mark: str) -> None:
            self.marks.append(mark)

    listed = ["tests/models", "tests/a.py", "tests/b.py::test_long"]
    monkeypatch.setattr(conftest, "slow", lambda: listed)
    marked = [
        "tests/models/x.py::test_1",
        "tests/a.py::test_2",
        "tests/b.py::test_long",
        "tests/b.py::test_long[3]",
    ]
    others = [
        "tests/models_of/x.py::test_1",
        "tests/a.py2::test_2",
        "tests/b.py::test_longer",
        "tests/b.py::test_l",
    ]
    items = [Item(name) for name in (*marked, *others)]
    conftest.pytest_collection_modifyitems(items)  # type: ignore[arg-type]
    assert [item.nodeid for item in items if item.marks == ["slow"]] == marked
