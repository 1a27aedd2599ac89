"""Gender counts: the laws of balancing, look-up beside a plain dict, files and the cache, Bergsma & Lin."""

from __future__ import annotations

import gzip
import os
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair import lists
from corefair.errors import DataError
from corefair.io import datasets
from corefair.io.files import lines
from corefair.runs.mapped import open_mapped
from corefair.text import count_cache, count_table
from corefair.text.gender_counts import Counts, GenderCounts, gender_counts, normalise, patterns

DATA = os.environ.get("COREFAIR_DATA")
published = pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA to the folder of published sets")

SHIPPED = Path(count_table.__file__).parent / "gender_table" / "counts.tsv.gz"
EVIDENCE = Path(__file__).parents[2] / "results" / "evidence"
ROWS = "ann !\t0 9 1 0\nnurse\t814 6148 95 268\nsecretary\t6 3 0 0\nthe # nurses\t0 0 0 7\n"


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("COREFAIR_CACHE", str(folder))
    return folder


@pytest.fixture(scope="module")
def bergsma_lin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GenderCounts]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COREFAIR_CACHE", str(tmp_path_factory.mktemp("cache")))
        table = gender_counts("bergsma-lin")
        assert table is not None
        yield table


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "counts.tsv"
    path.write_text(ROWS, encoding="utf-8")
    return path


numbers = st.integers(0, 2**32 - 1)
rows = st.dictionaries(
    st.text(
        st.characters(exclude_categories=["Cs"], exclude_characters="\t\n\r"), min_size=1, max_size=6
    ).map(normalise),
    st.tuples(numbers, numbers, numbers, numbers) | st.tuples(*[st.integers(0, 3)] * 4),
    max_size=30,
)


@settings(max_examples=50)
@given(rows, st.lists(st.text(max_size=4), max_size=5))
def test_look_up_is_that_of_a_dict(table: dict[str, tuple[int, int, int, int]], others: list[str]) -> None:
    ours = GenderCounts.from_rows(table)
    assert len(ours) == len(table)
    for phrase in [*table, *others]:
        expected = table.get(normalise(phrase))
        assert ours.get(phrase) == expected
        assert (phrase in ours) == (expected is not None)


