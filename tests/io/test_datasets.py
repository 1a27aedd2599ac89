"""Where published sets are sought, what is said when they are missing, and how they are fetched."""

from __future__ import annotations

import hashlib
import os
import re
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from corefair.errors import DataError, UnknownName
from corefair.io import datasets
from corefair.io.datasets import Listed, files, find, folders, get, status

PUBLISHED = os.environ.get("COREFAIR_DATA")
TEXTS = {"gap/one.tsv": b"ID\tText\n", "gap/deep/a b#c.tsv": b"x" * 70_000}
TABLE = tuple(
    Listed("gap", "who/what", "c0ffee", f"data/{file}", len(text), hashlib.sha256(text).hexdigest(), file)
    for file, text in TEXTS.items()
)


@pytest.fixture
def shelves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """The three places a set may be, all empty: the option's, the variable's, the user's."""
    shelves = {name: tmp_path / name for name in ("option", "variable", "user/corefair")}
    for path in shelves.values():
        path.mkdir(parents=True)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("COREFAIR_DATA", str(shelves["variable"]))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "user"))
    return shelves


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of two small files in place of the real one."""
    monkeypatch.setattr(datasets, "_table", lambda: TABLE)


@pytest.fixture
def mirror(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server on this machine with the public layout, holding the two small files."""
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    for file, text in TEXTS.items():
        put(tmp_path / "mirror" / "who" / "what" / "c0ffee" / "data" / file, text)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path / "mirror")))
    server.daemon_threads = False
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


def put(path: Path, content: bytes = b"text") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


# Where sets are sought


def test_folders_are_the_option_then_the_variable_then_the_users(shelves: dict[str, Path]) -> None:
    assert folders(shelves["option"]) == list(shelves.values())
    assert folders() == list(shelves.values())[1:]
    assert folders(shelves["variable"]) == list(shelves.values())[1:]  # named twice, searched once


