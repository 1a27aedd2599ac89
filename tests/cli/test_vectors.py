"""`corefair vectors train` as a person or a script meets it."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

import corefair.cli.vectors as command
import planted_vectors
from corefair.auditing import building
from corefair.cli import main
from corefair.cli.vectors import vectors
from corefair.errors import CorefairError, DataError, MissingWords, UnknownName
from corefair.io.vectors import read_vectors
from corefair.models.glove import GenderTerms, Means, Settings, Trained, train
from corefair.models.glove.gender import seed_pairs
from corefair.runs.lock import locked
from corefair.types import Embeddings

HARBOUR = Path(__file__).parents[2] / "examples" / "harbour.txt"
SMALL = ("--min-count", "2", "--dim", "12", "--epochs", "3", "--engine", "one")
OPTIONS: dict[str, Any] = {"min_count": 2, "dim": 12, "epochs": 3, "engine": "one"}


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with text.txt in it, and a cache of its own."""
    monkeypatch.setenv("COREFAIR_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    shutil.copy(HARBOUR, tmp_path / "text.txt")
    return tmp_path


def run(*words: str) -> Result:
    """The command's answer; what it raises on purpose is raised, as `main` expects."""
    result = CliRunner().invoke(vectors, ["train", *words])
    if isinstance(result.exception, CorefairError):
        raise result.exception
    return result


@pytest.mark.parametrize("output", ["out.txt", "out.npy"])
def test_the_file_holds_what_the_function_gives(output: str, files: Path) -> None:
    result = run("glove", "text.txt", "-o", output, *SMALL)
    assert result.exit_code == 0, result.output
    made, wanted = read_vectors(output), train("text.txt", **OPTIONS)
    assert made.words == wanted.words and made.history == wanted.history
    np.testing.assert_array_equal(made.vectors, wanted.vectors)
    assert not (files / f"{output}.run").exists()


def test_a_name_without_an_ending_gets_one(files: Path) -> None:
    """As GloVe's own program adds it."""
    lines = run("gn-glove", "text.txt", "-o", "out", "--neutral-part", "rest", *SMALL).stdout.splitlines()
    assert sum(line.startswith(("out.txt: ", "rest.txt: ")) for line in lines) == 2
    assert len(read_vectors("out.txt")) == len(read_vectors("rest.txt"))
    assert not (files / "out").exists() and not (files / "out.txt.run").exists()


def test_what_was_counted_and_made_is_shown() -> None:
    lines = run("glove", "text.txt", "-o", "out.txt", *SMALL).stdout.splitlines()
    shown = dict(line.rsplit(maxsplit=1) for line in lines[:4])
    made = read_vectors("out.txt")
    assert shown["files"] == "1" and shown["words read"] == "828" and shown["words kept"] == f"{len(made)}"
    assert lines[7] == f"out.txt: {len(made)} words of 12 numbers"
    assert [line.strip() for line in lines[8:]] == list(made.history)


def test_json_says_the_same() -> None:
    said = json.loads(
        run("gn-glove", "text.txt", "-o", "a.txt", "--neutral-part", "b.bin", *SMALL, "--json").stdout
    )
    assert said["output"] == "a.txt" and said["neutral_part"] == "b.bin" and said["words_read"] == 828
    assert said["dim"] == 12 and set(said["seconds"]) == {"counting words", "counting pairs", "training"}
    whole, part = read_vectors("a.txt"), read_vectors("b.bin")
    assert list(whole.history) == said["history"] and part.history[:-1] == whole.history
    np.testing.assert_array_equal(part.vectors, whole.vectors[:, :-1])


def given(monkeypatch: pytest.MonkeyPatch, *words: str) -> dict[str, Any]:
    """The options with which the function is called."""
    kept: dict[str, Any] = {}

    def record(corpus: Any, settings: Settings, *, run: Path, means: Means) -> Trained:
        kept.update(vars(settings) | vars(means), corpus=corpus, run=run)
        emb = Embeddings(("a", "b"), np.eye(2, dtype=np.float32), history=("made",))
        return Trained(emb, 1, 2, 3, {})

    monkeypatch.setattr(command, "train_counted", record)
    result = run(*words)
    assert result.exit_code == 0, result.output
    return kept


def test_options_reach_the_function(monkeypatch: pytest.MonkeyPatch, files: Path) -> None:
    found = given(monkeypatch, "glove", "text.txt", "more", "-o", "o.txt")
    assert found["corpus"] == (Path("text.txt"), Path("more")) and found["run"] == Path("o.txt.run")
    defaults = vars(Settings()) | vars(Means())
    assert {name: found[name] for name in defaults if name != "progress"} == {
        name: value for name, value in defaults.items() if name != "progress"
    }
    words = "glove text.txt -o o.txt --format lines --tokens spaces --keep-case --min-count 7 --max-words 90"
    words += " --window 4 --one-sided --unweighted --dim 9 --epochs 8 --rate 0.1 --x-max 10 --alpha 0.5"
    words += " --write context --threads 3 --seed 6 --memory 1.5GB --engine processes=2 --run here"
    found = given(monkeypatch, *words.split())
    progress = found.pop("progress")
    progress("words", 1, 2)
    assert found == {
        "corpus": (Path("text.txt"),),
        "gender": None,
        "format": "lines",
        "tokens": "spaces",
        "lower": False,
        "min_count": 7,
        "max_words": 90,
        "window": 4,
        "symmetric": False,
        "distance_weighting": False,
        "dim": 9,
        "epochs": 8,
        "rate": 0.1,
        "x_max": 10.0,
        "alpha": 0.5,
        "output": "context",
        "threads": 3,
        "seed": 6,
        "memory": 1_500_000_000,
        "engine": "processes=2",
        "run": Path("here"),
    }


def test_options_of_gn_glove(monkeypatch: pytest.MonkeyPatch, files: Path) -> None:
    found = given(monkeypatch, "gn-glove", "text.txt", "-o", "o.txt")
    assert found["gender"] == GenderTerms() and len(seed_pairs()) == 222
    (files / "seeds.tsv").write_text("feminine\tmasculine\nshe\the\nmother\tfather\n")
    words = ("gn-glove", "text.txt", "-o", "o.txt", "--seeds", "seeds.tsv")
    found = given(monkeypatch, *words, "--set", "variant=authors", "--set", "weight_apart=0.5")
    pairs = [("she", "he"), ("mother", "father")]
    assert found["gender"] == GenderTerms(pairs=pairs, weight_apart=0.5, variant="authors")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("glov", "text.txt", "-o", "o.txt"), "'glov' is not one of 'glove', 'gn-glove'"),
        (("glove", "text.txt"), "Missing option '-o'"),
        (("glove", "-o", "o.txt"), "Missing argument 'CORPUS...'"),
        (("glove", "text.txt", "-o", "o.txt", "--set", "variant=authors"), "--set is not for glove"),
        (("glove", "text.txt", "-o", "o.txt", "--seeds", "s.tsv"), "--seeds is not for glove"),
        (("glove", "text.txt", "-o", "o.txt", "--neutral-part", "n.txt"), "--neutral-part is not for glove"),
        (("gn-glove", "text.txt", "-o", "o.txt", "--neutral-part", "./o.txt"), "are the same file"),
        (("gn-glove", "text.txt", "-o", "o.txt", "--set", "weight_apart=much"), "is a number, not 'much'"),
        (("glove", "text.txt", "-o", "o.txt", "--memory", "much"), "'much' is no size"),
        (("glove", "text.txt", "-o", "o.txt", "--dim", "0"), "--dim"),
        (("glove", "text.txt", "-o", "o.txt", "--format", "pdf"), "--format"),
    ],
)
def test_wrong_usage(words: tuple[str, ...], message: str, files: Path) -> None:
    result = run(*words)
    assert result.exit_code == 2 and message in result.stderr
    assert sorted(path.name for path in files.iterdir()) == ["text.txt"]


