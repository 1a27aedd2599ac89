"""A corpus file by file: every mode and format, resumed, in parallel, never half written."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import pytest

from corefair.errors import DataError
from corefair.io import files, read, write
from corefair.mitigators.text import one_file
from corefair.mitigators.text.corpus import change_corpus
from corefair.mitigators.text.recipe import Recipe
from corefair.mitigators.text.summary import Summary
from corefair.types import cluster_up
from dask_cluster import cluster
from tagged import document


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two files in a folder, with tags, so that no pipeline is needed."""
    source = tmp_path / "corpus"
    (source / "sub").mkdir(parents=True)
    for name, text in (
        ("a.conll", "She/PRP lost/VBD her/PRP$ sister/NN ./."),
        ("sub/b.conll", "He/PRP left/VBD ./."),
    ):
        doc = document(text, id=f"nw/{Path(name).stem}")
        write(
            [doc.__class__(doc.id, doc.words, tags=doc.tags, clusters=cluster_up([[(0, 1)]]))], source / name
        )
    return source


def texts(path: Path) -> dict[str, str]:
    return {doc.id: " ".join(doc.words) for doc in read(path)}


def test_both_texts_the_exchanged_one_or_one_by_lot(folder: Path, tmp_path: Path) -> None:
    summary = change_corpus(folder, tmp_path / "augmented", Recipe("augment"))
    assert texts(tmp_path / "augmented") == {
        "nw/a": "She lost her sister .",
        "nw/a.swapped": "He lost his brother .",
        "nw/b": "He left .",
        "nw/b.swapped": "She left .",
    }
    assert summary.documents == 2 and summary.kinds == {"pronoun": 3, "kin": 1}
    assert summary.changed["she > he"] == 1
    change_corpus(folder, tmp_path / "reversed", Recipe("reverse"))
    assert texts(tmp_path / "reversed") == {"nw/a": "He lost his brother .", "nw/b": "She left ."}
    change_corpus(folder, tmp_path / "one", Recipe("substitute", seed=3))
    found = texts(tmp_path / "one")
    assert len(found) == 2 and all("She" in text or "He" in text for text in found.values())


def test_clusters_survive(folder: Path, tmp_path: Path) -> None:
    change_corpus(folder, tmp_path / "out", Recipe("augment"))
    assert all(doc.clusters == cluster_up([[(0, 1)]]) for doc in read(tmp_path / "out"))


