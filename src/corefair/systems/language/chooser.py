"""A language model as a chooser: each question put by a prompt, its answer read as probabilities."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Literal

from corefair.errors import CorefairError, DataError
from corefair.systems.language.asking import Normalised
from corefair.systems.language.model import FREE, TOP, WORDS, LanguageModel
from corefair.systems.language.prompts import Prompt
from corefair.systems.language.reading import Refused, named_candidate, option_probabilities
from corefair.text.asked import names_of
from corefair.types import Picked, Question

FIRST = 10  # questions, as many as the self-test has, after which it is hopeless if none was answered


class LanguageChooser:
    """Asks a model by one prompt; several prompts are several choosers of one model.

    `normalised="tokens"` divides the log-probability of a continuation by its number of tokens, for a long
    name has a smaller one of itself; only prompts of the way `likelihood` have continuations.
    `answer_tokens`: how many tokens an answer may take, if not 6 for a choice and 48 for a free one.
    """

    def __init__(
        self,
        model: LanguageModel,
        prompt: Prompt,
        *,
        normalised: Normalised = "no",
        answer_tokens: int | None = None,
    ) -> None:
        if normalised not in ("no", "tokens"):
            raise DataError(f"normalised is {normalised!r}, expected no or tokens")
        self.model, self.prompt, self.normalised = model, prompt, normalised
        self._n_tokens = answer_tokens or (WORDS if prompt.way == "choice" else FREE)
        self.name = f"{model.name} [{prompt.name}]"
        self._n_errors, self._n_answers, self._hopeless = 0, 0, ""

    @property
    def warnings(self) -> list[str]:
        """What was odd about the model's answers."""
        return self.model.warnings

    @property
    def signature(self) -> Mapping[str, str]:
        """All that an answer depends on besides the question."""
        way = self.prompt.way
        decoding = {
            "likelihood": f"sum of log-probabilities{'' if self.normalised == 'no' else ' a token'}",
            "choice": f"temperature 0, {self._n_tokens} tokens, {TOP} likeliest, both orders averaged",
            "generate": f"temperature 0, {self._n_tokens} tokens",
        }[way]
        return {**self.model.facts, "prompt": self.prompt.key, "way": way, "decoding": decoding}

    def choose(self, questions: Iterable[Question]) -> Iterator[Picked]:
        """One answer a question, in order; as many asked at once as the model takes."""
        if self.model.parallel == 1:
            try:
                yield from map(self._pick, questions)
            finally:
                self.model.rest()
            return
        source, waiting = iter(questions), deque[Future[Picked]]()
        # Threads wait for the network; how many requests are really on their way is the model's to say.
        pool = ThreadPoolExecutor(self.model.parallel, thread_name_prefix="corefair-ask")
        try:
            while True:
                room = 2 * self.model.parallel - len(waiting)
                waiting.extend(pool.submit(self._pick, question) for question in islice(source, room))
                if not waiting:
                    return
                yield waiting.popleft().result()
        except BaseException:  # also KeyboardInterrupt, and whoever takes no more answers
            self.model.stop()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
            self.model.rest()

    def _pick(self, question: Question) -> Picked:
        """The answer to a question; where the first ones all ended in an error, no other is asked."""
        if self._n_errors >= FIRST and not self._n_answers:
            return Picked(status="error", message=self._hopeless)
        try:
            names_of(question)
        except CorefairError as error:  # of the question, which nobody could be asked
            return Picked(status="error", message=str(error))
        picked = self._asked(question)
        if picked.status == "error":
            self._n_errors += 1
            why = picked.message.removeprefix("not asked: ")
            self._hopeless = f"not asked: all questions before it ended in an error; the last: {why}"
        else:
            self._n_answers += 1
        return picked

    def _asked(self, question: Question) -> Picked:
        try:
            if self.prompt.way == "likelihood":
                return self._by_likelihood(question)
            if self.prompt.way == "choice":
                return self._by_choice(question)
            return self._by_name(question)
        except Refused as refusal:
            return Picked(status="refused", message=str(refusal))
        except CorefairError as error:
            return Picked(status="error", message=str(error))

    def _by_likelihood(self, question: Question) -> Picked:
        prompt = self.prompt.ask(question, self.prompt.orders(len(question.candidates))[0])
        sums = []
        for continuation in self.prompt.continuations(question):
            tokens = self.model.likelihoods(prompt, continuation)
            if not tokens:
                raise DataError(f"no token of {continuation!r} has a log-probability")
            sums.append(sum(tokens) / (len(tokens) if self.normalised == "tokens" else 1))
        unit: Literal["log-probability", "score"] = "log-probability" if self.normalised == "no" else "score"
        return Picked(tuple(sums), unit)

    def _by_choice(self, question: Question) -> Picked:
        names = [*names_of(question), *([self.prompt.neither] if self.prompt.neither else [])]
        orders = self.prompt.orders(len(question.candidates))
        mean = [0.0] * len(names)
        takes: list[int | None] = []
        for order in orders:
            asked = self.prompt.ask(question, order)
            reply = self.model.reply(asked, n_tokens=self._n_tokens, probabilities=True)
            shares = option_probabilities(reply, [names[number] for number in order])
            of = dict(zip(order, shares, strict=True))
            best = max(of, key=lambda number: of[number])
            tied = sum(share == of[best] for share in shares) > 1
            takes.append(None if tied or best >= len(question.candidates) else best)
            mean = [before + of[number] / len(orders) for number, before in enumerate(mean)]
        logs = [math.log(max(share, 1e-300)) for share in mean]
        n = len(question.candidates)
        none = logs[n] if self.prompt.neither else None
        return Picked(tuple(logs[:n]), "log-probability", none, takes=tuple(takes))

    def _by_name(self, question: Question) -> Picked:
        names = names_of(question)
        prompt = self.prompt.ask(question, self.prompt.orders(len(names))[0])
        reply = self.model.reply(prompt, n_tokens=self._n_tokens, probabilities=False)
        named = named_candidate(reply, names)
        return Picked(tuple(float(number == named) for number in range(len(names))), none=0.5)