def test_an_empty_variable_is_no_folder(shelves: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COREFAIR_DATA", "")
    assert folders() == [shelves["user/corefair"]]


@pytest.mark.parametrize(
    ("platform", "variable", "value", "expected"),
    [
        ("linux", "XDG_DATA_HOME", None, ".local/share/corefair"),
        ("linux", "XDG_DATA_HOME", "relative", ".local/share/corefair"),
        ("darwin", "XDG_DATA_HOME", None, "Library/Application Support/corefair"),
        ("win32", "LOCALAPPDATA", None, "AppData/Local/corefair"),
        ("win32", "LOCALAPPDATA", "local", "local/corefair"),
    ],
)
def test_the_users_folder_follows_the_platform(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    platform: str,
    variable: str,
    value: str | None,
    expected: str,
) -> None:
    monkeypatch.delenv("COREFAIR_DATA", raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", platform)
    if value is None:
        monkeypatch.delenv(variable, raising=False)
    else:
        monkeypatch.setenv(variable, str(tmp_path / value) if platform == "win32" else value)
    assert folders() == [tmp_path / expected]


def test_without_a_home_the_other_folders_still_serve(
    shelves: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.delenv("XDG_DATA_HOME")
    assert folders() == [shelves["variable"]]
    monkeypatch.delenv("COREFAIR_DATA")
    with pytest.raises(DataError, match="set COREFAIR_DATA"):
        find("gap")
    with pytest.raises(DataError, match="set COREFAIR_DATA"):
        get("gap")


def test_the_first_folder_that_has_the_file_wins(shelves: dict[str, Path]) -> None:
    expected = [put(shelf / "gap" / "gap-test.tsv") for shelf in shelves.values()]
    for path in expected:
        assert find("gap", "gap-test.tsv", data=shelves["option"]) == path
        assert find("gap", data=shelves["option"]) == path.parent
        path.unlink()


def test_a_folder_without_the_file_is_passed_over(shelves: dict[str, Path]) -> None:
    other = put(shelves["option"] / "gap" / "gap-development.tsv")
    wanted = put(shelves["user/corefair"] / "gap" / "gap-test.tsv")
    assert find("gap", "gap-test.tsv", data=shelves["option"]) == wanted
    assert find("gap", data=shelves["option"]) == other.parent


def test_a_folder_with_only_interrupted_downloads_is_passed_over(shelves: dict[str, Path]) -> None:
    put(shelves["variable"] / "litbank" / "train" / "a.conll.part")
    whole = put(shelves["user/corefair"] / "litbank" / "train" / "a.conll")
    assert find("litbank") == shelves["user/corefair"] / "litbank"
    assert find("litbank", "train") == whole.parent


# What is said when there is nothing


def test_a_missing_set_says_where_it_looked_and_what_to_do(shelves: dict[str, Path]) -> None:
    for wanted in (None, "gap-test.tsv"):
        with pytest.raises(DataError) as caught:
            find("gap", wanted, data=shelves["option"])
        for said in (*map(str, shelves.values()), "run: corefair data get gap,", "COREFAIR_DATA"):
            assert said in str(caught.value)


def test_a_missing_set_without_a_download_names_its_home(shelves: dict[str, Path]) -> None:
    for call in (find, get):
        with pytest.raises(
            DataError, match=r"https://github.com/SLAB-NLP/BUG, and set COREFAIR_DATA"
        ) as caught:
            call("bug")
        assert "data get" not in str(caught.value)


def test_near_names_are_offered(shelves: dict[str, Path]) -> None:
    with pytest.raises(UnknownName, match="no data set is called 'gpa'; did you mean gap"):
        find("gpa")
    with pytest.raises(DataError, match=r"gap/gap-tset.tsv was not found .*; did you mean gap-test.tsv\?"):
        find("gap", "gap-tset.tsv")


@pytest.mark.parametrize("file", ["../secret", "a/../../secret", "/etc/passwd", "..\\secret", "C:\\x", "C:x"])
def test_no_path_leads_out_of_the_set(shelves: dict[str, Path], file: str) -> None:
    put(shelves["variable"] / "secret")
    put(shelves["variable"] / "gap" / "a" / "b")
    with pytest.raises(DataError, match="leads outside"):
        find("gap", file)


def test_an_explicit_folder_has_to_be_there(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"nowhere: there is no such folder"):
        find("gap", data=tmp_path / "nowhere")


# What is here


def test_status_counts_over_all_folders(shelves: dict[str, Path], small: None) -> None:
    one, two = TEXTS
    nothing = status("gap")
    assert (nothing.state, nothing.n_found, nothing.n_listed, nothing.bytes) == ("absent", 0, 2, 0)
    assert (nothing.missing, nothing.folders) == ((one, two), ())

    put(shelves["variable"] / one, TEXTS[one])
    half = status("gap")
    assert (half.state, half.n_found, half.bytes, half.missing) == ("partial", 1, len(TEXTS[one]), (two,))

    put(shelves["user/corefair"] / two, TEXTS[two])
    whole = status("gap")
    assert (whole.state, whole.n_found, whole.missing, whole.differ) == ("present", 2, (), ())
    assert whole.folders == (shelves["variable"], shelves["user/corefair"])


def test_verify_names_the_files_that_differ(shelves: dict[str, Path], small: None) -> None:
    one, two = TEXTS
    put(shelves["variable"] / one, TEXTS[one].swapcase())
    put(shelves["variable"] / two, TEXTS[two] + b"\n")
    assert status("gap").differ == (two,)  # the size is seen without reading
    assert status("gap", verify=True).differ == (one, two)


def test_a_set_without_a_download_counts_what_is_in_its_folder(shelves: dict[str, Path]) -> None:
    assert status("bug").state == "absent"
    put(shelves["variable"] / "bug" / "gold_BUG.csv", b"12345")
    found = status("bug")
    assert (found.state, found.n_found, found.n_listed, found.bytes) == ("present", 1, 0, 5)


# How they are fetched


def test_get_fetches_the_set_once(shelves: dict[str, Path], small: None, mirror: str) -> None:
    seen: list[tuple[str, int, int]] = []
    folder = get("gap", to=shelves["option"], base_url=mirror, progress=lambda *told: seen.append(told))
    assert folder == shelves["option"] / "gap"
    assert {file: (shelves["option"] / file).read_bytes() for file in TEXTS} == TEXTS
    total = sum(map(len, TEXTS.values()))
    assert [done for _, done, _ in seen] == sorted(done for _, done, _ in seen)
    assert seen[-1] == ("gap/deep/a b#c.tsv", total, total)
    # Once there, it needs no server: nobody listens on port 1.
    assert get("gap", to=shelves["option"], base_url="http://127.0.0.1:1") == folder


def test_get_goes_to_the_first_folder_and_reads_the_mirror_variable(
    shelves: dict[str, Path], small: None, mirror: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COREFAIR_MIRROR", mirror + "/")
    assert get("gap") == shelves["variable"] / "gap"
    monkeypatch.delenv("COREFAIR_DATA")
    assert get("gap") == shelves["user/corefair"] / "gap"
    assert status("gap", verify=True).state == "present"


def test_get_fetches_the_rest_and_replaces_what_differs(
    shelves: dict[str, Path], small: None, mirror: str
) -> None:
    put(shelves["variable"] / "gap/one.tsv", b"id\tText\n")
    get("gap", base_url=mirror)
    found = status("gap", verify=True)
    assert (found.state, found.differ) == ("present", ())


def test_get_does_not_write_through_a_link_out_of_the_folder(
    shelves: dict[str, Path], small: None, mirror: str, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    (shelves["variable"] / "gap").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    with pytest.raises(DataError, match="leads outside the data folder"):
        get("gap", base_url=mirror)
    assert list((tmp_path / "elsewhere").iterdir()) == []


# The table


def test_addresses_are_public_and_percent_encoded() -> None:
    assert TABLE[1].url() == ("https://raw.githubusercontent.com/who/what/c0ffee/data/gap/deep/a%20b%23c.tsv")


def test_every_row_of_the_table_is_sound() -> None:
    rows = [row for name in datasets.SETS for row in files(name)]
    assert len(rows) == len(datasets._table()) == 430
    assert rows == sorted(rows, key=lambda row: (row.set, row.file))
    assert len({row.file for row in rows}) == len({row.url() for row in rows}) == len(rows)
    for row in rows:
        assert row.file.startswith(row.set + "/")
        assert re.fullmatch(r"[\w./-]+", row.file) and ".." not in row.file
        assert re.fullmatch(r"[0-9a-f]{40}", row.commit) and re.fullmatch(r"[0-9a-f]{64}", row.sha256)
        assert row.bytes > 0
    # LitBank has 100 documents; OntoGUM's test has two documents of each of 15 genres, GENTLE 26 documents.
    splits = [row.file.rpartition("/")[0] for row in rows]
    assert [splits.count(f"litbank/{split}") for split in ("train", "dev", "test")] == [80, 10, 10]
    assert [splits.count(f"ontogum/{split}") for split in ("dev", "test", "test2")] == [30, 30, 26]
    assert not any("reddit" in row.file for row in rows)


@pytest.mark.skipif(not PUBLISHED, reason="COREFAIR_DATA names no folder with the published sets")
def test_what_is_on_disk_is_what_the_table_says() -> None:
    assert PUBLISHED
    here = {
        path.relative_to(PUBLISHED).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for name in datasets.SETS
        if files(name)
        for path in (Path(PUBLISHED) / name).rglob("*")
        if path.is_file()
    }
    listed = {row.file: row.sha256 for name in datasets.SETS for row in files(name)}
    assert here, "COREFAIR_DATA is set, but holds none of the published sets"
    # Same name, same content; and same content, same name, so that no listed file lies under another one.
    assert {file: sha for file, sha in here.items() if listed.get(file, sha) != sha} == {}
    assert {file for file, sha in here.items() if sha in listed.values()} <= listed.keys()
    for name in datasets.SETS:
        assert status(name, data=Path(PUBLISHED), verify=True).differ == ()
