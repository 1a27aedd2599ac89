"""`corefair mitigate` as a person or a script meets it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

import planted_vectors
from corefair import registry
from corefair.auditing import building
from corefair.cli import main
from corefair.cli.mitigate import mitigate
from corefair.errors import CorefairError, DataError, MissingWords, UnknownName
from corefair.io.vectors import read_vectors, write_vectors
from corefair.mitigators import make
from corefair.mitigators import mitigate as mitigate_vectors
from corefair.types import Embeddings
from gendered_vectors import gendered_vectors


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with glove.txt in it, and a cache and data folder of its own."""
    monkeypatch.setenv("COREFAIR_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    write_vectors(gendered_vectors(60), tmp_path / "glove.txt")
    return tmp_path


def run(*words: str) -> Result:
    """The command's answer; what it raises on purpose is raised, as `main` expects."""
    result = CliRunner().invoke(mitigate, words)
    if isinstance(result.exception, CorefairError):
        raise result.exception
    return result


def test_the_file_holds_what_the_function_gives() -> None:
    result = run("hard", "glove.txt", "-o", "out.txt")
    assert result.exit_code == 0 and result.stderr == ""
    before, after = read_vectors("glove.txt"), read_vectors("out.txt")
    np.testing.assert_array_equal(after.vectors, mitigate_vectors(before, "hard").vectors)
    assert len(after.history) == 1 and after.history[0].startswith("hard(preserve=kbc, ")
    assert result.stdout == f"out.txt: 80 words of 12 numbers\n  {after.history[0]}\n"


def test_a_name_without_an_ending_gets_one(files: Path) -> None:
    assert run("hard", "glove.txt", "-o", "out").exit_code == 0
    assert read_vectors("out.txt").words == read_vectors("glove.txt").words
    result = run("hard", "glove.txt", "-o", "glove")
    assert result.exit_code == 2 and "OUT is the same file as VECTORS" in result.output


def test_history_goes_on_from_file_to_file() -> None:
    run("hard", "glove.txt", "-o", "once.bin")
    said = json.loads(run("leace", "once.bin", "-o", "twice.vec.gz", "--json").stdout)
    assert said["words"] == 80 and said["dim"] == 12 and said["output"] == "twice.vec.gz"
    assert [step.partition("(")[0] for step in said["history"]] == ["hard", "leace"]
    assert list(read_vectors("twice.vec.gz").history) == said["history"]


def test_options_reach_the_method(files: Path) -> None:
    (files / "mine.txt").write_text("she\nqaaa\n")
    before = read_vectors("glove.txt")
    run("leace", "glove.txt", "-o", "a.txt", "--set", "concept=projection", "--preserve", "mine.txt")
    wanted = mitigate_vectors(before, "leace", concept="projection", preserve=["she", "qaaa"])
    np.testing.assert_array_equal(read_vectors("a.txt").vectors, wanted.vectors)
    run("soft", "glove.txt", "-o", "b.txt", "--set", "strength=9e2", "--preserve", "none")
    wanted = mitigate_vectors(before, "soft", strength=900.0, preserve=())
    np.testing.assert_array_equal(read_vectors("b.txt").vectors, wanted.vectors)
    run("inlp", "glove.txt", "-o", "c.txt", "--set", "iterations=1", "--seed", "5")
    wanted = mitigate_vectors(before, "inlp", iterations=1, seed=5)
    np.testing.assert_array_equal(read_vectors("c.txt").vectors, wanted.vectors)
    assert "seed=5" in read_vectors("c.txt").history[0]


class Recorder:
    """A mitigator that takes all there is to take, and counts its words."""

    given: dict[str, Any]

    def __init__(
        self,
        *,
        memory: int = 5,
        keep: bool = False,
        checkpoint: Path | None = None,
        progress: Any = None,
        fail: str = "no",
    ) -> None:
        type(self).given = {"memory": memory, "keep": keep, "checkpoint": checkpoint, "progress": progress}
        self.fail = fail

    def fit(self, emb: Embeddings) -> Any:
        checkpoint = self.given["checkpoint"]
        checkpoint.mkdir()
        (checkpoint / "block").write_text("")
        self.given["progress"]("words", 1, 2)
        if self.fail == "yes":
            raise KeyboardInterrupt
        return lambda emb: emb.changed(emb.vectors, "recorded()")


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> type[Recorder]:
    registry.mitigators["hard"]  # so that the room is scanned before its things are replaced
    monkeypatch.setitem(registry.mitigators._things, "recorder", Recorder)
    monkeypatch.setitem(registry.mitigators._facts, "recorder", {"changes": "vectors"})
    return Recorder


def test_memory_checkpoint_and_progress(recorder: type[Recorder], files: Path) -> None:
    run("recorder", "glove.txt", "-o", "out.txt", "--memory", "1.5GB", "--set", "keep=true")
    assert recorder.given["memory"] == 1_500_000_000 and recorder.given["keep"] is True
    assert recorder.given["checkpoint"] == Path("out.txt.checkpoint")
    assert not (files / "out.txt.checkpoint").exists() and (files / "out.txt").exists()
    run("recorder", "glove.txt", "-o", "out.txt", "--memory", "700kB", "--checkpoint", "kept")
    assert recorder.given["memory"] == 700_000 and (files / "kept" / "block").exists()


def test_an_interrupted_run_says_how_to_go_on(recorder: type[Recorder], files: Path) -> None:
    words = ["mitigate", "recorder", "glove.txt", "-o", "out.txt", "--set", "fail=yes"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 130 and not (files / "out.txt").exists()
    assert "the same command goes on from out.txt.checkpoint" in result.stderr
    assert (files / "out.txt.checkpoint").exists()


@pytest.mark.parametrize("method", ["hard", "double-hard", "leace", "inlp", "soft", "ran"])
def test_a_change_is_kept_and_made_in_another_file(method: str, files: Path) -> None:
    few = ("--set", "neighbours=5") if method == "ran" else ()
    assert run(method, "glove.txt", "-o", "a.txt", "--keep-change", "change", *few).exit_code == 0
    write_vectors(gendered_vectors(40), files / "other.txt")  # fewer of the same words
    result = run("change", "other.txt", "-o", "b.txt", "--json")
    assert result.exit_code == 0, result.output
    wanted = make(method, **({"neighbours": 5} if few else {})).fit(read_vectors("glove.txt"))
    after = read_vectors("b.txt")
    np.testing.assert_array_equal(after.vectors, wanted(read_vectors("other.txt")).vectors)
    assert after.history == wanted(read_vectors("other.txt")).history
    run("change/", "glove.txt", "-o", "c.txt")
    np.testing.assert_array_equal(read_vectors("c.txt").vectors, read_vectors("a.txt").vectors)
    card = json.loads((files / "change" / "model.json").read_text())
    sha256 = hashlib.sha256((files / "glove.txt").read_bytes()).hexdigest()
    assert card["kind"] == method and card["data"] == {"glove.txt": sha256}
    assert card["command"].startswith("corefair ")


def test_a_mitigator_goes_before_a_folder_of_its_name(files: Path) -> None:
    run("leace", "glove.txt", "-o", "a.txt", "--keep-change", "hard")
    run("hard", "glove.txt", "-o", "b.txt")
    run("./hard", "glove.txt", "-o", "c.txt")
    assert [read_vectors(name).history[0].partition("(")[0] for name in ("b.txt", "c.txt")] == [
        "hard",
        "leace",
    ]


def test_a_change_takes_no_options_and_keeps_to_its_dimensions(files: Path) -> None:
    run("hard", "glove.txt", "-o", "a.txt", "--keep-change", "change")
    for words in (("--set", "x=1"), ("--preserve", "none"), ("--seed", "0"), ("--keep-change", "again")):
        result = run("change", "glove.txt", "-o", "o.txt", *words)
        assert result.exit_code == 2 and f"{words[0]} is not for change: that change was" in result.stderr
    emb = gendered_vectors(40)
    write_vectors(Embeddings(emb.words, emb.vectors[:, :7]), files / "narrow.txt")
    with pytest.raises(DataError, match="vectors of 7 numbers, but the change was learned on 12"):
        run("change", "narrow.txt", "-o", "o.txt")
    (files / "thesis").mkdir()
    (files / "thesis" / "all.tex").touch()
    with pytest.raises(DataError, match=r"thesis: there is no model\.json in it"):
        run("thesis", "glove.txt", "-o", "o.txt")
    with pytest.raises(DataError, match="there is no such folder"):
        run("no/where", "glove.txt", "-o", "o.txt")
    with pytest.raises(DataError, match=r"thesis: holds all\.tex but no model\.json: name another folder"):
        run("hard", "glove.txt", "-o", "o.txt", "--keep-change", "thesis")
    assert not (files / "o.txt").exists()


def test_what_makes_no_difference_is_said() -> None:
    result = run("hard", "glove.txt", "-o", "out.txt", "--seed", "1", "--memory", "2GB")
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [
        "hard takes no seed: --seed makes no difference",
        "hard takes no memory: --memory makes no difference",
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("gp", "glove.txt", "-o", "o.txt", "--preserve", "kbc"), "--preserve is not for gp"),
        (("hard", "glove.txt", "-o", "o.txt", "--checkpoint", "c"), "--checkpoint is not for hard"),
        (("inlp", "glove.txt", "-o", "o.txt", "--set", "seed=3"), "has a flag of its own: --seed 3"),
        (("inlp", "glove.txt", "-o", "o.txt", "--set", "iterations=1.5"), "is a whole number, not '1.5'"),
        (("soft", "glove.txt", "-o", "o.txt", "--set", "strength=much"), "is a number, not 'much'"),
        (("soft", "glove.txt", "-o", "o.txt", "--set", "strength"), "--set takes NAME=VALUE"),
        (("ran", "glove.txt", "-o", "o.txt", "--memory", "much"), "'much' is no size"),
        (("ran", "glove.txt", "-o", "o.txt", "--set", "guard=si"), "guard is true or false"),
        (("hard", "glove.txt", "-o", "./glove.txt"), "the same file as VECTORS"),
        (("hard", "glove.txt"), "Missing option '-o'"),
    ],
)
def test_wrong_usage(words: tuple[str, ...], message: str, files: Path) -> None:
    result = run(*words)
    assert result.exit_code == 2 and message in result.stderr
    assert not (files / "o.txt").exists()


