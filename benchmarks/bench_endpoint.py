"""1,584 questions to an endpoint on loopback that takes 200 ms for each: against the limit of a minute.

The questions are as many as WinoBias dev has, asked by a prompt that takes one request each, and by one that
gives options in both orders: 3,168 requests, each answer kept on the disk. The endpoint is another process,
so that what a request costs is what it costs the one who asks. Printed are the time over the least it could
be at the pace that was reached, and the processor time a request as a share of the 200 ms it waits.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

N_QUESTIONS, LATENCY, LIMIT = 1584, 0.2, 60.0


def main() -> None:
    """Ask, and print what it took."""
    from corefair.suites.coref import participants
    from corefair.systems.ask import ask_choices
    from corefair.systems.language.chooser import LanguageChooser
    from corefair.systems.language.endpoint import Endpoint
    from corefair.systems.language.kept import Kept
    from corefair.systems.language.prompts import prompts_of
    from corefair.types import Question

    cases = participants.build().cases[::6][:N_QUESTIONS]
    questions = [Question(case.given, case.gold.pronoun, case.gold.candidates) for case in cases]
    for latency, prompt in ((0.0, "options"), (LATENCY, "open"), (LATENCY, "options")):
        with served(latency) as server, TemporaryDirectory() as folder:
            kept = Kept(Path(folder) / "requests.sqlite")
            chooser = LanguageChooser(Endpoint("tiny", server.recv(), kept=kept), prompts_of([prompt])[0])
            began, cpu = perf_counter(), process_time()
            given = list(ask_choices(chooser, questions))
            seconds, cpu = perf_counter() - began, process_time() - cpu
            server.send("how many?")
            n, at_once = server.recv()
            kept.close()
        # To a free question it names whatever comes first, which may be no candidate: an answer all the same.
        assert all(each.status == "ok" or "unparsed" in each.message for each in given)
        assert n == (2 if prompt == "options" else 1) * len(questions)
        print(f"{prompt}: {len(questions):,} questions, {n:,} requests of {1000 * latency:.0f} ms")
        print(f"  {seconds:.1f} s, {seconds / LIMIT:.2f} of the limit", end="")
        if latency:
            print(f", {seconds / (n * latency / at_once):.2f} × the least with {at_once} at once", end="")
        share = f", {cpu / n / LATENCY:.1%} of {1000 * LATENCY:.0f} ms"
        print(f"\n  {1000 * cpu / n:.2f} ms of processor time a request{share}")


@contextmanager
def served(latency: float) -> Iterator[Connection]:
    """The endpoint in a process of its own; its address comes first."""
    here, there = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=serve, args=(there, latency), daemon=True)
    process.start()
    try:
        yield here
    finally:
        here.close()
        process.join(5)


def serve(pipe: Connection, latency: float) -> None:
    """Answer until asked how many there were."""
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
    from loopback_model import endpoint  # type: ignore[import-not-found]

    with endpoint(latency=latency) as server:
        pipe.send(server.url)
        pipe.recv()
        pipe.send((len(server.asked), server.most_at_once))


if __name__ == "__main__":
    main()
