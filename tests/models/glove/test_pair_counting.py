"""Pairs of words: sums a reader can redo, the same bytes however they are counted, and memory is kept."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from corefair.errors import CorefairError, DataError
from corefair.io.corpora import Shard, reading, shards
from corefair.models.glove import Means, Settings, corpus_parts, pair_counting, pair_merging, pair_parts
from corefair.models.glove.pair_counting import count_pairs
from corefair.models.glove.pair_merging import merged
from corefair.models.glove.pair_parts import count_part
from corefair.models.glove.pairs import Pairs
from corefair.models.glove.settings import parse_options
from corefair.models.glove.vocabulary import Vocabulary
from peak_memory import needs_resource, printed_by

ONE = Means(engine="one")
LETTERS = Vocabulary.of({"a": 5, "b": 4, "c": 3, "d": 2, "e": 1})
texts = st.lists(st.lists(st.sampled_from([*"aaabbcde", "unknown"]), max_size=15), max_size=6)


def count(folder: Path, text: str, vocabulary: Vocabulary = LETTERS, **options: Any) -> dict[str, float]:
    """The count of each pair, as in `{"a b": 1.5}`."""
    folder.mkdir(exist_ok=True)
    (folder / "text").write_text(text)
    settings, means = parse_options("glove", {"tokens": "spaces", "engine": "one", **options})
    parts = [Shard(str(folder / "text"), "lines", 0, None)]
    pairs = count_pairs(parts, vocabulary, settings, folder=folder, means=means)
    assert np.all(
        np.diff(pairs.records["word"] * 10.0**6 + pairs.records["context"]) > 0
    )  # in order, each once
    words = vocabulary.words
    return {f"{words[word]} {words[context]}": float(count) for word, context, count in pairs.records}


def by_hand(texts: list[list[str]], *, window: int, symmetric: bool, weighting: bool) -> dict[str, float]:
    sums: Counter[str] = Counter()
    for text in texts:
        known = [word for word in text if word in LETTERS.words]
        for later, word in enumerate(known):
            for earlier in range(max(0, later - window), later):
                weight = Fraction(1, later - earlier) if weighting else Fraction(1)
                sums[f"{known[earlier]} {word}"] += weight  # type: ignore[assignment]
                if symmetric:
                    sums[f"{word} {known[earlier]}"] += weight  # type: ignore[assignment]
    return {pair: float(np.float32(float(total))) for pair, total in sums.items()}


def test_a_line_by_hand(tmp_path: Path) -> None:
    assert count(tmp_path / "1", "a b c\n", window=2, symmetric=False) == {"a b": 1, "a c": 0.5, "b c": 1}
    assert count(tmp_path / "2", "a b c\n", window=1) == {"a b": 1, "b a": 1, "b c": 1, "c b": 1}
    assert count(tmp_path / "3", "a b a\n", window=2) == {"a a": 1, "a b": 2, "b a": 2}  # 2 × 1/2 for a a
    assert count(tmp_path / "4", "a b\nc b\n") == {"a b": 1, "b a": 1, "b c": 1, "c b": 1}


def test_an_unknown_word_takes_no_place(tmp_path: Path) -> None:
    assert count(tmp_path, "a x y z b\n", window=1) == {"a b": 1, "b a": 1}


@hypothesis_settings(deadline=None, max_examples=60)
@given(texts, st.integers(1, 20), st.booleans(), st.booleans(), st.sampled_from([1, 2000, 10**9]))
def test_as_by_hand_whatever_room_there_is(
    tmp_path_factory: pytest.TempPathFactory,
    texts: list[list[str]],
    window: int,
    symmetric: bool,
    weighting: bool,
    room: int,
) -> None:
    folder = tmp_path_factory.mktemp("counts")
    expected = by_hand(texts, window=window, symmetric=symmetric, weighting=weighting)
    text = "\n".join(map(" ".join, texts))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pair_parts, "_BATCH", 4)
        patch.setattr(pair_counting, "count_part", lambda *task: count_part(*task[:-1], room))  # type: ignore[arg-type]
        options = {"window": window, "symmetric": symmetric, "distance_weighting": weighting}
        if not expected:
            with pytest.raises(DataError, match="no two words of the vocabulary are in one text"):
                count(folder, text, **options)
        else:
            assert count(folder, text, **options) == pytest.approx(expected, rel=1e-7)


def test_a_long_line_is_one_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a b c unknown d e a a b " * 40
    whole = count(tmp_path / "whole", text)
    monkeypatch.setattr(reading, "BLOCK", 32)
    monkeypatch.setattr(pair_parts, "_BATCH", 5)
    assert count(tmp_path / "pieces", text) == whole
    assert whole == pytest.approx(by_hand([text.split()], window=15, symmetric=True, weighting=True))


def test_a_full_buffer_makes_runs_and_a_small_table(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("a b c d e " * 200)
    LETTERS.save(tmp_path / "words.txt")
    settings = Settings(window=4, tokens="spaces")
    sums = []
    for room in (1, 10**8):
        target = tmp_path / str(room)
        count_part(
            [Shard(str(tmp_path / "text"), "lines", 0, None)], target, tmp_path / "words.txt", settings, room
        )
        runs = sorted(target.iterdir())
        assert (len(runs) > 10) == (room == 1)
        sums.append(np.concatenate([block.copy() for block in merged(runs, memory=10**6)]).tolist())
    assert sums[0] == sums[1]


@pytest.fixture
def corpus(tmp_path: Path) -> list[Shard]:
    """Six files of 20,000 words by Zipf's law, each a task of its own."""
    rng = np.random.default_rng(5)
    share = 1 / np.arange(1, 2001)
    for i in range(6):
        numbers = rng.choice(2000, size=(500, 40), p=share / share.sum())
        (tmp_path / f"{i}.txt").write_text("\n".join(" ".join(f"w{n}" for n in row) for row in numbers))
    return shards([tmp_path / f"{i}.txt" for i in range(6)])


