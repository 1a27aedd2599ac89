"""`make faults`: kill -9 at random moments of every long job, and disks that fill at every byte.

python tests/faults/campaign.py --times 20 --seed 0
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from faults.filling import fill, fill_journal, writers
from faults.jobs import JOBS
from faults.killing import Killing, Lost
from faults.starting import forked


def main() -> int:
    """Exit 1 if anything was lost."""
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--times", type=int, default=20)
    said.add_argument("--seed", type=int, default=0)
    said.add_argument("--only", default="", help="jobs whose name holds this")
    options = said.parse_args()
    n_lost = 0
    for job in JOBS:
        if options.only not in job.name:
            continue
        if not job.can_run:
            print(f"{job.name}: not run, it needs {', '.join(job.needs)}", flush=True)
            continue
        killing = Killing(job, forked)
        lot, found = random.Random(f"{options.seed}/{job.name}"), Counter[str]()
        for _ in range(options.times):
            try:
                found[killing.once(lot)] += 1
            except Lost as lost:
                n_lost += 1
                print(f"LOST {lost}", flush=True)
        killing.close()
        told = ", ".join(f"{n} with the output {which}" for which, n in sorted(found.items()))
        print(f"{job.name}: killed {options.times} times in {killing.seconds:.1f} s; {told}", flush=True)
    for name in writers():
        if options.only in name:
            print(f"{name}: a disk full at each of {fill(name):,} bytes", flush=True)
    if options.only in "journal":
        for n_bytes in range(600):
            fill_journal(n_bytes)
        print("journal: a disk full at each of 600 bytes")
    print(f"{n_lost} lost, seed {options.seed}")
    return 1 if n_lost else 0


if __name__ == "__main__":
    raise SystemExit(main())