def test_two_phrases_with_one_key_are_told_apart_by_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the first 64 bits of all hashes were the same: then only the other 32 tell."""
    whole = count_table._hash
    monkeypatch.setattr(count_table, "_hash", lambda phrase: b"\0" * 8 + whole(phrase)[8:])
    table = {f"phrase {chr(97 + i)}": (i, 0, 0, 0) for i in range(20)}
    ours = GenderCounts.from_rows(table)
    assert all(ours[phrase] == counts for phrase, counts in table.items())
    assert "phrase z" not in ours


@given(st.tuples(numbers, numbers, numbers, numbers))
def test_balancing_makes_them_equal_and_does_so_once(row: tuple[int, int, int, int]) -> None:
    once = Counts._make(row).balanced()
    assert once.masculine == once.feminine
    assert once.balanced() == once
    assert once[2:] == row[2:]
    assert 0 <= once.masculine + once.feminine - row[0] - row[1] <= 1  # the half that is rounded up
    assert once.gender() in ("", "neutral")


@given(st.tuples(*[st.integers(0, 40)] * 4))
def test_swapping_the_genders_swaps_what_is_said_and_not_what_is_balanced(
    row: tuple[int, int, int, int],
) -> None:
    masculine, feminine, *rest = row
    here, there = Counts._make(row), Counts._make((feminine, masculine, *rest))
    swapped = {"masculine": "feminine", "feminine": "masculine"}
    assert there.gender() == swapped.get(here.gender(), here.gender())
    assert here.balanced() == there.balanced()


def test_a_balanced_table() -> None:
    table = GenderCounts.from_rows({"nurse": (1, 8, 0, 2)}, name="mine").balanced()
    assert table["nurse"] == (5, 5, 0, 2)
    assert table.balanced()["nurse"] == (5, 5, 0, 2)
    assert table.name == table.balanced().name == "balanced:mine"


def test_what_is_looked_for_and_in_which_order() -> None:
    table = GenderCounts.from_rows(
        {"head nurse": (1, 0, 0, 0), "nurse": (0, 9, 0, 0), "lee": (9, 0, 0, 0), "! lee": (0, 0, 9, 0)}
    )
    assert table.look_up(["a", "Head", "Nurse"]) == (1, 0, 0, 0)
    assert table.gender(["a", "head", "nurse"]) == "feminine"  # one he tells nothing
    assert table.look_up(["nobody"]) is None and table.gender(["nobody"]) == ""
    assert table.look_up([]) is None
    assert table.gender(["Ann", "Lee"], name=True) == "masculine"
    with pytest.raises(KeyError):
        table["nobody"]


@given(st.lists(st.sampled_from(["Ann", "b", "Lee"]), max_size=5), st.booleans())
def test_patterns_are_about_the_words(words: list[str], name: bool) -> None:
    found = list(patterns(words, name=name))
    assert bool(found) == bool(words)
    if words:
        assert found[0] == " ".join(words)
        assert all(set(each.split()) <= {*words, "!"} for each in found)
        assert words[-1] in found[-1]


def test_a_file_is_read_and_then_mapped(file: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = GenderCounts.read(file)
    assert table["nurse"] == (814, 6148, 95, 268) and table["THE 17 nurses"] == (0, 0, 0, 7)
    assert len(list(cache.rglob("*/*"))) == 1

    def never(path: Path) -> count_table.CountTable:
        raise AssertionError("read again")

    monkeypatch.setattr(count_cache, "read_table", never)
    again = GenderCounts.read(file)
    assert [again[phrase] for phrase in ("ann !", "secretary")] == [(0, 9, 1, 0), (6, 3, 0, 0)]
    assert not again.table.keys.flags.writeable


def test_gzip_and_plain_and_windows_lines_are_the_same(tmp_path: Path, file: Path) -> None:
    zipped, windows = tmp_path / "counts.tsv.gz", tmp_path / "windows.tsv"
    zipped.write_bytes(gzip.compress(ROWS.encode()))
    windows.write_bytes(ROWS.replace("\n", "\r\n").rstrip().encode())
    tables = [GenderCounts.read(path) for path in (file, zipped, windows)]
    assert [[table[phrase] for phrase in ("nurse", "ann !")] for table in tables] == [
        [(814, 6148, 95, 268), (0, 9, 1, 0)]
    ] * 3
    assert {len(table) for table in tables} == {4}


def damages(entry: bytes) -> Iterator[bytes]:
    yield b""
    yield entry[:-1]
    yield entry[: len(entry) // 2]
    yield entry[:3] + bytes([entry[3] ^ 1]) + entry[4:]  # in an array
    yield entry[:-40] + bytes([entry[-40] ^ 1]) + entry[-39:]  # in the footer
    yield entry[:-16] + (2**60).to_bytes(8, "little") + entry[-8:]  # in its length
    yield b"x" * 100


def test_a_damaged_entry_is_made_again(file: Path, cache: Path) -> None:
    GenderCounts.read(file)
    (entry,) = cache.rglob("*/*")
    sound = entry.read_bytes()
    for damaged in damages(sound):
        entry.write_bytes(damaged)
        assert open_mapped(entry) is None
        assert GenderCounts.read(file)["secretary"] == (6, 3, 0, 0)
        assert entry.read_bytes() == sound


def test_a_file_that_changes_is_another(file: Path, cache: Path) -> None:
    assert GenderCounts.read(file)["secretary"] == (6, 3, 0, 0)
    file.write_text(ROWS.replace("6 3 0 0", "1 1 1 1"), encoding="utf-8")
    assert GenderCounts.read(file)["secretary"] == (1, 1, 1, 1)
    assert len(list(cache.rglob("*/*"))) == 2


def test_where_nothing_can_be_kept_it_is_read_all_the_same(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, not a folder")
    monkeypatch.setenv("COREFAIR_CACHE", str(blocked))
    assert GenderCounts.read(file)["nurse"] == (814, 6148, 95, 268)


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("nurse\t1 2 3 4\nno tab 1 2 3 4\n", 2, "'no tab 1 2 3 4' is not a phrase, a tab and four counts"),
        ("nurse\t1 2 3\n", 1, "four counts, such as"),
        ("a\t1 2 3\nb\t1 2 3 4 5\n", 1, "four counts"),
        ("nurse\t1 2 3 4\n\nnurse\t1 2 3 4\n", 2, "'' is not a phrase"),
        ("a\t1 2 3 4\nb\t1 -2 3 4\n", 2, "'b\\\\t1 -2 3 4'"),
        ("a\t1 2 3 4\nb\t1 2 3 4294967296\n", 2, "not four counts up to 4,294,967,295"),
        ("a\t1 2 3 4\nb\t1 2 3 " + "9" * 5000 + "\n", 2, "…"),
        ("a\t1 2 3 4\nb\t1 2 3 4\na\t9 9 9 9\n", 3, "a phrase for the second time, after row 1"),
        ("", None, "there are no counts in it"),
    ],
)
def test_bad_files_say_where(tmp_path: Path, text: str, line: int | None, problem: str) -> None:
    path = tmp_path / "bad.tsv"
    path.write_text(text, encoding="utf-8")
    place = f"{path}:{line}: " if line else f"{path}: "
    with pytest.raises(DataError, match=problem) as caught:
        GenderCounts.read(path)
    assert str(caught.value).startswith(place)


def test_bytes_that_are_not_utf8_are_kept_and_harm_no_one(tmp_path: Path) -> None:
    path = tmp_path / "latin.tsv"
    path.write_bytes(b"caf\xe9\t1 0 0 0\nnurse\t0 3 0 0\n")
    table = GenderCounts.read(path)
    assert len(table) == 2 and table["nurse"] == (0, 3, 0, 0) and "café" not in table


def test_the_table_that_an_option_names(file: Path) -> None:
    assert gender_counts("none") is None
    shipped = gender_counts(None)
    assert shipped is gender_counts("shipped") and shipped is not None and shipped.name == "shipped"
    mine = gender_counts(f"balanced:{file}")
    assert mine is not None and mine["secretary"] == (5, 5, 0, 0)
    with pytest.raises(DataError, match="no such file of gender counts; give one, or shipped, none"):
        gender_counts("bergsma")
    with pytest.raises(DataError, match="nothing to balance"):
        gender_counts("balanced:none")


def test_the_published_table_that_is_not_here_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COREFAIR_DATA", str(tmp_path))
    with pytest.raises(DataError, match="COREFAIR_DATA to a folder that holds gender/bergsma-lin-counts"):
        gender_counts("bergsma-lin")


def test_the_shipped_table() -> None:
    table = gender_counts("shipped")
    assert table is not None and len(table) > 2000
    assert table.gender(["woman"]) == "feminine" and table.gender(["man"]) == "masculine"
    assert table.gender(["book"]) in ("", "neutral")
    # The occupations that three people speak for are called as text calls them; balanced, nothing is said.
    jobs = [row["occupation"].split() for row in lists.read("occupations")]
    assert table.gender(["nurse"]) == "feminine" and table.gender(["engineer"]) == "masculine"
    assert sum(bool(table.gender(job)) for job in jobs) > len(jobs) / 5
    assert not any(table.balanced().gender(job) for job in jobs)


@published
def test_the_shipped_table_is_what_its_command_makes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EVIDENCE))
    script = runpy.run_path(str(EVIDENCE / "gender_counts.py"))
    main = script["main"]
    monkeypatch.setitem(main.__globals__, "TARGET", tmp_path / "counts.tsv.gz")
    main()
    assert list(lines(tmp_path / "counts.tsv.gz")) == list(lines(SHIPPED))


@published
def test_the_shipped_table_says_what_bergsma_and_lin_say(bergsma_lin: GenderCounts) -> None:
    ours = GenderCounts.shipped()
    nouns = [line.split("\t")[0] for line in lines(SHIPPED) if "!" not in line]
    both = [(ours.gender([noun]), bergsma_lin.gender([noun])) for noun in nouns]
    both = [(a, b) for a, b in both if a and b]
    assert len(both) > 100 and sum(a == b for a, b in both) / len(both) > 0.9


@published
def test_bergsma_and_lin(bergsma_lin: GenderCounts) -> None:
    """The whole of it: every hundredth row as in the file, and Winogender's shares made again."""
    assert len(bergsma_lin) == 3_092_611
    source = datasets.find("gender", "bergsma-lin-counts.tsv.gz", data=Path(str(DATA)))
    for number, line in enumerate(lines(source, utf8=False)):
        if number % 100 == 0:
            phrase, counts = line.rstrip("\n").split("\t")
            assert bergsma_lin.table.find(phrase) == tuple(map(int, counts.split()))
    _, *stats = lines(datasets.find("winogender", "occupations-stats.tsv", data=Path(str(DATA))))
    assert len(stats) == 60
    for line in stats:
        occupation, share, *_ = line.split("\t")
        masculine, feminine, *_ = bergsma_lin[occupation]
        assert 100 * feminine / (masculine + feminine) == pytest.approx(float(share), abs=0.01), occupation


def test_what_stands_for_a_table() -> None:
    """Whatever changes an answer changes it; the name does not."""
    rows = {"nurse": (0, 9, 0, 0), "surgeon": (9, 0, 0, 0)}
    other = {"nurse": (9, 0, 0, 0), "surgeon": (0, 9, 0, 0)}
    one = GenderCounts.from_rows(rows)
    assert one.content == GenderCounts.from_rows(rows, name="again").content
    assert len({one.content, GenderCounts.from_rows(other).content, one.balanced().content}) == 3
