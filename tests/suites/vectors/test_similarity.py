"""Word similarity: correlations a reader can redo, and the published pairs on real vectors."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError, MissingWords
from corefair.suites.vectors.similarity import build
from corefair.types import Embeddings
from real_vectors import DATA, glove, googlenews, published


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Ten words at growing angles from `pole`, rated in that order but for the two nearest."""
    monkeypatch.delenv("COREFAIR_DATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    (tmp_path / "similarity").mkdir()
    ratings = [9, 10, 8, 7, 6, 5, 4, 3, 2, 1]
    lines = [f"pole\tword{i}\t{rating}\n" for i, rating in enumerate(ratings)]
    (tmp_path / "similarity" / "EN-RG-65.txt").write_text("".join(lines))
    (tmp_path / "similarity" / "EN-WS-353-ALL.txt").write_text("pole word1 1\npole word2 0.5\n")
    return tmp_path


def fan(n: int = 10) -> Embeddings:
    angles = np.concatenate([[0.0], np.linspace(0.1, 3.0, 10)[:n]])
    lengths = np.linspace(1, 3, n + 1)
    vectors = lengths[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return Embeddings(("pole", *(f"word{i}" for i in range(n))), vectors.astype(np.float32), "fan")


def test_rank_correlation_by_hand(data: Path) -> None:
    suite, emb = build(data=data), fan()
    reading = suite.answer(emb, emb)
    (score,) = reading.scores  # two pairs of WordSim-353 are too few to correlate
    assert score.name == "Spearman, RG-65" and score.n == 10
    assert score.value == pytest.approx(1 - 6 * (1 + 1) / (10 * (10**2 - 1)))
    assert score.low is not None and score.high is not None and score.p is not None
    assert score.low < score.value < score.high and score.p < 0.001
    used, spelling = reading.charts.grids
    assert used.rows == (("RG-65", 10, 10), ("WordSim-353", 2, 2)) and spelling.title == "spelling"
    assert dict(spelling.rows) == {"as written": 11, "in lower case": 0, "with a capital": 0}
    assert (score.kind, score.role, score.groups) == ("correlation", "headline", {"set": "RG-65"})
    assert reading.rows[0].answer == pytest.approx(np.cos(0.1)) and reading.cases[0].gold == 9
    assert len({case.id for case in reading.cases}) == 12 == len(reading.rows)
    assert "SimLex-999 (EN-SIMLEX-999.txt)" in suite.caveats[0] and "RG-65" not in suite.caveats[0]


def test_missing_words(data: Path) -> None:
    suite = build(data=data)
    with pytest.raises(MissingWords, match="fan lacks 4 of 11 words: word6, word7"):
        suite.answer(fan(6), fan(6))
    reading = suite.answer(fan(9), fan(9))  # nine and two pairs in all, but in no set ten
    assert reading.coverage.missing == ("word9",) and reading.coverage.words == 11
    assert reading.scores == () and reading.charts.grids[0].rows[0] == ("RG-65", 10, 9)


def test_words_all_alike_correlate_with_nothing(data: Path) -> None:
    """Every cosine is 1: a correlation with that cannot be computed, and is not 0."""
    same = Embeddings(fan().words, np.ones((11, 2), dtype=np.float32))
    (score,) = build(data=data).answer(same, same).scores
    assert (score.value, score.low, score.high, score.p, score.n) == (None, None, None, None, 10)


def test_no_file_at_all(tmp_path: Path, data: Path) -> None:
    for path in (data / "similarity").iterdir():
        path.unlink()
    with pytest.raises(DataError, match=r"similarity/EN-RG-65\.txt was not found"):
        build(data=data)


@published
@pytest.mark.parametrize(("read", "men", "simlex"), [(glove, 0.6, 0.25), (googlenews, 0.7, 0.38)])
def test_published_pairs(read: object, men: float, simlex: float) -> None:
    assert callable(read)
    emb = read()
    reading = build(data=DATA).answer(emb, emb)
    by_name = {score.name.removeprefix("Spearman, "): score for score in reading.scores}
    all_of = {part: n for part, n, _ in reading.charts.grids[0].rows}
    assert {
        "RG-65": 65,
        "MTurk-287": 287,
        "RW": 2034,
        "MEN": 3000,
        "SimLex-999": 999,
    }.items() <= all_of.items()
    assert by_name["MEN"].value > men and by_name["SimLex-999"].value > simlex
    for name, score in by_name.items():
        assert score.low is not None and score.high is not None and score.p is not None
        assert -1 <= score.low < score.value < score.high <= 1 and score.p < 1e-6
        assert score.n < all_of[name] and reading.coverage.missing
    assert by_name["MEN"].high - by_name["MEN"].low < 0.05 < by_name["RG-65"].high - by_name["RG-65"].low


@published
def test_shuffled_words_correlate_with_nothing() -> None:
    emb = glove()
    order = np.random.default_rng(0).permutation(len(emb))
    shuffled = Embeddings(emb.words, emb.vectors[order])
    for score in build(data=DATA).answer(shuffled, emb).scores:
        assert score.p is not None and score.p > 0.001 and abs(score.value) < 0.3
