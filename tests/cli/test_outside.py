"""An audit of a program outside: what it says after its last answer, its limits, and how it is ended."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import textwrap
import time
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from corefair.cli import main

SUITE = str(Path(__file__).parents[2] / "examples" / "suite_age.tsv")
LINKS = """
import json, os, subprocess, sys, time
def answer(line):
    words = json.loads(line)["words"]
    pronouns = ("she", "he", "they", "her", "him", "them", "his", "their")
    at = next(i for i, word in enumerate(words) if word.lower() in pronouns)
    print(json.dumps({"clusters": [[[0, 2], [at, at + 1]]]}), flush=True)
"""


def program(folder: Path, code: str) -> str:
    script = folder / "program.py"
    script.write_text(LINKS + textwrap.dedent(code), encoding="utf-8")
    return "mine=command:" + shlex.join([sys.executable, str(script)])


def audit(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["audit", *arguments, "--suite", SUITE, "--resamples", "100"])


def test_lines_that_nobody_asked_for_make_it_invalid(tmp_path: Path) -> None:
    code = """
        for line in sys.stdin:
            answer(line)
        print("{}")
        """
    result = audit(program(tmp_path, code), "-o", str(tmp_path / "out"))
    assert result.exit_code == 4, result.output
    shown = " ".join(result.stdout.split())
    assert "wrote 1 line more than it was asked for: its answers may be shifted" in shown
    assert not list((tmp_path / "out" / "answers").glob("*.jsonl")), "such answers are not kept"


def test_an_exit_code_is_told(tmp_path: Path) -> None:
    code = """
        for line in sys.stdin:
            answer(line)
        sys.exit(3)
        """
    result = audit(program(tmp_path, code))
    assert "note: ended with exit code 3 after its last answer" in " ".join(result.stdout.split())


def test_a_program_that_hangs_costs_no_more_than_its_failures(tmp_path: Path) -> None:
    """At most five starts of a second each, for the self-test and all suites; some may end too early."""
    starts = tmp_path / "starts"
    code = f"open({str(starts)!r}, 'a').write('x'); time.sleep(60)"
    suites = ("--suite", "occupations", "--suite", "participants")
    limits = ("--start-limit", "1", "--time-limit", "1")
    result = audit(program(tmp_path, code), *suites, *limits)
    assert result.exit_code == 4, result.output
    assert 1 <= len(starts.read_text()) <= 5


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_who_ends_us_ends_the_program_and_what_it_started(tmp_path: Path, number: signal.Signals) -> None:
    pids = tmp_path / "pids"
    code = f"""
        child = subprocess.Popen(["sleep", "60"], start_new_session=True)
        forgets = subprocess.Popen(["sleep", "60"], start_new_session=True, env={{}})
        orphan = ["/bin/sh", "-c", "sleep 60 <&- >&- 2>&- & echo $!"]  # no parent, no mark
        orphan = subprocess.check_output(orphan, preexec_fn=os.setpgrp, env={{}}, text=True).strip()
        note = {str(pids)!r}
        open(note + "-", "w").write(f"{{os.getpid()}} {{child.pid}} {{forgets.pid}} {{orphan}}")
        os.rename(note + "-", note)
        time.sleep(60)
        """
    command = [sys.executable, "-m", "corefair.cli", "audit", program(tmp_path, code), "--suite", SUITE]
    # Under nohup a hang-up is ignored, and so it would be by what is started.
    heard = partial(signal.signal, number, signal.SIG_DFL)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, preexec_fn=heard, **pipes) as running:  # type: ignore[call-overload]
        try:
            deadline = time.monotonic() + 60
            while not pids.exists() and time.monotonic() < deadline:
                time.sleep(0.02)
            started = list(map(int, pids.read_text().split()))
            running.send_signal(number)
            _, said = running.communicate(timeout=60)
        finally:
            running.kill()
    assert running.returncode == 128 + number and "Traceback" not in said and "stopped; " in said
    expected = started if sys.platform == "linux" else started[:1]  # who left the group: Linux only
    assert not [pid for pid in expected if not gone(pid)]


def gone(pid: int) -> bool:
    """Whether it is dead, or waits for init to bury it, within two seconds."""
    for _ in range(200):
        try:
            os.kill(pid, 0)
            if ") Z " in Path(f"/proc/{pid}/stat").read_text():
                return True
        except OSError:
            return True
        time.sleep(0.01)
    return False


def test_two_audits_into_one_folder(tmp_path: Path) -> None:
    ready = tmp_path / "ready"
    code = f"""
        for n, line in enumerate(sys.stdin):
            answer(line)
            if n == 12:
                open({str(ready)!r}, "w").close()
                time.sleep(60)
        """
    command = [sys.executable, "-m", "corefair.cli", "audit", program(tmp_path, code), "--suite", SUITE]
    with subprocess.Popen(
        [*command, "-o", str(tmp_path / "out")], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        deadline = time.monotonic() + 60
        while not ready.exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        result = audit("first", "-o", str(tmp_path / "out"))
        running.kill()
        running.communicate(timeout=60)
    assert result.exit_code == 1 and "another run is at work in it" in result.stderr
    assert audit("first", "-o", str(tmp_path / "out")).exit_code == 0, "a lock does not outlive its holder"
