"""The steps of requests without I/O. A flow yields steps, a client performs them and sends their results into the flow."""
from __future__ import annotations

import random
import re
import time
import uuid
from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

import httpx

from ._errors import HexipamError, NoAnswerError, seconds_in
from ._options import Credentials, Retries

Result = TypeVar("Result")


@dataclass(frozen=True)
class Send:
    """Sends a request and reads the whole answer. The result is the answer, or the error of an attempt without an answer."""

    request: httpx.Request
    seconds: float


@dataclass(frozen=True)
class Pause:
    """Waits. The result is None."""

    seconds: float


@dataclass(frozen=True)
class Token:
    """Signs in, unless there is a token other than the stale one. The result is the token."""

    stale: str | None


Step = Send | Pause | Token
Outcome = httpx.Response | Exception | str | None
Flow = Generator[Step, Outcome, Result]

KEY_HEADER = "Idempotency-Key"

#: Statuses of a proxy without a service, and of a service that answers again soon.
_TEMPORARY = frozenset({429, 502, 503, 504})

#: The longest delay between attempts without Retry-After, in seconds.
_MAX_DELAY = 5.0

_READS = frozenset({"GET", "HEAD", "OPTIONS"})


def answered(request: httpx.Request, limits: Retries, signs_in: bool) -> Flow[httpx.Response]:
    """Sends a request with the token of the session, and once more with a new one when the service does not know the token.

    Raises HexipamError for answers that are not successful, NoAnswerError without an answer.
    """
    add_key(request)
    response = yield from _signed(request, limits, None) if signs_in else repeated(request, limits)
    if response.status_code == 401 and signs_in:
        response = yield from _signed(request, limits, request.headers["token"])
    return raise_for(response)


def sign_in(url: str, credentials: Credentials, limits: Retries) -> Flow[str]:
    """Returns a new token. A sign-in without an answer is not repeated."""
    headers = {"api-stringify-results": "0"}
    if credentials.code is not None:
        headers["X-Hexipam-OTP"] = credentials.code()
    plain = httpx.Request("POST", f"{url}/user/", headers=headers)
    name, password = credentials.username.encode(), credentials.password.encode()
    request = next(httpx.BasicAuth(name, password).auth_flow(plain))
    response = yield from repeated(request, limits)
    return str(raise_for(response).json()["data"]["token"])


def repeated(request: httpx.Request, limits: Retries) -> Flow[httpx.Response]:
    """Repeats a request that got no answer, or the answer to try again later.

    All attempts of a write have the same key, so it runs at most once. Requests without a key are repeated only if they cannot
    have an effect.
    """
    end = time.monotonic() + limits.total_seconds
    key = request.headers.get(KEY_HEADER)
    is_repeatable = request.method in _READS or key is not None
    attempt = 0
    while True:
        attempt += 1
        outcome = yield Send(request, max(0.001, min(limits.attempt_seconds, end - time.monotonic())))
        delay = delay_for(outcome, attempt) if isinstance(outcome, httpx.Response) else delay_after(attempt)
        is_last = attempt >= limits.attempts or delay is None or time.monotonic() + delay >= end
        if delay is not None and is_repeatable and not is_last:
            yield Pause(delay)
        elif isinstance(outcome, httpx.Response):
            return outcome
        else:
            raise NoAnswerError(outcome, key) from (outcome if isinstance(outcome, Exception) else None)


def add_key(request: httpx.Request) -> None:
    """Gives a write a key. Paths below user/ accept none."""
    if request.method not in _READS and not re.search(r"/user/[^/]*$", request.url.path):
        request.headers.setdefault(KEY_HEADER, str(uuid.uuid4()))


def raise_for(response: httpx.Response) -> httpx.Response:
    """The answer of a success. Raises HexipamError for any other."""
    if not response.is_success:
        raise HexipamError(response)
    return response


def delay_for(response: httpx.Response, attempt: int) -> float | None:
    """The delay before the next attempt in seconds; None for an answer that stays the same."""
    status = response.status_code
    seconds = seconds_in(response.headers.get("Retry-After"))
    if seconds is not None and (status == 409 or status in _TEMPORARY):
        return max(float(seconds), _jitter(0.1))
    return delay_after(attempt) if status in _TEMPORARY else None


def delay_after(attempt: int) -> float:
    """The delay after an attempt without an answer, in seconds."""
    return _jitter(min(_MAX_DELAY, 0.2 * 2.0 ** min(attempt, 10)))


def _jitter(seconds: float) -> float:
    """From half of a duration to the whole, so that clients do not return at once."""
    return seconds * (0.5 + random.random() / 2)


def _signed(request: httpx.Request, limits: Retries, stale: str | None) -> Flow[httpx.Response]:
    token = yield Token(stale)
    request.headers["token"] = str(token)
    return (yield from repeated(request, limits))
