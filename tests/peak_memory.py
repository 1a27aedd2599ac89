"""The most memory that some code takes, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

needs_resource = pytest.mark.skipif(
    sys.platform == "win32", reason="the peak is asked of resource, which Windows lacks"
)

_PEAK = """
import resource, sys
from pathlib import Path

def peak(who=resource.RUSAGE_SELF):
    # Linux lets a process begin with the peak of the one that started it; its status does not.
    status = Path("/proc/self/status")
    if who == resource.RUSAGE_SELF and status.exists():
        return 1024 * int(status.read_text().partition("VmHWM:")[2].split()[0])
    return resource.getrusage(who).ru_maxrss * (1 if sys.platform == "darwin" else 1024)

if __name__ == "__main__":
"""


def printed_by(code: str, folder: Path, *arguments: object) -> list[int]:
    """The numbers that the code prints; it is given the folder and the arguments, and `peak()` in bytes."""
    script = folder / "peak.py"
    script.write_text(_PEAK + "\n".join(f"    {line}" for line in code.strip().splitlines()))
    command = [sys.executable, str(script), str(folder), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [int(number) for number in done.stdout.split()]
