"""Options of clients."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Retries:
    """Limits of a request. `attempts`: largest number of attempts, 1 for no retries. Times are in seconds."""

    attempts: int = 5
    #: Time limit of one attempt.
    attempt_seconds: float = 30
    #: Time limit of all attempts and the delays between them.
    total_seconds: float = 90


@dataclass(frozen=True)
class Credentials:
    """A user with a password. `code` returns the one-time code of the second factor and is called at each sign-in."""

    username: str
    password: str
    code: Callable[[], str] | None = None

    def __repr__(self) -> str:
        return f"Credentials({self.username!r})"
