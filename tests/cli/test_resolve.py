"""`corefair resolve` as a person or a script sees it."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import click
import pytest
from click.testing import CliRunner, Result

from corefair.cli import main
from corefair.io import read
from corefair.io.layers import layers_of
from corefair.types import Answer, Cluster, Document

TEXT = "Ann lost her keys. She was late.\n"
GOLD = """\
#begin document (a); part 000
a\t0\t0\tThe\t(7
a\t0\t1\twoman\t-
a\t0\t2\tsaid\t7)
a\t0\t3\tshe\t-
a\t0\t4\tslept\t-

#end document
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text(TEXT)
    Path("a.conll").write_text(GOLD)
    return tmp_path


def run(*arguments: str, code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["resolve", *arguments])
    assert result.exit_code == code, result.output
    return result


def test_it_draws_clusters_with_their_numbers() -> None:
    assert "[0Ann] lost [0her] keys.\n[0She] was late." in run("a.txt").stdout


def test_colours_only_where_a_terminal_is() -> None:
    assert "\x1b[" not in run("a.txt").stdout
    coloured = CliRunner().invoke(main, ["resolve", "a.txt"], color=True)
    assert "\x1b[34m" in coloured.stdout


def test_trace_tells_the_pass_and_why() -> None:
    assert "pronoun: She [5:6] → Ann [0:1] (agrees, the sentence before)" in run("a.txt", "--trace").stdout
    assert "--trace is for rule" in run("a.txt", "--system", "nearest", "--trace", code=1).output


@pytest.mark.parametrize("name", ["out.conll", "out.jsonl", "out.conllu", "out.jsonl.gz"])
def test_words_stay_and_clusters_are_the_systems(name: str) -> None:
    assert run("a.conll", "-o", name).stdout == f"{name}: 1 document\n"
    (before,), (after,) = read("a.conll"), read(name)
    assert (after.id, after.words, after.sentences) == (before.id, before.words, before.sentences)
    assert after.clusters == (((0, 2), (3, 4)),)


def test_any_system_is_taken() -> None:
    run("a.conll", "--system", "silent", "-o", "out.jsonl")
    (after,) = read("out.jsonl")
    assert after.clusters == ()
    run("a.conll", "--system", "rule:passes=exact", "-o", "out.jsonl")
    (after,) = read("out.jsonl")
    assert after.clusters == ()


def test_a_system_that_fails_is_told_of() -> None:
    broken = f"command:{sys.executable} -c 'raise SystemExit(3)'"
    assert "gave no clusters for a:" in run("a.conll", "--system", broken, code=4).output


GOLD_TREE = """\
#begin document (b); part 000
b\t0\t0\tAnn\tNNP\t(TOP(S(NP*)\t-\t-\t-\tspeaker1\t(PERSON)\t(7)
b\t0\t1\tsaid\tVBD\t(VP*\tsay\t01\t1\tspeaker1\t*\t-
b\t0\t2\tshe\tPRP\t(SBAR(S(NP*)\t-\t-\t-\tspeaker1\t*\t(7)
b\t0\t3\tslept\tVBD\t(VP*))))))\tsleep\t01\t1\tspeaker1\t*\t-

#end document
"""


class Peeks:
    """A system that links nothing and remembers what it was shown."""

    seen: ClassVar[list[Document]] = []

    def resolve(self, docs: Iterable[Document]) -> Iterator[tuple[Cluster, ...]]:
        for doc in docs:
            self.seen.append(doc)
            yield ()


@pytest.mark.parametrize(
    ("ignore", "used", "ignored"),
    [
        ((), ["speakers"], ["trees", "tags", "entities", "others"]),
        (("--ignore", "none"), ["trees", "tags", "entities", "speakers", "others"], []),
        (("--ignore", "tags, speakers"), ["trees", "entities", "others"], ["tags", "speakers"]),
    ],
)
def test_it_says_which_gold_layers_it_used(
    monkeypatch: pytest.MonkeyPatch, ignore: tuple[str, ...], used: list[str], ignored: list[str]
) -> None:
    Path("b.conll").write_text(GOLD_TREE)
    monkeypatch.setattr("corefair.systems.make.make", lambda spec, **_: (spec, Peeks()))
    Peeks.seen.clear()
    told = json.loads(run("b.conll", "--system", "peeks", *ignore, "-o", "out.conll", "--json").stdout)
    assert (told["used"], told["ignored"], told["documents"]) == (used, ignored, 1)
    (shown,) = Peeks.seen
    assert list(layers_of(shown)) == used and shown.clusters == ()
    (before,), (after,) = read("b.conll"), read("out.conll")
    assert after == replace(before, clusters=())  # what was not shown is still there

    said = " ".join(run("b.conll", "--system", "peeks", *ignore).stderr.split())
    assert "peeks was shown the words and sentences, and the file's" in said
    assert ("gold annotation makes a system look better" in said) == bool(ignore)


