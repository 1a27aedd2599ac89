"""`corefair audit corpus` as a person meets it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import corefair
from corefair.cli import main
from corefair.io import write
from corefair.registry import renderers
from corefair.types import Document, cluster_up


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Two genres of two documents each, in which three of four people are masculine; with trees."""
    docs = []
    for genre in ("bio", "news"):
        for n in range(2):
            words = ("The", "judge", "knew", "he", "won", ".") * 3 + ("A", "girl", "knew", "she", "won", ".")
            clusters = [[(6 * k, 6 * k + 2), (6 * k + 3, 6 * k + 4)] for k in range(4)]
            heads = tuple(6 * k + h if h >= 0 else -1 for k in range(4) for h in (1, 2, -1, 4, 2, 2))
            docs.append(
                Document(
                    f"{genre}{n}",
                    words,
                    sentences=(0, 6, 12, 18),
                    genre=genre,
                    tags=("DT", "NN", "VBD", "PRP", "VBD", ".") * 4,
                    heads=heads,
                    relations=("det", "nsubj", "root", "nsubj", "ccomp", "punct") * 4,
                    clusters=cluster_up(clusters),
                )
            )
    write(docs, tmp_path / "corpus.jsonl")
    return tmp_path / "corpus.jsonl"


def run(*arguments: object) -> Result:
    words = ["audit", "corpus", *map(str, arguments), "--resamples", "200"]
    return CliRunner().invoke(main, words)


def test_the_report_like_that_of_any_audit(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    result = run(corpus, "-o", out)
    assert result.exit_code == 0, result.output
    assert re.search(r"masculine share of entities +75\.0 % +75\.0 to 75\.0 +16", result.stdout)
    assert "Masculine share of entities: 75.0 % (75.0 to 75.0; more masculine)" in result.stdout
    report = corefair.load(out)
    assert report.asks == "corpora" and len(report.rows()) == 4 + 16  # documents and people
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "Gender in corpora" in page and "by genre" in page and "even: nearer 50 %" in page
    for form in ("md", "junit", "latex"):
        assert "75.0" in renderers[form](report)
    assert json.loads(run(corpus, "--json").stdout)["subject"] == "corpora"


def test_gates_on_the_whole_and_on_a_genre(corpus: Path) -> None:
    failed = run(corpus, "--fail-if", "people.masculine_share_of_entities_bio.low > 70%")
    assert failed.exit_code == 3 and "corpus.jsonl has 0.7500" in failed.stderr
    assert run(corpus, "--fail-if", "people.masculine_share_of_entities.low > 0.8").exit_code == 0
    unknown = run(corpus, "--fail-if", "people.masculine.low > 0.8")
    assert unknown.exit_code == 1 and "masculine_share_of_entities" in unknown.stderr


def test_what_cannot_be_counted_is_said(corpus: Path, tmp_path: Path) -> None:
    assert "no such file" in run(tmp_path / "nowhere").stderr
    (tmp_path / "bare.txt").write_text("She left.", encoding="utf-8")
    bare = run(tmp_path / "bare.txt")
    assert bare.exit_code == 4 and "--system rule" in bare.stdout.replace("\n", " ").replace("  ", " ")
    misplaced = CliRunner().invoke(main, ["audit", "rule", "corpus"])
    assert misplaced.exit_code == 2 and "comes first" in misplaced.stderr
    assert (
        "corpus FILE --suite people"
        in CliRunner().invoke(main, ["audit", "rule", "--suite", "people"]).stderr
    )


@pytest.mark.parametrize("genres", [("", ""), ("bio", "news")])
def test_a_corpus_without_feminine_or_masculine_pronouns(genres: tuple[str, str], tmp_path: Path) -> None:
    """One person of two is neutral, the other is called xe."""
    link = cluster_up([[(0, 1), (2, 3)]])
    docs = [
        Document(genre + word, ("Sam", "said", word, "won", "."), genre=genre, clusters=link)
        for genre, word in zip(genres, ("they", "xe"), strict=True)
    ]
    write(docs, tmp_path / "they.jsonl")
    result = run(tmp_path / "they.jsonl")
    said = " ".join(result.stdout.split())
    assert result.exit_code == 0 and "Nothing in it could be counted" not in said
    assert (
        "No entity with feminine or masculine pronouns; neutral share of entities: 50.0 % (0.0 to 100.0). "
        in said
    )


def test_a_corpus_whose_pronouns_are_in_no_cluster(tmp_path: Path) -> None:
    docs = [
        Document(str(n), ("Sam", "said", "he", "saw", "Sam", "."), clusters=cluster_up([[(0, 1), (4, 5)]]))
        for n in range(2)
    ]
    write(docs, tmp_path / "names.jsonl")
    said = " ".join(run(tmp_path / "names.jsonl").stdout.split())
    assert "masculine pronouns; masculine share of pronouns: 100.0 % (100.0 to 100.0). " in said
    write(
        [replace(doc, words=("Sam", "said", "we", "saw", "Sam", ".")) for doc in docs], tmp_path / "we.jsonl"
    )
    assert "Nothing in it could be counted." in run(tmp_path / "we.jsonl").stdout


def test_two_corpora_stand_beside_each_other(corpus: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "corpus.jsonl"
    other.parent.mkdir()
    other.write_bytes(corpus.read_bytes())
    result = run(corpus, other, "-o", tmp_path / "report")
    assert "other/corpus.jsonl" in result.stdout and result.exit_code == 0
    with pytest.raises(corefair.errors.DataError, match="share no case"):
        corefair.compare(corefair.load(tmp_path / "report"), corefair.load(tmp_path / "report"))
