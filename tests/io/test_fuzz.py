"""Damaged files: whatever the bytes, a reader gives documents or our errors, and `on_bad` gets them all."""

from __future__ import annotations

import gzip
import os
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from corefair.errors import DataError
from corefair.io import read, write
from corefair.registry import formats
from corefair.types import Document, Entity, cluster_up
from damage import MUTATIONS, SNIPPETS, Mutations, mutate

SETTINGS = settings(
    max_examples=250,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
DATA = os.environ.get("COREFAIR_DATA")
TEXT = "Zoë saw the nurse.\nShe waved, they say."
WORDS = ("Zoë", "saw", "the", "nurse", ".", "She", "waved", ",", "they", "say", ".")
DOC = Document(
    "nw/x; part 1",
    WORDS,
    sentences=(0, 5),
    clusters=cluster_up([[(0, 1), (5, 6)], [(2, 4), (8, 9)], [(2, 3)]]),
    text=TEXT,
    offsets=tuple(
        (TEXT.index(word, 18 * (i > 4)), TEXT.index(word, 18 * (i > 4)) + len(word))
        for i, word in enumerate(WORDS)
    ),
    tags=("NNP", "VBD", "DT", "NN", ".", "PRP", "VBD", ",", "PRP", "VBP", "."),
    heads=(1, -1, 3, 1, 1, 6, 9, 6, 9, -1, 9),
    relations=("nsubj", "root", "det", "obj", "punct", "nsubj", "ccomp", "punct", "nsubj", "root", "punct"),
    entities=(Entity(0, 1, "PERSON"),),
    speakers=("Ann",) * 5 + ("Bo",) * 6,
    genre="nw",
)
OTHER = Document("other", ("Ze", "left"), clusters=cluster_up([[(0, 1)]]))
REAL = {
    "conll": (
        "winobias/dev_type1_pro_stereotype.v4_auto_conll",
        "gicoref/coref.combo.conll",
        "litbank/dev/158_emma_brat.conll",
    ),
    "conllu": ("gum/dev/GUM_academic_exposure.conllu", "ontogum/dev/GUM_interview_gaming.conllu"),
}


def seeds(name: str) -> list[bytes]:
    """Whole small files of the format: what it writes itself and, if they are at hand, published ones."""
    form, single = formats[name], formats.facts(name).get("single")
    made = ["".join(map(form.render, [DOC] if single else [DOC, OTHER])).encode()]
    if DATA:
        for file in REAL.get(name, ()):
            with (Path(DATA) / file).open("rb") as lines:
                sentences = b"".join(islice(lines, 60)).rpartition(b"\n\n")[0] + b"\n\n"
            made.append(sentences + (b"#end document\n" if name == "conll" else b""))
    return made


def read_twice(path: Path, name: str) -> list[Document]:
    """The good documents of the file, read both ways; anything but documents and our errors is a bug."""
    n_lines = path.read_bytes().count(b"\n") + 1
    bad: list[DataError] = []
    notes: list[DataError] = []
    docs = list(read(path, format=name, on_bad=bad.append, on_note=notes.append))
    for error in (*bad, *notes):
        assert error.path == str(path) and error.message
        assert error.line is None or 1 <= error.line <= n_lines
    try:
        assert list(read(path, format=name, on_note=notes.append)) == docs and not bad
    except DataError as error:
        assert bad and str(error) == str(bad[0])
    event("bad documents" if bad else "all fine")
    return docs


@pytest.mark.parametrize("name", formats)
def test_seeds_are_sound(tmp_path: Path, name: str) -> None:
    for seed in seeds(name):
        (tmp_path / "x").write_bytes(seed)
        assert all(doc.words for doc in read(tmp_path / "x", format=name))


@pytest.mark.parametrize("name", formats)
def test_mutated_files(tmp_path: Path, name: str) -> None:
    sources = seeds(name)

    @SETTINGS
    @given(st.sampled_from(sources), MUTATIONS)
    def check(seed: bytes, mutations: Mutations) -> None:
        path = tmp_path / "x"
        path.write_bytes(mutate(seed, mutations))
        docs = read_twice(path, name)
        if not docs:
            return
        try:
            write(docs, path, format=name)
        except DataError as error:
            assert error.path == str(path)
        else:
            assert list(read(path, format=name)) == docs

    check()


@SETTINGS
@given(mutations=MUTATIONS)
def test_mutated_gzip(tmp_path: Path, mutations: Mutations) -> None:
    packed = gzip.compress(formats["conll"].render(DOC).encode() * 3, mtime=0)
    path = tmp_path / "x.conll.gz"
    path.write_bytes(mutate(packed, mutations))
    bad: list[DataError] = []
    assert len(list(read(path, on_bad=bad.append, on_note=bad.append))) <= 1  # the others have the same id
    assert all(error.path == str(path) for error in bad)


@pytest.mark.parametrize("name", formats)
@SETTINGS
@given(text=st.binary(max_size=60) | st.lists(st.sampled_from(SNIPPETS), max_size=12).map(b"".join))
def test_noise(tmp_path: Path, name: str, text: bytes) -> None:
    (tmp_path / "x").write_bytes(text)
    read_twice(tmp_path / "x", name)