@pytest.mark.parametrize(
    ("words", "kind", "message"),
    [
        (("hart", "glove.txt", "-o", "o.txt"), UnknownName, "did you mean hard"),
        (("soft", "glove.txt", "-o", "o.txt", "--set", "strenght=1"), UnknownName, "did you mean strength"),
        (("hard", "glove.txt", "-o", "o.csv"), DataError, r"o\.csv: no format of vectors ends so: use \.txt"),
        (("hard", "glove.txt", "-o", "no/where.txt"), DataError, "no: there is no such folder"),
        (("hard", "none.txt", "-o", "o.txt"), DataError, "none.txt"),
        (("hard", "cups.txt", "-o", "o.txt"), MissingWords, "cups.txt lacks 20 of 20 words"),
        (("hard", "glove.txt", "-o", "o.txt", "--preserve", "no.tsv"), DataError, "no.tsv"),
    ],
)
def test_errors_say_what_to_do(
    words: tuple[str, ...], kind: type[Exception], message: str, files: Path
) -> None:
    write_vectors(Embeddings(("cup", "pan"), np.eye(2, dtype=np.float32)), files / "cups.txt")
    with pytest.raises(kind, match=message):
        run(*words)
    assert not (files / "o.txt").exists()


def test_report_before_and_after(monkeypatch: pytest.MonkeyPatch, files: Path) -> None:
    write_vectors(planted_vectors.vectors(0.75), files / "jobs.txt")
    planted = planted_vectors.leaning()
    monkeypatch.setattr(building, "build_vector_suites", lambda *_, **__: ([planted], []))
    result = run("hard", "jobs.txt", "-o", "after.txt", "--report", "report", "--preserve", "none")
    assert result.exit_code == 0, result.output
    report = json.loads((files / "report" / "report.json").read_text(encoding="utf-8"))
    assert [each["name"] for each in report["systems"]] == ["jobs.txt", "after.txt"]
    values = {each["system"]: each["scores"][0]["value"] for each in report["results"]}
    assert values["jobs.txt"] == pytest.approx(0.75) and values["after.txt"] < 0.6
    assert (
        str(Path("report") / "report.html") in result.stdout and (files / "report" / "report.html").exists()
    )


def test_a_report_needs_a_suite(monkeypatch: pytest.MonkeyPatch, files: Path) -> None:
    missing = [("weat", "no data")]
    monkeypatch.setattr(building, "build_vector_suites", lambda *_, **__: ([], missing))
    with pytest.raises(DataError, match="corefair data get sembias"):
        run("hard", "glove.txt", "-o", "out.txt", "--report", "report")
    assert not (files / "out.txt").exists()  # said before anything is done
