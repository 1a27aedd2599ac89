"""A slice of `make faults`: disks that fill at some of the bytes, and two jobs killed once each."""

from __future__ import annotations

import random
import sys

import pytest

if sys.platform == "win32":
    pytest.skip("limits and signals of POSIX", allow_module_level=True)

from faults.filling import fill, fill_journal
from faults.jobs import JOBS
from faults.killing import Killing

STEPS = {
    "documents": 211,
    "documents, packed": 97,
    "vectors": 13,
    "report": 1999,
    "weights": 307,
    "model": 401,
    "arrays of a run": 53,
}


@pytest.mark.parametrize("name", STEPS)
def test_a_disk_that_fills(name: str) -> None:
    assert fill(name, step=STEPS[name]) >= 3


def test_a_disk_that_fills_under_a_journal() -> None:
    for n_bytes in range(0, 600, 29):
        fill_journal(n_bytes)


@pytest.mark.parametrize("name", ["audit", "convert"])
def test_killed(name: str) -> None:
    (job,) = (job for job in JOBS if job.name == name)
    killing = Killing(job)
    killing.once(random.Random(1))
    killing.close()
