"""gzip and zip are told by their bytes, unpacked in pieces, and refused where they are broken."""

from __future__ import annotations

import gzip
import zipfile
from collections.abc import Generator
from pathlib import Path

import pytest

from corefair.errors import DataError
from corefair.io.vectors import read_vectors
from corefair.io.vectors.packing import ahead, between, pieces

TEXT = b"".join(b"w%d 0.5 %d.25\n" % (row, row) for row in range(5000))


def zipped(path: Path, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


@pytest.mark.parametrize("size", [100, 4096, 1 << 20])
@pytest.mark.parametrize("kind", ["plain", "gzip", "two members", "padded gzip", "zip"])
def test_pieces(tmp_path: Path, kind: str, size: int) -> None:
    path = tmp_path / "v.txt"  # whatever its name says
    if kind == "zip":
        zipped(path, **{"folder/": b"", "v": TEXT, "__MACOSX/v": b"rubbish"})
    else:
        halves = gzip.compress(TEXT[:3000]) + gzip.compress(TEXT[3000:])
        padded = gzip.compress(TEXT) + bytes(5000)
        data = {"plain": TEXT, "gzip": gzip.compress(TEXT), "two members": halves, "padded gzip": padded}
        path.write_bytes(data[kind])
    found = list(pieces(path, size))
    assert b"".join(found) == TEXT
    assert max(map(len, found)) <= size
    assert b"".join(between(path, 1000, 5000, size)) == TEXT[1000:5000]
    emb = read_vectors(path)
    assert (len(emb), emb["w3"].tolist()) == (5000, [0.5, 3.25])


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({}, "this one holds nothing"),
        ({"a.txt": TEXT, "b.txt": TEXT}, r"this one holds a\.txt, b\.txt"),
        ({str(i): b"" for i in range(9)}, r"holds 0, 1, 2, 3, 4, …"),
        ({"a.gz": gzip.compress(TEXT)}, "packed twice"),
    ],
)
def test_zip_with_other_than_one_file(tmp_path: Path, members: dict[str, bytes], message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_vectors(zipped(tmp_path / "v.zip", **members))


def test_a_member_without_a_name(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "v.zip", "w") as archive:
        for name in "ab":
            archive.writestr(name, TEXT)
        archive.filelist[0].filename = ""  # in the list at the end alone, which is what is read
    with pytest.raises(DataError, match="must hold exactly one file"):
        read_vectors(tmp_path / "v.zip")


@pytest.mark.parametrize("kind", ["gzip", "zip"])
def test_broken(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "v"
    if kind == "gzip":
        path.write_bytes(gzip.compress(TEXT))
    else:
        zipped(path, v=TEXT)
    whole = path.read_bytes()
    for length in range(4, len(whole), 997):
        path.write_bytes(whole[:length])
        with pytest.raises(DataError, match=r"ends too early|cannot be unpacked"):
            read_vectors(path)
    damaged = bytearray(whole)
    damaged[len(whole) // 3] ^= 255
    path.write_bytes(damaged)
    with pytest.raises(DataError):
        read_vectors(path)


def test_encrypted_zip(tmp_path: Path) -> None:
    data = bytearray(zipped(tmp_path / "v.zip", v=TEXT).read_bytes())
    data[6] |= 1
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    (tmp_path / "v.zip").write_bytes(data)
    with pytest.raises(DataError, match="encrypted"):
        read_vectors(tmp_path / "v.zip")


def test_no_file_and_no_folder(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read: No such file"):
        read_vectors(tmp_path / "none.txt")
    with pytest.raises(DataError, match="not a file"):
        read_vectors(tmp_path)


def test_ahead_keeps_order_and_errors() -> None:
    def things() -> Generator[int, None, None]:
        yield from range(5)
        raise DataError("here")

    seen = []
    with pytest.raises(DataError, match="here"):
        for thing in ahead(things()):
            seen.append(thing)
    assert seen == list(range(5))