@pytest.mark.parametrize(
    ("words", "kind", "message"),
    [
        (("none.txt", "-o", "o.txt"), DataError, "none.txt: cannot be read"),
        (("empty.txt", "-o", "o.txt"), DataError, "empty.txt: the file is empty"),
        (("binary.txt", "-o", "o.txt"), DataError, "binary.txt: a binary file"),
        (("text.txt", "-o", "o.csv"), DataError, r"o\.csv: no format of vectors ends so: use \.txt"),
        (("text.txt", "-o", "no/where.txt"), DataError, "no: there is no such folder"),
        (("text.txt", "-o", "o.txt", "--min-count", "999"), DataError, "no word occurs 999 times"),
        (("text.txt", "-o", "o.txt", "--min-count", "60"), DataError, "only one word"),
        (("text.txt", "-o", "o.txt", "--dim", "1"), CorefairError, "2 or more"),
        (("text.txt", "-o", "o.txt", "--rate", "-1"), CorefairError, "rate"),
        (("text.txt", "-o", "o.txt", "--memory", "5MB"), CorefairError, "5 MB of memory"),
        (
            ("text.txt", "-o", "o.txt", "--engine", "dusk=here"),
            CorefairError,
            "no engine is called 'dusk=here'",
        ),
        (("text.txt", "-o", "o.txt", "--min-count", "25"), MissingWords, "gn-glove's seeds"),
        (("text.txt", "-o", "o.txt", "--set", "wait_apart=1"), UnknownName, "did you mean weight_apart"),
        (("text.txt", "-o", "o.txt", "--set", "variant=their"), UnknownName, "variant"),
        (("text.txt", "-o", "o.txt", "--seeds", "bad.tsv"), DataError, "no column is called 'masculine'"),
        (("text.txt", "-o", "o.txt", "--seeds", "gap.tsv"), DataError, "gap.tsv:3: expected a feminine"),
    ],
)
def test_errors_say_what_to_do(
    words: tuple[str, ...], kind: type[Exception], message: str, files: Path
) -> None:
    (files / "empty.txt").write_bytes(b"")
    (files / "binary.txt").write_bytes(bytes(range(256)))
    (files / "bad.tsv").write_text("feminine\tother\nshe\the\n")
    (files / "gap.tsv").write_text("feminine\tmasculine\nshe\the\nmother\t\n")
    with pytest.raises(kind, match=message):
        run("gn-glove", *words, *(() if "--min-count" in words else ("--min-count", "2")))
    assert not (files / "o.txt").exists()
    # Nothing stands in the way of a better command, but for counts that it may use.
    assert (files / "o.txt.run").exists() == (kind is MissingWords)


