"""Lines in, whole files out: gzip, places of errors, and nothing half written."""

from __future__ import annotations

import gzip
import os
import time
import zlib
from pathlib import Path

import pytest

from corefair.errors import DataError
from corefair.io.files import check_utf8, lines, writing

TEXT = "Zoë left.\nŻe stayed.\n" * 200


def put(path: Path, text: str) -> None:
    with writing(path) as out:
        out.write(text)


def failure(path: Path) -> DataError:
    with pytest.raises(DataError) as caught:
        list(lines(path))
    assert caught.value.path == str(path)
    return caught.value


@pytest.mark.parametrize("name", ["x.txt", "x.txt.gz"])
def test_round_trip(tmp_path: Path, name: str) -> None:
    put(tmp_path / name, TEXT)
    assert list(lines(tmp_path / name)) == TEXT.splitlines(keepends=True)
    assert (tmp_path / name).read_bytes().startswith(b"\x1f\x8b") == name.endswith(".gz")


def test_only_a_line_feed_ends_a_line(tmp_path: Path) -> None:
    text = "a\r\nb\u2028c\x85d\x0be\x1cf\rg\nh"
    put(tmp_path / "x", text)
    assert list(lines(tmp_path / "x")) == ["a\r\n", "b\u2028c\x85d\x0be\x1cf\rg\n", "h"]


def test_a_byte_order_mark_is_dropped_only_at_the_beginning(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes("\ufeffa\n\ufeffb\n".encode())
    assert list(lines(tmp_path / "x")) == ["a\n", "\ufeffb\n"]
    (tmp_path / "x").write_bytes("\ufeff".encode())
    assert list(lines(tmp_path / "x")) == []


def test_same_text_same_bytes_whatever_the_name_and_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / "a.gz", TEXT)
    monkeypatch.setattr(time, "time", lambda: 1.0)
    put(tmp_path / "b.gz", TEXT)
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()


def test_gzip_members_one_after_another_are_one_file(tmp_path: Path) -> None:
    (tmp_path / "x.gz").write_bytes(gzip.compress(b"a\n") + gzip.compress(b"b\n"))
    assert list(lines(tmp_path / "x.gz")) == ["a\n", "b\n"]


@pytest.mark.parametrize("kept", [0, 2, 9, 15, -9, -1])
def test_a_truncated_gzip_says_so(tmp_path: Path, kept: int) -> None:
    (tmp_path / "x.gz").write_bytes(gzip.compress(TEXT.encode())[:kept])
    error = failure(tmp_path / "x.gz")
    assert "ends too early" in error.message
    assert error.line is None or 1 <= error.line <= 400


def test_a_truncated_gzip_says_how_far_it_can_be_read(tmp_path: Path) -> None:
    noise = "".join(f"{zlib.crc32(b'%d' % i)}\n" for i in range(20_000))
    (tmp_path / "x.gz").write_bytes(gzip.compress(noise.encode())[:-5_000])
    error = failure(tmp_path / "x.gz")
    assert error.line and 10_000 < error.line < 20_000
    assert str(error) == f"{tmp_path / 'x.gz'}:{error.line}: the gzip file ends too early: fetch it again"


@pytest.mark.parametrize("name", ["check sum", "stream", "tail", "no gzip at all"])
def test_a_corrupt_gzip_says_so(tmp_path: Path, name: str) -> None:
    packed = bytearray(gzip.compress(TEXT.encode()))
    if name == "check sum":
        packed[-8] ^= 1
    elif name == "stream":
        packed[20:30] = b"\xff" * 10
    elif name == "tail":
        packed += b"garbage"
    else:
        packed = bytearray(TEXT.encode())
    (tmp_path / "x.gz").write_bytes(packed)
    assert "not a sound gzip file" in failure(tmp_path / "x.gz").message


def test_missing_and_unreadable_files(tmp_path: Path) -> None:
    assert "No such file" in failure(tmp_path / "x").message
    assert "Is a directory" in failure(tmp_path).message
    (tmp_path / "x").touch()
    assert "Not a directory" in failure(tmp_path / "x" / "y").message


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"\xff", 7),
        (b"a\nb\xe9\nc", 8),
        ("é\n\u2028\n".encode() + b"\xed\xa0\x80", 9),
        ("é\n".encode(), None),
    ],
)
def test_bytes_that_are_not_utf8_are_placed(tmp_path: Path, content: bytes, line: int | None) -> None:
    (tmp_path / "x").write_bytes(content)
    text = "".join(
        lines(tmp_path / "x", utf8=False)
    )  # not refused here: one bad document must not spoil the others
    if line is None:
        check_utf8(text, line=7)
    else:
        with pytest.raises(DataError, match="not UTF-8") as caught:
            check_utf8(text, line=7)
        assert caught.value.line == line


class Stop(BaseException):
    """As when a person presses Ctrl-C."""


@pytest.mark.parametrize("name", ["x.txt", "x.txt.gz"])
@pytest.mark.parametrize("error", [RuntimeError, Stop])
def test_what_fails_half_way_leaves_no_trace(tmp_path: Path, name: str, error: type[BaseException]) -> None:
    def fail() -> None:
        with pytest.raises(error), writing(tmp_path / name) as out:
            out.write("x" * 1_000_000)
            raise error

    fail()
    assert list(tmp_path.iterdir()) == []
    put(tmp_path / name, TEXT)
    before = (tmp_path / name).read_bytes()
    fail()
    assert list(tmp_path.iterdir()) == [tmp_path / name]
    assert (tmp_path / name).read_bytes() == before


def test_the_file_appears_when_all_of_it_is_there(tmp_path: Path) -> None:
    with writing(tmp_path / "x") as out:
        out.write("a")
        out.flush()
        assert not (tmp_path / "x").exists()
    assert (tmp_path / "x").read_text() == "a"


def test_permissions_are_kept_and_new_files_get_the_usual_ones(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    put(tmp_path / "x", "a")
    assert (tmp_path / "x").stat().st_mode == (tmp_path / "usual").stat().st_mode
    (tmp_path / "x").chmod(0o640)
    put(tmp_path / "x", "b")
    assert (tmp_path / "x").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "x").read_text() == "b"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(Path("folder") / "x")
    for text in ("first", "second"):
        put(tmp_path / "link", text)
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "folder" / "x").read_text() == text


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "x").touch()
    for path, why in [
        (tmp_path / "x" / "y", "Not a directory"),
        (tmp_path / "none" / "y", "No such file"),
        (tmp_path, "Is a directory"),
    ]:
        with pytest.raises(DataError, match=f"cannot be written: {why}") as caught:
            put(path, "a")
        assert caught.value.path == str(path)
    assert list(tmp_path.iterdir()) == [tmp_path / "x"]


def test_a_device_is_written_straight_through() -> None:
    put(Path(os.devnull), TEXT)
    assert not Path(os.devnull).is_file()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a disk that is always full")
def test_a_full_disk_says_so() -> None:
    with pytest.raises(DataError, match="cannot be written: No space left"):
        put(Path("/dev/full"), TEXT)
