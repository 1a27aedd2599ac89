"""`make fuzz`: damage for every target in turn, for as long as is said; bugs with the bytes that show them.

python tests/fuzz/campaign.py --minutes 60 --seed 0 --found fuzz-found
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fuzz.examining import Found, examine
from fuzz.targets import TARGETS


def main() -> int:
    """Exit 1 if a bug was found."""
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--minutes", type=float, default=60.0)
    said.add_argument("--seed", type=int, default=0)
    said.add_argument("--turn", type=float, default=2.0, help="seconds that a target has at a time")
    said.add_argument("--only", default="", help="targets whose name holds this")
    said.add_argument("--found", type=Path, default=Path("fuzz-found"))
    options = said.parse_args()
    chosen = [name for name in TARGETS if options.only in name]
    began, counts = time.monotonic(), Counter[str]()
    bugs: dict[tuple[str, str], Found] = {}
    size = dict.fromkeys(chosen, 20)  # examples in a turn, so that each target has its share of the time
    turn = 0
    while time.monotonic() < began + 60 * options.minutes:
        for name in chosen:
            if time.monotonic() >= began + 60 * options.minutes:
                break
            number = number_of(options.seed, turn, name)
            since = time.monotonic()
            n_run, found = examine(name, examples=size[name], number=number)
            counts[name] += n_run
            each = (time.monotonic() - since) / max(n_run, 1)
            size[name] = min(max(int(options.turn / each), 5), 2000)
            if found and (name, found.kind) not in bugs:
                bugs[name, found.kind] = found
                keep(found, options.found)
                print(f"BUG in {name}: {found.kind}", flush=True)
        turn += 1
    for name in chosen:
        print(f"{counts[name]:>9,}  {name}")
    minutes = (time.monotonic() - began) / 60
    busy = time.process_time() / 60
    told = f"{counts.total():>9,}  examples in {minutes:.1f} minutes, {busy:.1f} of them of the processor"
    print(f"{told}, seed {options.seed}; {len(bugs)} bugs")
    return 1 if bugs else 0


def number_of(seed: int, turn: int, name: str) -> int:
    """A seed of its own for each turn of each target."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{turn}/{name}".encode()).digest()[:8], "big")


def keep(found: Found, folder: Path) -> None:
    """The bytes, and what was said of them."""
    folder.mkdir(parents=True, exist_ok=True)
    name = (
        f"{found.target.replace(' ', '-').replace('/', '-')}-{hashlib.sha256(found.content).hexdigest()[:8]}"
    )
    (folder / name).write_bytes(found.content)
    (folder / f"{name}.txt").write_text(f"{found.kind}\n{found.said}", encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