def test_it_goes_on_where_it_stopped(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    whole = change_corpus(folder, tmp_path / "whole", Recipe("reverse"))
    real, calls = one_file.change_file, []

    def dies(task, on_bad):  # type: ignore[no-untyped-def]
        if len(calls) == 1:
            raise KeyboardInterrupt
        calls.append(task.source)
        return real(task, on_bad)

    monkeypatch.setattr(one_file, "change_file", dies)
    with pytest.raises(KeyboardInterrupt):
        change_corpus(folder, out, Recipe("reverse"))
    monkeypatch.setattr(
        one_file, "change_file", lambda task, on_bad: (calls.append(task.source), real(task, on_bad))[1]
    )
    resumed = change_corpus(folder, out, Recipe("reverse"))
    assert len(calls) == 2 and calls[0] != calls[1]  # the finished file was not made again
    assert resumed.as_json() == whole.as_json() and texts(out) == texts(tmp_path / "whole")
    change_corpus(folder, out, Recipe("reverse"))
    assert len(calls) == 2
    (folder / "a.conll").write_text((folder / "a.conll").read_text().replace("lost", "found"))
    change_corpus(folder, out, Recipe("reverse"))
    assert len(calls) == 3 and "found" in texts(out)["nw/a"]


def test_another_recipe_or_a_full_folder_is_refused(folder: Path, tmp_path: Path) -> None:
    change_corpus(folder, tmp_path / "out", Recipe("reverse"))
    with pytest.raises(DataError, match="holds another run \\(mode=reverse"):
        change_corpus(folder, tmp_path / "out", Recipe("augment"))
    with pytest.raises(DataError, match="inside the corpus"):
        change_corpus(folder, folder / "out", Recipe())
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").touch()
    with pytest.raises(DataError, match="something else in it"):
        change_corpus(folder, tmp_path / "full", Recipe())
    with pytest.raises(DataError, match="would be written over"):
        change_corpus(folder / "a.conll", folder / "a.conll", Recipe())


def test_one_that_was_killed_as_it_began_goes_on(folder: Path, tmp_path: Path) -> None:
    state = tmp_path / "out" / ".swap"
    state.mkdir(parents=True)
    (state / "run.lock").touch()
    (state / f".run.json.{'0' * 32}.part").write_text('{"key":')  # before the card had its name
    change_corpus(folder, tmp_path / "out", Recipe("reverse"))
    assert texts(tmp_path / "out") and not list(state.glob(".*.part"))


def test_a_fault_leaves_no_file(folder: Path, tmp_path: Path) -> None:
    with (folder / "a.conll").open("a") as file:
        file.write("#begin document (broken)\n")
    with pytest.raises(DataError, match=r"a\.conll:\d+"):
        change_corpus(folder, tmp_path / "out", Recipe())
    assert not (tmp_path / "out" / "a.conll").exists()
    bad: list[str] = []
    summary = change_corpus(folder, tmp_path / "lenient", Recipe(), on_bad=bad.append)
    assert summary.documents == 2 and len(bad) == 1 and "a.conll" in bad[0]


def test_in_parallel_it_is_the_same(folder: Path, tmp_path: Path) -> None:
    alone = change_corpus(folder, tmp_path / "alone", Recipe("augment"))
    together = change_corpus(folder, tmp_path / "together", Recipe("augment"), engine="processes=2")
    assert together.as_json() == alone.as_json()
    for name in ("a.conll", "sub/b.conll"):
        assert (tmp_path / "alone" / name).read_bytes() == (tmp_path / "together" / name).read_bytes()


def test_on_a_cluster_it_is_the_same(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    alone = change_corpus(folder, tmp_path / "alone", Recipe("augment"))
    with cluster(tmp_path) as (address, _):
        far = change_corpus(folder, tmp_path / "far", Recipe("augment"), engine=f"dask={address}")
    assert far.as_json() == alone.as_json()
    for name in ("a.conll", "sub/b.conll"):
        assert (tmp_path / "alone" / name).read_bytes() == (tmp_path / "far" / name).read_bytes()


def test_what_a_killed_worker_left_is_cleared_and_half_a_file_is_made_again(
    folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    change_corpus(folder, out, Recipe("reverse"))
    whole = (out / "sub" / "b.conll").read_bytes()
    (out / "sub" / ".b.conll.0123.part").write_bytes(whole[:9])
    (out / "sub" / "b.conll").write_bytes(whole[:9])  # cut by a full disk, or by hand
    (out / ".swap" / "a.conll.json").write_text('{"source":')  # half a record
    change_corpus(folder, out, Recipe("reverse"))
    assert (out / "sub" / "b.conll").read_bytes() == whole
    assert sorted(path.name for path in (out / "sub").iterdir()) == ["b.conll"]


def test_plain_text_keeps_every_other_character(tmp_path: Path) -> None:
    text = "  She left —\n\n\tand\u00a0her  aunt stayed.\n"
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    change_corpus(tmp_path / "a.txt", tmp_path / "b.txt", Recipe("reverse"))
    expected = text.replace("She", "He").replace("her", "his").replace("aunt", "uncle")
    assert (tmp_path / "b.txt").read_text(encoding="utf-8") == expected
    change_corpus(tmp_path / "a.txt", tmp_path / "c.txt", Recipe("augment"))
    assert (tmp_path / "c.txt").read_text(encoding="utf-8") == text
    assert (tmp_path / "c.swapped.txt").read_text(encoding="utf-8") == expected


def test_lines_are_documents_where_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("She left.\n\nHe stayed.\n", encoding="utf-8")
    change_corpus(tmp_path / "a.txt", tmp_path / "b.txt", Recipe("augment"), lines=True)
    assert (tmp_path / "b.txt").read_text(
        encoding="utf-8"
    ) == "She left.\nHe left.\n\n\nHe stayed.\nShe stayed.\n"


def test_names_are_hidden_in_both_texts(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Barack Obama left. Later he met Obama.\n", encoding="utf-8")
    change_corpus(tmp_path / "a.txt", tmp_path / "b.txt", Recipe("augment", anonymise="person"))
    assert (tmp_path / "b.txt").read_text() == "E1 E2 left. Later he met E2.\n"
    assert (tmp_path / "b.swapped.txt").read_text() == "E1 E2 left. Later she met E2.\n"


def test_the_summary_survives_json(folder: Path, tmp_path: Path) -> None:
    summary = change_corpus(folder, tmp_path / "out", Recipe())
    said = json.loads(json.dumps(summary.as_json()))
    assert Summary.from_json(said).as_json() == summary.as_json()
    assert said["words_changed"] == 4 and said["documents_changed"] == 2


DATA = os.environ.get("COREFAIR_DATA")


@pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA to the folder of published sets")
def test_a_published_corpus_is_written_and_read_again(tmp_path: Path) -> None:
    source = Path(DATA or "") / "ontogum" / "dev"
    change_corpus(source, tmp_path / "out", Recipe("augment"))
    docs = {doc.id: doc for doc in read(tmp_path / "out")}
    assert len(docs) == 60
    for doc in read(source):
        assert docs[doc.id].words == doc.words
        twin = docs[f"{doc.id}.swapped"]
        assert twin.clusters == doc.clusters and twin.heads == doc.heads and len(twin.words) == len(doc.words)


def test_two_texts_in_one_place_are_refused(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "a.txt").write_text("She left.\n")
    (corpus / "a.swapped.txt").write_text("He stayed.\n")
    with pytest.raises(DataError, match=r"would be made of a\.swapped\.txt and of a\.txt: rename one"):
        change_corpus(corpus, tmp_path / "out", Recipe("augment"))
    assert not list((tmp_path / "out").glob("*.txt"))
    change_corpus(corpus, tmp_path / "twins", Recipe("reverse"))
    assert texts(tmp_path / "twins") == {"a": "He left .", "a.swapped": "She stayed ."}


@pytest.mark.parametrize("name", ["b.conll", "b.jsonl"])
def test_twins_of_twins_are_refused(folder: Path, tmp_path: Path, name: str) -> None:
    change_corpus(folder / "a.conll", tmp_path / name, Recipe("augment"))
    with pytest.raises(DataError, match=r"two documents 'nw/a\.swapped', .*: take the corpus from before"):
        change_corpus(tmp_path / name, tmp_path / f"c{name}", Recipe("augment"))
    assert not (tmp_path / f"c{name}").exists()
    change_corpus(tmp_path / name, tmp_path / f"c{name}", Recipe("reverse"))
    assert list(texts(tmp_path / f"c{name}")) == ["nw/a", "nw/a.swapped"]


def test_the_name_of_what_is_written_tells_its_format(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("She left.\n")
    both = {"a": "She left .", "a.swapped": "He left ."}
    for name, format in (("b.jsonl", None), ("b.conll", None), ("c.jsonl", "plain")):
        summary = change_corpus(tmp_path / "a.txt", tmp_path / name, Recipe("augment"), format=format)
        assert texts(tmp_path / name) == both and summary.files == [tmp_path / name]
    assert sorted(path.name for path in tmp_path.glob("*swapped*")) == []


def test_a_text_made_of_another_format_has_its_twin_beside_it(folder: Path, tmp_path: Path) -> None:
    summary = change_corpus(folder / "a.conll", tmp_path / "b.txt", Recipe("augment"))
    assert summary.files == [tmp_path / "b.txt", tmp_path / "b.swapped.txt"]
    assert texts(tmp_path / "b.txt") == {"b": "She lost her sister ."}
    assert texts(tmp_path / "b.swapped.txt") == {"b.swapped": "He lost his brother ."}
    change_corpus(folder / "a.conll", tmp_path / "two.conll", Recipe("augment"))
    with pytest.raises(
        DataError, match=r"two\.conll: has several documents, .* name a file that ends in \.jsonl"
    ):
        change_corpus(tmp_path / "two.conll", tmp_path / "c.txt", Recipe("augment"))
    assert not list(tmp_path.glob("c.*"))


@pytest.mark.parametrize(("lines", "long"), [(True, 100), (False, 5)])
def test_lines_are_written_as_plain_text_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: bool, long: int
) -> None:
    monkeypatch.setattr(one_file, "LONG", long)
    (tmp_path / "a.txt").write_text("She left.\n")
    for name in ("b.jsonl", "b.conll.gz"):
        with pytest.raises(DataError, match=rf"{name}: what is read line by line .* ends in \.txt"):
            change_corpus(tmp_path / "a.txt", tmp_path / name, Recipe("augment"), lines=lines)
    for name in ("b", "b.txt.gz"):  # what has no ending may be a pipe
        change_corpus(tmp_path / "a.txt", tmp_path / name, Recipe("augment"), lines=lines)
        assert "".join(files.lines(tmp_path / name)) == "She left.\nHe left.\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "b", "b.txt.gz"]


def test_every_file_of_a_folder_is_named_also_when_it_was_made_before(tmp_path: Path) -> None:
    corpus, out = tmp_path / "corpus", tmp_path / "out"
    (corpus / "sub").mkdir(parents=True)
    for name in ("a.txt", "sub/b.txt"):
        (corpus / name).write_text("She left.\n")
    names = ["a.txt", "a.swapped.txt", "sub/b.txt", "sub/b.swapped.txt"]
    for _ in range(2):
        summary = change_corpus(corpus, out, Recipe("augment"))
        assert [str(path.relative_to(out)) for path in summary.files] == names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She left.", "She left.\nHe left."),
        ("It is.\nShe left.", "It is.\nIt is.\nShe left.\nHe left."),
        ("", ""),
    ],
)
def test_a_last_line_without_an_end_has_its_twin_on_a_line_of_its_own(
    tmp_path: Path, text: str, expected: str
) -> None:
    (tmp_path / "a.txt").write_text(text)
    change_corpus(tmp_path / "a.txt", tmp_path / "b.txt", Recipe("augment"), lines=True)
    assert (tmp_path / "b.txt").read_text() == expected


def test_a_packed_text_has_a_packed_twin_that_is_read_again(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    with gzip.open(corpus / "g.v2.txt.gz", "wt") as file:
        file.write("She left.\n")
    change_corpus(corpus, tmp_path / "out", Recipe("augment"))
    assert texts(tmp_path / "out") == {"g.v2": "She left .", "g.v2.swapped": "He left ."}


def test_what_was_made_of_a_file_that_is_gone_is_told(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    change_corpus(folder, out, Recipe("augment"))
    (folder / "sub" / "b.conll").unlink()
    for _ in range(2):
        with pytest.raises(
            DataError, match=r"b\.conll: was made of sub/b\.conll, .* delete it, or name a new"
        ):
            change_corpus(folder, out, Recipe("augment"))
    (out / "sub" / "b.conll").unlink()
    assert change_corpus(folder, out, Recipe("augment")).documents == 1
    assert list(texts(out)) == ["nw/a", "nw/a.swapped"]


def test_a_twin_that_is_no_longer_made_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus, out = tmp_path / "corpus", tmp_path / "out"
    corpus.mkdir()
    (corpus / "a.txt").write_text("She left.\n")
    change_corpus(corpus, out, Recipe("augment"))
    monkeypatch.setattr(one_file, "LONG", 5)  # now its lines are its documents
    with pytest.raises(DataError, match=r"a\.swapped\.txt: was made of a\.txt"):
        change_corpus(corpus, out, Recipe("augment"))


def test_files_of_another_format_may_be_added(folder: Path, tmp_path: Path) -> None:
    (folder / "c.txt").write_text("She left.\n")
    change_corpus(folder, tmp_path / "out", Recipe("augment"))
    assert change_corpus(folder, tmp_path / "out", Recipe("augment"), format="plain").documents == 1
    assert change_corpus(folder, tmp_path / "out", Recipe("augment")).documents == 2
