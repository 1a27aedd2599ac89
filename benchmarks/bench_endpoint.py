"""1,584 questions to an endpoint on loopback that takes 200 ms for each: against the limit of a minute.

The questions are as many as WinoBias dev has, asked by a prompt that takes one request each, and by one that
gives options in both orders: 3,168 requests. Printed are the time over the least it could be at the pace that
was reached, and what a request costs here.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

N_QUESTIONS, LATENCY, LIMIT = 1584, 0.2, 60.0


def main() -> None:
    """Ask, and print what it took."""
    from corefair.suites.coref import participants
    from corefair.systems.ask import ask_choices
    from corefair.systems.language.chooser import LanguageChooser
    from corefair.systems.language.endpoint import Endpoint
    from corefair.systems.language.prompts import prompts_of
    from corefair.types import Question
    from loopback_model import endpoint  # type: ignore[import-not-found]

    cases = participants.build().cases[::6][:N_QUESTIONS]
    questions = [Question(case.given, case.gold.pronoun, case.gold.candidates) for case in cases]
    runs = ((0.0, questions[:200], "options"), (LATENCY, questions, "open"), (LATENCY, questions, "options"))
    for latency, asked, prompt in runs:
        with endpoint(latency=latency) as server:
            chooser = LanguageChooser(Endpoint("tiny", server.url), prompts_of([prompt])[0])
            began, cpu = perf_counter(), process_time()
            given = list(ask_choices(chooser, asked))
            seconds, cpu = perf_counter() - began, process_time() - cpu
        n = len(server.asked)
        # To a free question it names whatever comes first, which may be no candidate: an answer all the same.
        assert all(each.status == "ok" or "unparsed" in each.message for each in given)
        assert n == (2 if prompt == "options" else 1) * len(asked)
        least = n * latency / server.most_at_once
        pace = f"{n:,} requests of {1000 * latency:.0f} ms, {server.most_at_once} at once"
        print(f"{prompt}: {len(asked):,} questions, {pace}")
        print(f"  {seconds:.1f} s, {seconds / LIMIT:.2f} of the limit", end="")
        print(f", {seconds / least:.2f} × the least at that pace" if least else "")
        print(f"  {1000 * cpu / n:.2f} ms of this machine's time a request, server and client together")


if __name__ == "__main__":
    main()