def test_a_misspelt_layer_is_said_before_anything_is_read() -> None:
    said = run("nowhere.conll", "--ignore", "tree", code=2).output
    assert "no layer is called 'tree'; did you mean trees" in " ".join(said.split())


def test_a_misspelt_system_is_said_before_anything_is_read() -> None:
    Path("a.conll").write_text("no document")
    assert "did you mean rule" in run("a.conll", "--system", "rul", code=1).output


def test_drawn_lines_are_whole_words() -> None:
    Path("b.txt").write_text("Ann said that " + "she was very very tired and that " * 8 + "she left.\n")
    lines = run("b.txt").stdout.splitlines()
    assert max(map(len, lines)) <= 80 and len(lines) > 4
    assert re.sub(r"\[\d+|\]", "", " ".join(lines[1:])).split() == Path("b.txt").read_text().split()
    coloured = CliRunner().invoke(main, ["resolve", "b.txt"], color=True).stdout
    assert click.unstyle(coloured).splitlines() == lines


def test_what_was_skipped_is_in_the_json() -> None:
    Path("a.conll").write_text(GOLD + GOLD.replace("(a)", "(b)").replace("(7", "(7)|(8"))
    told = json.loads(run("a.conll", "--lenient", "-o", "out.jsonl", "--json").stdout)
    assert told["documents"] == 1 and told["skipped"][0]["line"] == 12
    assert "--json is for -o OUT" in run("a.conll", "--json", code=2).output


def test_html_runs_nothing_that_a_text_says() -> None:
    Path("b.txt").write_text('<script>alert("x")</script> & Ann said she left.\n')
    run("b.txt", "-o", "out.html", "--trace")
    page = Path("out.html").read_text()
    assert "<script" not in page and "&lt;" in page and "default-src &#x27;none&#x27;" in page
    assert page.count("<b ") == page.count("</b>") > 0


def test_control_characters_do_not_reach_the_terminal() -> None:
    Path("b.txt").write_text("Ann\x1b[2J said \u202eshe left.\n")
    shown = run("b.txt").stdout
    assert "\x1b" not in shown and "\u202e" not in shown and "␛" in shown


def test_a_file_that_is_not_there() -> None:
    assert "cannot be read" in run("nowhere.txt", code=1).output


def test_what_is_read_is_not_written_over() -> None:
    Path("texts").mkdir()
    Path("texts/a.conll").write_text(GOLD)
    for file, output in (("a.conll", "a.conll"), ("texts", "texts/a.conll")):
        said = run(file, "--system", "nearest", "-o", output, code=1).output
        assert f"{output}: is read, and would be written over: name another file" in said
        assert Path(output).read_text() == GOLD


class FailsOn:
    """A system that fails on some documents, and links nothing in the others."""

    def __init__(self, *ids: str) -> None:
        self.ids = ids

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        for doc in docs:
            yield Answer((), "error", "no memory") if doc.id in self.ids else Answer(())


@pytest.mark.parametrize(("n_failed", "code"), [(0, 0), (1, 0), (2, 4), (12, 4), (20, 4)])
def test_a_system_that_fails_too_often_is_no_success(
    monkeypatch: pytest.MonkeyPatch, n_failed: int, code: int
) -> None:
    ids = [f"d{number}" for number in range(20)]
    Path("b.conll").write_text("".join(GOLD.replace("(a)", f"({each})") for each in ids))
    system = FailsOn(*ids[:n_failed])
    monkeypatch.setattr("corefair.systems.make.make", lambda spec, **_: (spec, system))
    said = run("b.conll", "--system", "fails", "-o", "out.conll", code=code).stderr
    assert said.count("fails gave no clusters for d") == min(n_failed, 10)
    assert ("… and 2 more" in said) == (n_failed == 12)
    sentence = f"{n_failed} of 20 documents have no clusters because the system failed"
    assert (sentence in said) == bool(n_failed)
    told = json.loads(run("b.conll", "--system", "fails", "-o", "out.conll", "--json", code=code).stdout)
    assert len(told["failed"]) == n_failed
