"""What holds for every command: quick help, one sentence for an error, a way on for whoever stops it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import corefair.cli
from corefair.cli import COMMANDS, main
from corefair.cli.stopping import if_stopped
from corefair.errors import DataError
from help_pages import commands

PAGES = commands()


def planted(monkeypatch: pytest.MonkeyPatch, behave: object) -> None:
    """`corefair convert` becomes a command that does this."""

    @click.command()
    def planted() -> None:
        behave()  # type: ignore[operator]

    monkeypatch.setattr(type(main), "get_command", lambda self, ctx, name: planted)


def test_help_names_every_command_and_loads_none() -> None:
    code = (
        "import sys; from corefair.cli import main\n"
        "try: main(['--help'], prog_name='corefair')\n"
        "except SystemExit: print(*sorted(sys.modules))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    page, _, loaded = said.rstrip().rpartition("\n")
    assert [line.split()[0] for line in page.split("Commands:\n")[1].splitlines()[: len(COMMANDS)]] == [
        *COMMANDS
    ]
    assert not {f"corefair.cli.{file}" for file, _ in COMMANDS.values()} & set(loaded.split())
    assert not {"numpy", "scipy", "rich", "numba", "torch"} & set(loaded.split())


def test_a_misspelt_command_is_offered_another() -> None:
    result = CliRunner().invoke(main, ["scor", "a", "b"])
    assert result.exit_code == 2
    assert "no command is called 'scor'; did you mean score" in result.stderr


@pytest.mark.parametrize(("path", "command"), PAGES, ids=[path for path, _ in PAGES])
def test_help_fits_80_columns(path: str, command: click.Command) -> None:
    page = CliRunner().invoke(main, [*path.split()[1:], "--help"], env={"COLUMNS": "200"}).output
    assert max(map(len, page.splitlines())) <= 80


@pytest.mark.parametrize(("path", "command"), PAGES, ids=[path for path, _ in PAGES])
def test_every_option_is_a_sentence_with_its_default(path: str, command: click.Command) -> None:
    shown = CliRunner().invoke(main, [*path.split()[1:], "--help"]).output
    for option in command.params:
        if not isinstance(option, click.Option) or option.name in ("help", "version"):
            continue
        says = option.help or ""
        assert says[:1].isupper() and says.endswith("."), f"{path} {option.opts}: {says!r}"
        assert "  " not in says
        if option.is_flag or option.required:
            continue
        has_default = option.default not in (None, ()) and not callable(option.default)
        if type(option.default).__name__ == "Sentinel":  # how click says that there is none
            has_default = False
        tells = (has_default and "[default: " in shown) or "default" in says
        assert tells, f"{path} {option.opts}: {says!r} does not say what happens without it"


def test_stopped_it_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    planted(monkeypatch, stop)
    result = CliRunner().invoke(main, ["convert"])
    assert result.exit_code == 130 and "Aborted" not in result.output
    assert result.stderr == "\nstopped; nothing was written: the same command begins anew\n"

    def stop_later() -> None:
        if_stopped("the same command goes on from run/")
        raise KeyboardInterrupt

    planted(monkeypatch, stop_later)
    assert "stopped; the same command goes on from run/\n" in CliRunner().invoke(main, ["convert"]).stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_a_real_interrupt(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "corefair.cli", "convert", "/dev/stdin", "out.jsonl", "--from", "conll"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # it may be off in a background job
    ) as running:
        while not list(tmp_path.glob(".out.jsonl.*.part")):  # until it writes, and waits for more to read
            assert running.poll() is None
            time.sleep(0.02)
        os.kill(running.pid, signal.SIGINT)
        _, said = running.communicate(timeout=60)
    assert running.returncode == 130 and "Traceback" not in said
    assert "the same command begins anew" in said
    assert not list(tmp_path.glob("*.jsonl")) and not list(tmp_path.glob(".*.part"))


def test_an_error_is_one_sentence_and_a_bug_is_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def bad() -> None:
        raise DataError("3 columns", path="a.conll", line=7)

    planted(monkeypatch, bad)
    result = CliRunner().invoke(main, ["convert"])
    assert (result.exit_code, result.output) == (1, "Error: a.conll:7: 3 columns\n")

    def full() -> None:
        raise OSError(28, "No space left on device", "out/x.txt")

    planted(monkeypatch, full)
    result = CliRunner().invoke(main, ["convert"])
    assert (result.exit_code, result.output) == (1, "Error: out/x.txt: No space left on device\n")

    def bug() -> None:
        raise ZeroDivisionError("of ours")

    planted(monkeypatch, bug)
    result = CliRunner().invoke(main, ["convert"])
    assert result.exit_code == 70
    assert result.stderr.startswith("This is a bug of corefair (ZeroDivisionError: of ours): ")
    assert result.stderr.count("\n") == 1, "one sentence"
    kept = Path(result.stderr.rpartition(" with ")[2].strip())
    assert "in bug" in kept.read_text(encoding="utf-8"), "the traceback is in the file"
    kept.unlink()


@pytest.mark.parametrize(
    "command",
    [
        ["weigh", "TABLE", "--group", "gender", "--property", "n_names", "-o", "FILE/inside.tsv"],
        ["convert", "STORY", "FILE/inside.jsonl"],
        ["examples", "FILE/inside"],
        ["audit", "first", "--suite", "SUITE", "--resamples", "100", "-o", "FILE/inside"],
        ["audit", "first", "--suite", "SUITE", "--resamples", "100", "--junit", "FILE/inside.xml"],
        ["audit", "vectors", "VECTORS", "--suite", "weat", "-o", "FILE/inside"],
        ["audit", "corpus", "KEY", "-o", "FILE/inside"],
        ["words", "VECTORS", "--by", "ripa", "-o", "FILE/inside.tsv"],
        ["swap", "STORY", "-o", "FILE/inside.txt"],
        ["suite", "questions", "participants", "-o", "FILE/inside"],
        ["resolve", "STORY", "--system", "nearest", "-o", "FILE/inside.conll"],
        ["experiment", "GRID", "-o", "FILE/inside"],
    ],
)
def test_a_file_in_the_way_of_an_output_is_one_sentence(tmp_path: Path, command: list[str]) -> None:
    examples = Path(__file__).parents[2] / "examples"
    (tmp_path / "file").touch()
    (tmp_path / "v.txt").write_text("she 1 2 3\nhe -1 2 3\nnurse 1 0 1\n", encoding="utf-8")
    rows = [{"name": "Nearest", "system": "nearest"}]
    grid = {"suites": [str(examples / "suite_age.tsv")], "rows": rows}
    (tmp_path / "grid.json").write_text(json.dumps(grid), encoding="utf-8")
    names = {
        "VECTORS": tmp_path / "v.txt",
        "GRID": tmp_path / "grid.json",
        "KEY": examples / "score" / "key.conll",
        "TABLE": examples / "uneven.tsv",
        "STORY": examples / "story.txt",
        "SUITE": examples / "suite_age.tsv",
    }
    words = [str(names.get(word, word.replace("FILE", str(tmp_path / "file")))) for word in command]
    result = CliRunner().invoke(main, words)
    error = result.stderr.strip().splitlines()[-1]
    assert result.exit_code == 1 and error.startswith(f"Error: {tmp_path / 'file'}"), result.output
    assert "Not a directory" in error or "File exists" in error
    assert "done in" not in result.stderr, "it is told before the work is done, not after"


@pytest.mark.parametrize("name", ["", ".", "/"])
@pytest.mark.parametrize(
    "command",
    [
        ["mitigate", "hard", "VECTORS", "-o"],
        ["vectors", "train", "glove", "VECTORS", "-o"],
        ["audit", "vectors"],
        ["weigh", "VECTORS", "--group", "gender", "-o"],
    ],
)
def test_a_folder_where_a_file_should_be_is_one_sentence(
    tmp_path: Path, command: list[str], name: str
) -> None:
    (tmp_path / "v.txt").write_text("she 1 2 3\nhe -1 2 3\nnurse 1 0 1\n", encoding="utf-8")
    words = [word.replace("VECTORS", str(tmp_path / "v.txt")) for word in command]
    result = CliRunner().invoke(main, [*words, name])
    assert result.exit_code in (1, 2) and "Error: " in result.stderr, result.output


@pytest.mark.parametrize(
    "command",
    [["mitigate", "hard", "caf\udce9.txt", "-o", "x.txt"], ["audit", "caf\udce9=first", "-o", "out"]],
)
def test_a_name_that_is_not_utf8_is_told_at_the_door(command: list[str]) -> None:
    """No report could hold it: it was found out when all was done."""
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 2 and "is not in UTF-8: rename the file" in result.stderr, result.output


@pytest.mark.parametrize("number", ["0", "99", "100001", "99999999999999999999"])
@pytest.mark.parametrize("command", ["audit", "audit vectors", "audit corpus", "compare", "score"])
def test_resamples_have_a_bound(command: str, number: str) -> None:
    result = CliRunner().invoke(main, [*command.split(), "x", "x", "--resamples", number])
    assert result.exit_code == 2 and "100<=x<=100000" in result.stderr, result.output


def test_a_warning_is_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    def warn() -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn("the file is odd", stacklevel=1)

    planted(monkeypatch, warn)
    result = CliRunner().invoke(main, ["convert"])
    assert (result.exit_code, result.stderr) == (0, "note: the file is odd\n")


def complete(words: str, shell: str = "bash") -> list[str]:
    """What a shell is told when tab is pressed after the words."""
    n = len(words.split(" ")) - 1
    environment = {
        **os.environ,
        "_COREFAIR_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(n),
    }
    command = [sys.executable, "-c", "from corefair.cli import main; main(prog_name='corefair')"]
    said = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout
    return said.splitlines()


def test_shells_complete_commands_options_and_names() -> None:
    assert complete("corefair sc") == ["plain,score"]
    assert complete("corefair score --sing") == ["plain,--singletons"]
    assert complete("corefair score --singletons ") == ["plain,keep", "plain,drop"]
    assert complete("corefair completion z") == ["plain,zsh"]
    assert "plain,rule" in complete("corefair show ru")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_what_the_shell_loads(shell: str) -> None:
    said = CliRunner().invoke(main, ["completion", shell])
    assert said.exit_code == 0
    assert f"_COREFAIR_COMPLETE={shell}_complete" in said.output


def test_examples_are_copied_and_nothing_is_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first = CliRunner().invoke(main, ["examples", "mine"])
    assert first.exit_code == 0 and str(Path("mine", "score", "key.conll")) in first.output.splitlines()
    Path("mine", "story.txt").write_text("my own\n")
    again = CliRunner().invoke(main, ["examples", "mine"])
    assert again.stdout == "" and "story.txt is there already" in again.stderr
    assert Path("mine", "story.txt").read_text() == "my own\n"


@pytest.mark.parametrize("given", ["inf", "nan", "1e300", "0", "-1"])
@pytest.mark.parametrize("limit", ["--time-limit", "--start-limit"])
def test_limits_of_time_are_numbers_of_seconds(given: str, limit: str) -> None:
    result = CliRunner().invoke(main, ["audit", "rule", "--suite", "occupations", limit, given])
    assert result.exit_code == 2 and limit in result.output


def test_an_error_is_one_line_whatever_the_file_is_called_and_holds(tmp_path: Path) -> None:
    path = tmp_path / "x\ny.conll"
    path.write_text(
        "#begin document (d); part 000\nd 0 0 a X * - - - - * " + "x" * 50_000 + "\n", encoding="utf-8"
    )
    result = CliRunner().invoke(main, ["convert", str(path), str(tmp_path / "o.jsonl")])
    assert result.exit_code == 1 and result.output.count("\n") == 1 and len(result.output) < 3_000


def test_what_is_printed_for_a_person_goes_through_one_door() -> None:
    """`say` shows control characters; what is for machines, or has styles of ours, is named here."""
    machines = ("json.dumps", "dumps(", "_as_json(found, searched)", ".source()", "click.echo(line)")
    ours = ("_in_lines(styled)", "join(pages)", "{left}{gap}", "echo(text, nl=False)", "click.style(shown")
    for path in sorted(Path(corefair.cli.__file__).parent.glob("*.py")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if "click.echo(" in line or "click.secho(" in line:
                assert any(each in line for each in (*machines, *ours)), f"{path.name}: {line.strip()}"


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of POSIX")
def test_nothing_from_outside_steers_a_terminal(tmp_path: Path) -> None:
    """Seen as a terminal sees it: elsewhere click itself leaves out what it takes for colours."""
    import pty

    bad = "\x1b[2J\x1b]0;mine\x07"
    (tmp_path / "p.py").write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        f"    print(json.dumps({{'status': 'error', 'message': {bad!r} + 'a\\nb'}}), flush=True)\n",
        encoding="utf-8",
    )
    (tmp_path / f"{bad}.txt").write_text("She left.", encoding="utf-8")
    seen = b""

    def read(number: int) -> bytes:
        nonlocal seen
        found = os.read(number, 4096)
        seen += found
        return found

    program = f"command:{sys.executable} {tmp_path / 'p.py'}"
    file = str(tmp_path / f"{bad}.txt")
    wanted = ["resolve", file, "--system", program, "-o", str(tmp_path / f"{bad}.jsonl")]
    pty.spawn([sys.executable, "-m", "corefair.cli", *wanted], read)
    assert b"gave no clusters" in seen and "␛[2J".encode() in seen
    assert b"\x1b[2J" not in seen and b"\x1b]0" not in seen and b"\x07" not in seen
