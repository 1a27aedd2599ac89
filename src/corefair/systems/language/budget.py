"""What may be spent on an audit, never exceeded: requests, retries among them, and tokens."""

from __future__ import annotations

import threading

from corefair.errors import DataError

_TEMPLATE = 256  # tokens that a chat template may add to a prompt


class BudgetSpent(DataError):
    """Nothing more may be asked; what was answered is kept."""


class Budget:
    """Counts what was spent; before a request as much as it may cost is set aside.

    A prompt has at most as many tokens as bytes, and a reply as many as were asked for. Once a response says
    how many there were, that number counts.
    """

    def __init__(self, *, requests: int | None = None, tokens: int | None = None) -> None:
        self.most_requests, self.most_tokens = requests, tokens
        self.requests = self.tokens = 0
        self._lock = threading.Lock()

    def set_aside(self, n_bytes: int, n_tokens: int) -> int:
        """Room for one request, as tokens; BudgetSpent if there is none."""
        at_most = n_bytes + _TEMPLATE + n_tokens
        with self._lock:
            if self.most_requests is not None and self.requests >= self.most_requests:
                raise _spent(f"{self.most_requests:,} requests", "--max-requests")
            if self.most_tokens is not None and self.tokens + at_most > self.most_tokens:
                raise _spent(f"{self.most_tokens:,} tokens", "--max-tokens")
            self.requests += 1
            self.tokens += at_most
        return at_most

    def used(self, set_aside: int, tokens: int | None) -> None:
        """What a request that was set aside for did cost; None where nobody said, and all of it counts."""
        if tokens is not None:
            with self._lock:
                self.tokens += max(tokens, 0) - set_aside


def _spent(what: str, option: str) -> BudgetSpent:
    return BudgetSpent(
        f"not asked: the budget of {what} is spent; the same command with a larger {option} goes on from here"
    )
