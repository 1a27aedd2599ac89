"""What holds for every test: the cache of vectors is a folder of the run's own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def _cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COREFAIR_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