@pytest.fixture
def many_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus_parts, "_SIZE", (1, 1))


def counted(corpus: list[Shard], folder: Path, means: Means = ONE, **settings: Any) -> Pairs:
    words = Vocabulary.of({f"w{i}": 2000 - i for i in range(2000)})
    return count_pairs(corpus, words, Settings(**settings), folder=folder, means=means)


@pytest.mark.usefixtures("many_tasks")
def test_same_bytes_however_counted(
    tmp_path: Path, corpus: list[Shard], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = counted(corpus, tmp_path / "one").path.read_bytes()
    cut = [part for shard in corpus for part in shards([Path(shard.path)], size=20_000)]
    assert len(cut) == 30
    two = counted(cut, tmp_path / "two", Means(engine="processes=2", memory=1_500_000_000))
    assert two.path.read_bytes() == whole
    for name, small in {"OPEN": 3, "_OUT": 5000, "_TURNED": 5000}.items():
        monkeypatch.setattr(pair_merging, name, small)  # many runs, before and after they are turned round
    few = counted(cut, tmp_path / "few")
    assert few.path.read_bytes() == whole


@pytest.mark.usefixtures("many_tasks")
def test_a_killed_run_goes_on(tmp_path: Path, corpus: list[Shard], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = counted(corpus, tmp_path / "whole").path.read_bytes()
    begun: list[str] = []

    def dies_at_the_fourth(parts: list[Shard], *rest: Any) -> None:
        begun.append(Path(parts[0].path).name)
        if len(begun) == 4:
            raise KeyboardInterrupt
        count_part(parts, *rest)

    folder = tmp_path / "killed"
    monkeypatch.setattr(pair_counting, "count_part", dies_at_the_fourth)
    with pytest.raises(KeyboardInterrupt):
        counted(corpus, folder)
    assert not (folder / "pairs.bin").exists()
    opened: list[str] = []
    read_pieces = pair_parts.read_pieces

    def noted(shard: Shard, split: Any) -> Any:
        opened.append(Path(shard.path).name)
        return read_pieces(shard, split)

    monkeypatch.setattr(pair_parts, "read_pieces", noted)
    monkeypatch.setattr(pair_counting, "count_part", count_part)
    pairs = counted(corpus, folder)
    assert pairs.path.read_bytes() == whole
    assert opened == ["3.txt", "4.txt", "5.txt"]
    assert sorted(path.name for path in folder.iterdir()) == ["pairs.bin", "pairs.json"]


def test_what_is_done_is_not_done_again(
    tmp_path: Path, corpus: list[Shard], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "run"
    first = counted(corpus, run, window=3)
    before = first.path.stat().st_mtime_ns
    again = counted(corpus, run, Means(engine="one", memory=10**9), window=3)
    assert again.path.stat().st_mtime_ns == before
    n_pairs = len(first)
    assert len(counted(corpus, run, window=2)) < n_pairs
    assert len(counted(corpus, run, window=3)) == n_pairs
    with Path(corpus[0].path).open("a") as file:
        file.write("\nw1999 w1998 w1999\n")
    assert len(counted(corpus, run, window=3)) >= n_pairs
    first.path.write_bytes(b"")
    assert len(counted(corpus, run, window=3)) >= n_pairs


def test_progress_reaches_its_end(tmp_path: Path, corpus: list[Shard]) -> None:
    told: list[tuple[str, int, int]] = []
    counted(corpus, tmp_path / "run", Means(engine="one", progress=lambda *what: told.append(what)))
    assert {what: done / of for what, done, of in told} == {
        "words counted with their neighbours": 1,
        "words whose pairs are merged": 1,
    }


def test_what_cannot_be_counted_is_told(tmp_path: Path) -> None:
    with pytest.raises(CorefairError, match="a window of 0 words: it takes one or more"):
        count(tmp_path / "0", "a b\n", window=0)
    with pytest.raises(CorefairError, match="10 MB of memory are too little: give at least"):
        count(tmp_path / "1", "a b\n", memory=10_000_000)
    with pytest.raises(DataError, match="is each word a text of its own"):
        count(tmp_path / "2", "a\nb\n")
    for window in (2**60, 10**6):
        with pytest.raises(CorefairError, match="too many; narrow the window"):
            count(tmp_path / "3", "a b\n", window=window)
    assert not list(tmp_path.glob("*/pairs.bin"))


COUNT = """
from corefair.io.corpora import shards
from corefair.models.glove import Means, Settings, corpus_parts
from corefair.models.glove.pair_counting import count_pairs
from corefair.models.glove.word_counting import count_words

folder, engine, memory = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
n_workers = int(engine.partition("=")[2] or 0)
if n_workers:
    corpus_parts._SIZE = (1, 1)  # each shard a task
settings = Settings(tokens="spaces", min_count=1)
where = dict(folder=folder / engine, means=Means(engine=engine, memory=memory))
parts = shards([folder / "text"], size=2_000_000)
words = count_words(parts, settings, **where)
pairs = count_pairs(parts, words, settings, **where)
print(len(words), len(pairs), peak() + n_workers * peak(resource.RUSAGE_CHILDREN))
"""


@needs_resource
@pytest.mark.parametrize(("engine", "memory"), [("one", 290_000_000), ("processes=2", 900_000_000)])
def test_memory_stays_under_the_budget(tmp_path: Path, engine: str, memory: int) -> None:
    """Words in no order: nearly every pair is a new one, and the counts alone would be 16 bytes × 30 M."""
    rng = np.random.default_rng(7)
    rows = rng.integers(60_000, size=(20_000, 50))
    (tmp_path / "text").write_text("\n".join(" ".join(f"w{n}" for n in row) for row in rows))
    n_words, n_pairs, peak = printed_by(COUNT, tmp_path, engine, memory)
    assert n_words == len(np.unique(rows))
    assert 16 * n_pairs > 300_000_000  # what the sums alone would take
    assert peak < memory
