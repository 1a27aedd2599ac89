"""How language models are asked: settings that an audit takes, without anything that asks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, get_args

from corefair.errors import DataError, UnknownName
from corefair.systems.language.budget import Budget

Api = Literal["chat", "completions"]
Scoring = Literal["echo", "grammar"]
Normalised = Literal["no", "tokens"]
KINDS = ("openai", "gguf", "hf")


@dataclass(frozen=True)
class Asking:
    """How language models are asked: by which prompts, how many requests at once, and what may be spent.

    What may be spent is for all endpoints together that are asked with one object of this class.
    """

    prompts: tuple[str, ...] = ()  # by name; `options` where there are none
    prompt_file: Path | None = None  # of the user's own
    api: Api = "chat"
    scoring: Scoring = "echo"  # of an endpoint, for prompts of the way `likelihood`
    normalised: Normalised = "no"
    answer_tokens: int | None = None  # 6 for a choice and 48 for a free answer where nothing is said
    concurrency: int = 10
    max_requests: int | None = None  # of all endpoints together
    max_tokens: int | None = None
    timeout: float = 60.0
    key_name: str | None = None  # the environment variable that holds the key

    def __post_init__(self) -> None:
        for what, value, known in (("api", self.api, Api), ("scoring", self.scoring, Scoring)):
            if value not in get_args(known):
                raise UnknownName(what, value, get_args(known))
        if self.answer_tokens is not None and self.answer_tokens < 1:
            raise DataError("answer_tokens must be 1 or more")

    @cached_property
    def budget(self) -> Budget:
        """What is spent, one for all who are asked so."""
        return Budget(requests=self.max_requests, tokens=self.max_tokens)
