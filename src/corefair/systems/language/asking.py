"""How language models are asked: settings that an audit takes, without anything that asks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from corefair.errors import UnknownName

Api = Literal["chat", "completions"]
Scoring = Literal["echo", "grammar"]
Normalised = Literal["no", "tokens"]
KINDS = ("openai", "gguf", "hf")


@dataclass(frozen=True)
class Asking:
    """How language models are asked: by which prompts, how many requests at once, and what may be spent."""

    prompts: tuple[str, ...] = ()  # by name; `options` where there are none
    prompt_file: Path | None = None  # of the user's own
    api: Api = "chat"
    scoring: Scoring = "echo"  # of an endpoint, for prompts of the way `likelihood`
    normalised: Normalised = "no"
    concurrency: int = 10
    max_requests: int | None = None
    max_tokens: int | None = None
    timeout: float = 60.0
    key_name: str | None = None  # the environment variable that holds the key

    def __post_init__(self) -> None:
        for what, value, known in (("api", self.api, Api), ("scoring", self.scoring, Scoring)):
            if value not in get_args(known):
                raise UnknownName(what, value, get_args(known))
