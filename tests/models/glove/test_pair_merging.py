"""Sorted runs: merged they are the sum of all, turned round they are the transpose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.errors import DataError
from corefair.models.glove import pair_merging
from corefair.models.glove.pair_merging import Records, fewer, halves, merge_into, merged, read_run, write_run

runs = st.lists(st.dictionaries(st.integers(0, 40), st.integers(1, 2**40), max_size=20), max_size=12)


def as_records(sums: dict[int, int]) -> Records:
    return np.array(sorted(sums.items()), np.int64).reshape(-1, 2)


def as_dict(blocks: Iterable[Records]) -> dict[int, int]:
    """The records, which must come in order and each once."""
    rows = [tuple(row) for block in blocks for row in block.tolist()]
    assert [key for key, _ in rows] == sorted({key for key, _ in rows})
    return dict(rows)


def total(runs: Iterable[dict[int, int]]) -> dict[int, int]:
    counter: Counter[int] = Counter()
    for run in runs:
        counter.update(run)
    return dict(counter)


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair_merging, "_OUT", 7)
    monkeypatch.setattr(pair_merging, "_BLOCK", (3, 5))
    monkeypatch.setattr(pair_merging, "OPEN", 4)


@settings(deadline=None)
@given(runs)
def test_merged_is_the_sum(tmp_path_factory: pytest.TempPathFactory, runs: list[dict[int, int]]) -> None:
    folder = tmp_path_factory.mktemp("runs")
    paths = [write_run(folder / str(i), [as_records(run)]) for i, run in enumerate(runs)]
    assert as_dict(merged(paths, memory=1)) == total(runs)
    few = fewer(paths, folder=folder, memory=1)
    assert len(few) <= 4
    assert as_dict(merged(few, memory=1)) == total(runs)


@settings(deadline=None)
@given(
    st.dictionaries(st.tuples(st.integers(0, 7), st.integers(0, 7)), st.integers(1, 99)), st.integers(2, 9)
)
def test_both_halves(
    tmp_path_factory: pytest.TempPathFactory, counts: dict[tuple[int, int], int], at_once: int
) -> None:
    upper = {(min(pair), max(pair)): count for pair, count in counts.items()}
    records = as_records({word << 3 | context: count for (word, context), count in upper.items()})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pair_merging, "_OUT", at_once)
        patch.setattr(pair_merging, "_TURNED", at_once)
        blocks = np.array_split(records, range(at_once, len(records), at_once))
        both = halves(blocks, bits=3, n_words=8, folder=tmp_path_factory.mktemp("halves") / "both", memory=1)
        found = as_dict(merged(both, memory=1))
    lower = {(context, word): count for (word, context), count in upper.items()}
    assert found == {word << 3 | context: count for (word, context), count in (upper | lower).items()}


def test_a_merged_run_is_not_made_again(tmp_path: Path) -> None:
    one = write_run(tmp_path / "one", [as_records({1: 2})])
    merge_into([one, one], tmp_path / "both", 1)
    one.unlink()
    merge_into([one, one], tmp_path / "both", 1)
    assert as_dict(read_run(tmp_path / "both")) == {1: 4}
    assert [path.name for path in tmp_path.iterdir()] == ["both"]


def test_a_sum_too_large_is_noticed(tmp_path: Path) -> None:
    half = write_run(tmp_path / "half", [as_records({1: 2**62})])
    with pytest.raises(DataError, match="occurs too often to be counted in 63 bits"):
        list(merged([half, half], memory=1))
