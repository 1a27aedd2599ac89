"""A grid that is killed, done in shards or on a cluster comes to the same report as one left in peace."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import contracts
import experiment_toys as toys
from corefair.errors import DataError
from corefair.experiments import stages
from corefair.experiments.cells import plan
from corefair.experiments.grid import read_grid
from corefair.experiments.result import FILE, Experiment, load, save
from corefair.experiments.running import experiment
from corefair.experiments.schedule import estimates, shard_of, state_of
from corefair.experiments.working import run_cell
from corefair.runs.lock import locked
from corefair.runs.run import LOCK


def process(grid: Path, folder: Path, shard: str = "1/1", engine: str = "one") -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, toys.__file__, str(grid), str(folder), shard, engine])


def told(folder: Path) -> Any:
    """experiment.json without what may differ: when, and how long."""
    found = json.loads((folder / FILE).read_text(encoding="utf-8"))
    found.pop("made")
    return found


@pytest.fixture(scope="module")
def grid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return toys.grid(tmp_path_factory.mktemp("grid"), toys.ROWS, seeds=2, baseline="plain")


@pytest.fixture(scope="module")
def in_peace(grid: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("peace")
    found = experiment(read_grid(grid), folder, write=save)
    assert not found.unfinished and load(folder) == found
    return folder


def test_killed_at_ten_moments(grid: Path, in_peace: Path, tmp_path: Path) -> None:
    began = time.monotonic()
    running = process(grid, tmp_path)
    assert running.wait() == 0
    whole = time.monotonic() - began
    assert told(tmp_path) == told(in_peace)
    broken = tmp_path / "broken"
    killed = 0
    for moment in range(10):
        running = process(grid, broken)
        time.sleep(whole * (0.35 + 0.065 * moment))
        killed += running.poll() is None
        running.send_signal(signal.SIGKILL)
        running.wait()
    assert killed >= 3  # the first ones at least, before it is done
    assert process(grid, broken).wait() == 0
    assert told(broken) == told(in_peace)


def test_two_shards_make_the_report_of_one(grid: Path, in_peace: Path, tmp_path: Path) -> None:
    both = [process(grid, tmp_path, shard) for shard in ("1/2", "2/2")]
    assert [each.wait() for each in both] == [0, 0]
    assert told(tmp_path) == told(in_peace)


def test_a_cell_that_another_process_is_at_is_waited_for_and_comes_last(tmp_path: Path) -> None:
    made = read_grid(toys.grid(tmp_path, toys.ROWS[:2]))
    first, second = plan(made).cells
    place = stages.place_of(tmp_path / "cells", first)
    place.mkdir(parents=True)
    held, order = threading.Event(), list[str]()

    def hold() -> None:
        with locked(place / LOCK):
            held.set()
            while not state_of(tmp_path / "cells", second).is_done:
                time.sleep(0.01)

    holder = threading.Thread(target=hold, daemon=True)
    holder.start()
    held.wait()
    found = experiment(
        made, tmp_path, cells=tmp_path / "cells", progress=lambda what, done, of: order.append(what)
    )
    holder.join()
    assert not found.unfinished
    assert "cells; another process is at the others" in order


def test_on_a_cluster_that_loses_a_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="needs the extra cluster")
    import dask_cluster

    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, sys.path)))
    rows = [
        {"name": f"slow {n}", "system": f"module:experiment_toys:Slow:often={n / 10}"} for n in range(3, 7)
    ]
    made = read_grid(toys.grid(tmp_path, rows))
    alone = experiment(made, tmp_path / "alone")
    with dask_cluster.cluster(tmp_path) as (address, workers):

        def kill(what: str, done: int, of: int) -> None:
            if workers[0].poll() is None:
                workers[0].kill()

        found = experiment(made, tmp_path / "together", engine=f"dask={address}", progress=kill)
    assert not found.unfinished
    assert replace(found, made={}) == replace(alone, made={})


def test_only_what_changed_is_done_again(grid: Path, in_peace: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    rows = [dict(row) for row in toys.ROWS[:2]]
    first = read_grid(toys.grid(tmp_path, rows))
    experiment(first, folder)
    stamps = {path: path.stat().st_mtime_ns for path in folder.rglob("model.json")}
    assert len(stamps) == 2
    rows[1] = {**rows[1], "settings": {"lean": 0.2}}
    second = read_grid(
        toys.grid(
            tmp_path, [*rows, {"name": "twin of plain", **{k: v for k, v in rows[0].items() if k != "name"}}]
        )
    )
    found = experiment(second, folder)
    assert not found.unfinished and len(found.cells) == 3
    after = {path: path.stat().st_mtime_ns for path in folder.rglob("model.json")}
    assert len(after) == 3  # the twin is the same cell
    assert all(after[path] == stamp for path, stamp in stamps.items())
    assert {n.score.value for n in found.numbers if n.row == "plain"} == {
        n.score.value for n in found.numbers if n.row == "twin of plain"
    }
    experiment(second, folder, again=("plain",))
    again = {path: path.stat().st_mtime_ns for path in folder.rglob("model.json")}
    assert sum(again[path] != stamp for path, stamp in after.items()) == 1


def test_a_model_of_which_nothing_more_is_asked_need_not_be_there(tmp_path: Path) -> None:
    made = read_grid(toys.grid(tmp_path, toys.ROWS[:2], seeds=2))
    first = experiment(made, tmp_path / "run")
    for model in list((tmp_path / "run").rglob(stages.MODEL)):
        shutil.rmtree(model)
    kept = experiment(made, tmp_path / "run")
    assert kept == replace(first, made=kept.made) and not list((tmp_path / "run").rglob(stages.MODEL))
    assert kept.made["seconds of one core, by cell"] == first.made["seconds of one core, by cell"]

    cell = plan(made).cells[0]  # something else is asked: its model is made again, and that alone asked
    place = stages.place_of(tmp_path / "run", cell)
    stages.counts_of(place, "score", cell.scores[0]).unlink()
    stamp = stages.counts_of(place, "audit", cell.audits[0]).stat().st_mtime_ns
    assert state_of(tmp_path / "run", cell).done == state_of(tmp_path / "run", cell).steps - 2
    again = experiment(made, tmp_path / "run")
    assert again == replace(first, made=again.made)
    assert [path.parent for path in (tmp_path / "run").rglob(stages.MODEL)] == [place]
    assert stages.counts_of(place, "audit", cell.audits[0]).stat().st_mtime_ns == stamp


def test_a_shard_does_its_own_cells_anew_and_none_of_the_others(tmp_path: Path) -> None:
    made = read_grid(toys.grid(tmp_path, toys.ROWS[:1], seeds=3))
    cells = {cell.key: cell for cell in plan(made).cells}
    experiment(made, tmp_path / "run")

    def stamps() -> dict[str, int]:
        places = {key: stages.place_of(tmp_path / "run", cell) for key, cell in cells.items()}
        return {
            key: (place / stages.MODEL / "model.json").stat().st_mtime_ns for key, place in places.items()
        }

    before = stamps()
    found = experiment(made, tmp_path / "run", shard=(1, 2), again=("plain",))
    mine = {cell.key for cell in shard_of(plan(made).cells, (1, 2))}
    after = stamps()
    assert not found.unfinished and {key for key in before if after[key] != before[key]} == mine
    assert len(mine) == 2


def test_what_another_process_is_at_is_not_cleared_under_it(tmp_path: Path) -> None:
    made = read_grid(toys.grid(tmp_path, toys.ROWS[:1]))
    (cell,) = plan(made).cells
    experiment(made, tmp_path)
    place = stages.place_of(tmp_path, cell)
    with locked(place / LOCK):
        outcome = run_cell(cell, tmp_path, anew=True, patience=0.0)
        assert outcome.busy and state_of(tmp_path, cell).is_done
    assert not run_cell(cell, tmp_path, anew=True).failed and state_of(tmp_path, cell).is_done


def test_two_grids_share_their_cells(tmp_path: Path) -> None:
    cells = tmp_path / "cells"
    first = read_grid(toys.grid(tmp_path, toys.ROWS))
    experiment(first, tmp_path / "first", cells=cells, write=save)
    stamps = {path: path.stat().st_mtime_ns for path in cells.rglob("model.json")}
    renamed = [
        {**toys.ROWS[0], "name": "as it is"},
        {**toys.ROWS[0], "name": "other", "settings": {"epochs": 2}},
    ]
    found = experiment(
        read_grid(toys.grid(tmp_path, renamed, seeds=2)), tmp_path / "second", cells=cells, write=save
    )
    assert not found.unfinished and load(tmp_path / "first").rows[0].name == "plain"
    after = {path: path.stat().st_mtime_ns for path in cells.rglob("model.json")}
    assert stamps.items() <= after.items() and len(after) == len(stamps) + 3
    assert [path.name for path in (tmp_path / "second").iterdir() if path.is_dir()] == []


def test_paths_among_settings_come_as_paths_and_are_shown_short(tmp_path: Path) -> None:
    (tmp_path / "layer").mkdir()
    beside = tmp_path / "layer" / "train.txt"
    beside.write_text("more", encoding="utf-8")
    rows = [{"name": "plain", "system": "toy", "settings": {"beside": str(beside)}}]
    found = experiment(read_grid(toys.grid(tmp_path, rows)), tmp_path / "run")
    assert not found.unfinished
    assert found.rows[0].settings == {"beside": "layer/train.txt"}


def test_vectors_and_text_are_changed_on_the_way(tmp_path: Path) -> None:
    vectors = tmp_path / "vectors.txt"
    emb = contracts.example_vectors()
    lines = (f"{word} {' '.join(map(str, emb[word]))}\n" for word in emb.words)
    vectors.write_text("".join(lines), encoding="utf-8")
    listed = tmp_path / "listed.txt"
    listed.write_text("she\n", encoding="utf-8")
    hard = {"file": str(vectors), "mitigator": "hard", "options": {"preserve": str(listed)}}
    rows = [
        {"name": "plain", "system": "toy", "vectors": str(vectors)},
        {"name": "hard", "system": "toy", "vectors": hard},
        {"name": "hard, longer", "system": "toy", "vectors": hard, "settings": {"epochs": 6}},
        {"name": "swapped", "system": "toy", "vectors": str(vectors), "in_place": "swap-pronouns"},
    ]
    made = read_grid(toys.grid(tmp_path, rows, suites=[]))
    assert not experiment(made, tmp_path / "run").unfinished
    assert len(list((tmp_path / "run" / "vectors").iterdir())) == 1  # changed once for both
    learned = {}
    for cell in plan(made).cells:
        model = toys.ToyModel.load(stages.place_of(tmp_path / "run", cell) / stages.MODEL)
        learned[cell.row] = round(float(model.number[1]), 6)
    assert learned["hard"] == learned["hard, longer"] == pytest.approx(learned["plain"] + 0.01)
    assert learned["swapped"] != learned["plain"]  # there were not as many of both


def test_a_cell_that_fails_is_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    rows = [*toys.ROWS[:1], {"name": "bad", "system": "toy", "settings": {"fails": True}}]
    found = experiment(read_grid(toys.grid(tmp_path, rows)), tmp_path / "run")
    states = {cell.row: (cell.state, cell.why) for cell in found.cells}
    assert states["plain"] == ("done", ())
    assert states["bad"] == ("failed", ("train: it was told to fail",))
    assert {n.row for n in found.numbers} == {"plain"}


def test_what_only_guesses_or_fails_is_not_read(tmp_path: Path) -> None:
    """Linked to the nearest, half is right whoever is meant; a program that ends at once answers nothing."""
    ends = f"command:{sys.executable} -c pass"
    rows = [*toys.ROWS[::2], *({"name": name, "system": ends} for name in ("silent", "twin"))]
    found = experiment(read_grid(toys.grid(tmp_path, rows)), tmp_path / "run")
    kinds = {(each.row, each.asked): each.kind for each in found.problems}
    assert kinds["nearest", "suite_age"] == "guessing" and kinds["silent", "suite_age"] == "unsound"
    assert kinds["silent", "examples"] == "unsound" and ("plain", "suite_age") not in kinds
    states = {cell.row: cell.state for cell in found.cells}
    assert states == {"plain": "done", "nearest": "done", "silent": "failed", "twin": "failed"}
    assert [why.partition(",")[0] for why in found.cells[-1].why] == [
        "score examples: every answer failed", "audit suite_age: every answer failed",
    ]  # fmt: skip
    assert not [each for each in found.findings if each.kind == "narrows"]


def test_why_a_silent_row_is_not_read_is_told_once(tmp_path: Path) -> None:
    rows = [{"name": "mute", "system": "silent"}, toys.ROWS[2]]
    found = experiment(read_grid(toys.grid(tmp_path, rows)), tmp_path / "run")
    (said,) = (each.sentence for each in found.findings if each.row == "mute" and each.asked == "suite_age")
    assert said == (
        "mute on suite_age is not read: links nothing, even where only one answer is possible; "
        "only 0.0 % of pronouns were linked to anyone (at least 10 %)."
    )


def test_how_far_it_is_and_how_long_the_rest_takes(tmp_path: Path) -> None:
    made = read_grid(toys.grid(tmp_path, toys.ROWS[:1], seeds=3))
    said: list[tuple[str, int, int]] = []
    experiment(made, tmp_path / "one", progress=lambda *each: said.append(each))
    assert said[0] == ("cells", 0, 3) and said[-1] == ("cells", 3, 3)
    assert any("cell 1 of 3: plain, seed 0)" in what for what, _, _ in said)
    second = re.compile(r"cell 2 of 3: plain, seed 1; about \d+ s for all that are left\)")
    assert any(second.search(what) for what, _, _ in said)
    said.clear()  # several at once: their pace is known from the first on
    experiment(made, tmp_path / "two", engine="processes=2", progress=lambda *each: said.append(each))
    assert said == [("cells", n, 3) for n in range(4)]


def test_grids_that_share_cells_do_not_write_over_each_other(tmp_path: Path) -> None:
    """The same suite with other resamples, another corpus by the same name; then without the model."""
    cells, other = tmp_path / "cells", tmp_path / "other.conll"
    other.write_text(toys.KEY.read_text(encoding="utf-8") + "\n", encoding="utf-8")

    def undone(**given: Any) -> int:
        todo = plan(read_grid(toys.grid(tmp_path, toys.ROWS[:1], **given)))
        n = sum(not state_of(cells, cell).is_done for cell in todo.cells)
        experiment(todo.grid, tmp_path / "report", cells=cells)
        return n

    grids: list[dict[str, Any]] = [{}, {"resamples": 200}, {"score": {"examples": str(other)}}]
    assert [undone(**given) for given in grids] == [1, 1, 1]
    shutil.rmtree(next(cells.glob("cells/*/model")))
    assert [undone(**given) for given in grids] == [0, 0, 0]


def test_a_suite_that_is_too_large_to_be_counted_is_told_before_it_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("corefair.experiments.working.MOST_ROWS", 100)
    found = experiment(read_grid(toys.grid(tmp_path, toys.ROWS[2:])), tmp_path / "run")
    (cell,) = found.cells
    assert cell.state == "failed" and "an experiment counts up to 100 of a suite" in cell.why[0]


def test_counts_that_are_damaged_say_what_to_do(tmp_path: Path) -> None:
    made = read_grid(toys.grid(tmp_path, toys.ROWS[2:]))
    experiment(made, tmp_path / "run")
    (counts,) = tmp_path.glob("run/cells/*/audit-*.npz")
    counts.write_bytes(bytes(len(counts.read_bytes())))
    with pytest.raises(DataError, match=r"audit-.*npz: not a sound file .*; delete it, and give the command"):
        experiment(made, tmp_path / "run")


def test_order_shards_and_estimates(grid: Path, in_peace: Path) -> None:
    todo = plan(read_grid(grid))
    assert [(cell.row, cell.seed) for cell in todo.cells] == [
        ("plain", 0), ("mitigated", 0), ("nearest", None), ("plain", 1), ("mitigated", 1),
    ]  # fmt: skip
    parts = [shard_of(todo.cells, (number, 2)) for number in (1, 2)]
    assert sorted(cell.key for part in parts for cell in part) == sorted(cell.key for cell in todo.cells)
    with pytest.raises(DataError, match="not 3/2"):
        shard_of(todo.cells, (3, 2))
    states = [state_of(in_peace, cell) for cell in todo.cells]
    assert all(state.word == "done" for state in states) and estimates(states) == {}
    begun = [replace(states[0], done=1, seconds=0.0), *states[1:]]
    assert estimates(begun)[states[0].cell.key] == pytest.approx(
        states[3].seconds
    )  # the same row's other seed
    longer = [
        replace(state, cell=replace(state.cell, row=f"{n}", options={"epochs": n}))
        for n, state in enumerate(states)
    ]
    longer = [
        replace(longer[0], cell=replace(longer[0].cell, options={"epochs": 3}), done=1, seconds=0.0),
        *longer[1:],
    ]
    assert estimates(longer)[longer[0].cell.key] == pytest.approx(longer[3].seconds)  # of the same settings


def test_a_suite_without_data_is_listed(tmp_path: Path) -> None:
    made = toys.grid(tmp_path, toys.ROWS[2:], suites=[str(toys.SUITE), "winobias:test"])
    found: Experiment = experiment(read_grid(made), tmp_path / "run", data=tmp_path)
    ((name, why),) = found.not_here
    assert name == "winobias:test" and "not found" in why
    assert [each.key for each in found.asked] == ["examples", "suite_age"]