def test_an_error_is_one_line_and_no_traceback(files: Path) -> None:
    result = CliRunner().invoke(main, ["vectors", "train", "glove", "none.txt", "-o", "o.txt"])
    assert result.exit_code == 1 and len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("Error: none.txt: cannot be read")


def test_an_interrupted_run_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch, files: Path) -> None:
    real = command.train_counted

    def stopped(corpus: Any, settings: Settings, *, run: Path, means: Means) -> Trained:
        def stop(what: str, done: int, of: int) -> None:
            if "epoch 2" in what:
                raise KeyboardInterrupt

        return real(corpus, settings, run=run, means=replace(means, progress=stop))

    monkeypatch.setattr(command, "train_counted", stopped)
    result = CliRunner().invoke(main, ["vectors", "train", "glove", "text.txt", "-o", "out.txt", *SMALL])
    assert result.exit_code == 130 and "the same command goes on from out.txt.run" in result.stderr
    assert (files / "out.txt.run" / "pairs.bin").exists() and not (files / "out.txt").exists()
    monkeypatch.setattr(command, "train_counted", real)
    assert run("glove", "text.txt", "-o", "out.txt", *SMALL).exit_code == 0
    np.testing.assert_array_equal(read_vectors("out.txt").vectors, train("text.txt", **OPTIONS).vectors)
    assert not (files / "out.txt.run").exists()


def test_a_named_run_is_kept_and_another_refused(files: Path) -> None:
    run("glove", "text.txt", "-o", "a.txt", "--run", "counts", *SMALL)
    counted = (files / "counts" / "pairs.bin").stat().st_mtime_ns
    run("gn-glove", "text.txt", "-o", "b.txt", "--run", "counts", *SMALL)
    assert (files / "counts" / "pairs.bin").stat().st_mtime_ns == counted
    with pytest.raises(
        DataError, match=r"counts: holds another run \(1 file, .*min_count=2.*name another folder"
    ):
        run("glove", "text.txt", "-o", "c.txt", "--run", "counts", *SMALL, "--window", "3")


def test_a_folder_that_another_has_just_begun_with_stays(
    monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    """Both find no folder; the other one is quicker, and holds it."""

    def held(*given: Any, **options: Any) -> Trained:
        options["run"].mkdir()
        other = locked(options["run"] / "run.lock")
        other.__enter__()
        others.append(other)
        raise DataError("another run is at work in it", path=str(options["run"]))

    others: list[Any] = []
    monkeypatch.setattr(command, "train_counted", held)
    with pytest.raises(DataError, match="at work"):
        run("glove", "text.txt", "-o", "held.txt")
    assert (files / "held.txt.run" / "run.lock").exists()
    others[0].__exit__(None, None, None)


def test_report(monkeypatch: pytest.MonkeyPatch, files: Path) -> None:
    planted = planted_vectors.leaning()
    monkeypatch.setattr(building, "build_vector_suites", lambda *_, **__: ([planted], []))
    emb = planted_vectors.vectors(0.75)
    monkeypatch.setattr(command, "train_counted", lambda *_, **__: Trained(emb, 1, 2, 3, {}))
    result = run("gn-glove", "text.txt", "-o", "a.txt", "--neutral-part", "b.txt", "--report", "report")
    assert result.exit_code == 0, result.output
    report = json.loads((files / "report" / "report.json").read_text(encoding="utf-8"))
    assert [each["name"] for each in report["systems"]] == ["a.txt", "b.txt"]
    assert report["results"][0]["scores"][0]["value"] == pytest.approx(0.75)
    assert str(Path("report") / "report.html") in result.stdout


def test_a_report_needs_a_suite(monkeypatch: pytest.MonkeyPatch, files: Path) -> None:
    missing = [("weat", "no data")]
    monkeypatch.setattr(building, "build_vector_suites", lambda *_, **__: ([], missing))
    with pytest.raises(DataError, match="corefair data get sembias"):
        run("glove", "text.txt", "-o", "out.txt", "--report", "report")
    assert sorted(path.name for path in files.iterdir()) == ["text.txt"]  # said before anything is done
