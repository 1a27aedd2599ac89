"""What holds for every test: a cache of its own, no line because a machine is slow, and which are slow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

SLOW = Path(__file__).with_name("slow.txt")


def slow() -> list[str]:
    """What `make quick` leaves out: folders, files and tests, as pytest names them."""
    lines = SLOW.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    listed = slow()
    for item in items:
        # A case of a parametrised test goes with the test.
        if any(f"{item.nodeid}/".startswith((f"{each}/", f"{each}::", f"{each}[")) for each in listed):
            item.add_marker("slow")


@pytest.fixture(autouse=True, scope="session")
def _cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COREFAIR_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setattr("corefair.cli.progress.QUIET", 3600.0)
        yield
