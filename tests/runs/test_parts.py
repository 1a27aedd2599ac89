"""What a killed writer left goes when the next one writes there; what is still written stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from corefair.runs import parts
from corefair.runs.writing import remaining_parts, write_json, writing_bytes, writing_folder

if sys.platform == "win32":
    pytest.skip("locks and signals of POSIX", allow_module_level=True)

WRITER = """
import sys, time
from pathlib import Path
from corefair.runs.writing import writing_bytes, writing_folder
with writing_bytes(Path(sys.argv[1]) / "x.txt") as out, writing_folder(Path(sys.argv[1]) / "model") as part:
    out.write(b"half")
    (part / "weights").write_bytes(b"half")
    print("ready", flush=True)
    time.sleep(60)
"""


def write_later(folder: Path) -> None:
    """As another process would an hour from now."""
    for path in remaining_parts(folder):
        os.utime(path, (time.time() - 3600,) * 2)
    parts._looked_into.clear()
    write_json(folder / "y.json", 1)


def test_parts_of_the_killed_go_and_those_of_the_living_stay(tmp_path: Path) -> None:
    mine = tmp_path / ".notes.part"
    mine.touch()
    with subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE) as writer:
        assert writer.stdout and writer.stdout.readline() == b"ready\n"
        write_later(tmp_path)
        assert len(remaining_parts(tmp_path)) == 3, "it is still at work"
        writer.send_signal(signal.SIGKILL)
    assert len(remaining_parts(tmp_path)) == 3
    write_later(tmp_path)
    assert remaining_parts(tmp_path) == [mine], "no name that we give"


def test_a_young_part_stays(tmp_path: Path) -> None:
    """Between its making and its lock nobody can tell that it is in use."""
    part = tmp_path / f".x.{'0' * 32}.part"
    part.touch()
    parts._looked_into.clear()
    with writing_bytes(tmp_path / "x"), writing_folder(tmp_path / "f"):
        assert part.exists()
