"""What one run may spend at endpoints, never exceeded: requests, retries among them, and tokens."""

from __future__ import annotations

import threading

from corefair.errors import DataError

_TEMPLATE = 256  # tokens that a chat template may add to a prompt


class BudgetSpent(DataError):
    """Nothing more may be asked; what was answered is kept."""


class Budget:
    """Counts what was spent; before a request as much as it may cost is set aside.

    A prompt has at most as many tokens as bytes, and a reply as many as were asked for. Once a response says
    how many there were, that number counts; so a request that would not fit waits for those under way.
    """

    def __init__(self, *, requests: int | None = None, tokens: int | None = None) -> None:
        self.most_requests, self.most_tokens = requests, tokens
        self.requests = self.tokens = 0
        self._under_way = 0
        self._settled = threading.Condition()

    def set_aside(self, n_bytes: int, n_tokens: int) -> int:
        """Room for one request, as tokens, which `used` must give back; BudgetSpent if there is none."""
        at_most = n_bytes + _TEMPLATE + n_tokens
        with self._settled:
            while True:
                if self.most_requests is not None and self.requests >= self.most_requests:
                    raise _spent(f"{self.most_requests:,} requests", "--max-requests")
                if self.most_tokens is None or self.tokens + at_most <= self.most_tokens:
                    break
                if not self._under_way:
                    raise _spent(f"{self.most_tokens:,} tokens", "--max-tokens")
                self._settled.wait()
            self.requests += 1
            self.tokens += at_most
            self._under_way += 1
        return at_most

    def used(self, set_aside: int, tokens: int | None) -> None:
        """What a request that was set aside for did cost; None where nobody said, and all of it counts."""
        with self._settled:
            self._under_way -= 1
            if tokens is not None:
                self.tokens += max(tokens, 0) - set_aside
            self._settled.notify_all()


def _spent(what: str, option: str) -> BudgetSpent:
    return BudgetSpent(
        f"not asked: the budget of {what} of this run ({option}) is spent; "
        "with -o DIR the same command goes on from here"
    )
