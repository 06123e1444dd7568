"""Errors of requests."""
from __future__ import annotations

import json

import httpx

from ._generated.error_codes import ErrorCode


class HexipamError(Exception):
    """An answer of the service that is not a success.

    `status` is the HTTP status, `code` the code of the error, such as `allocation.noAddress` (None for answers of a proxy),
    `request_id` the id of the request in the log of the service, `retry_after` the seconds after which the request may succeed,
    `data` the report of the errors in imported rows, `explain` the explanation of a failed allocation.
    """

    def __init__(self, response: httpx.Response) -> None:
        body = _body_of(response)
        self.message = str(body.get("message") or _text_of(response))
        super().__init__(self.message)
        self.status = response.status_code
        self.code: str | None = response.headers.get("Hexipam-Error")
        self.request_id: str | None = response.headers.get("X-Request-Id")
        self.retry_after = seconds_in(response.headers.get("Retry-After"))
        self.data = body.get("data")
        self.explain = body.get("explain")

    def has_code(self, *codes: ErrorCode) -> bool:
        """Whether the error has one of these codes. Type checkers know all codes."""
        return self.code in codes


class NoAnswerError(Exception):
    """No answer arrived within the limits of the client.

    `idempotency_key` is the key of a write, whose outcome is unknown: the same request with this key runs at most once. It is
    None for requests without a key.
    """

    def __init__(self, reason: object, idempotency_key: str | None) -> None:
        text = str(reason) or type(reason).__name__
        super().__init__(text if idempotency_key is None else f"{text}; the outcome of the write is unknown")
        self.idempotency_key = idempotency_key


def seconds_in(text: str | None) -> int | None:
    """The seconds of a Retry-After header; None for a date, which the service does not send."""
    return int(text) if text is not None and len(text) <= 6 and text.isascii() and text.isdigit() else None


def _text_of(response: httpx.Response) -> str:
    if response.has_redirect_location:
        return f"the service redirects to {response.headers['Location']}, and the client follows no redirects"
    return f"the service answered {response.status_code}"


def _body_of(response: httpx.Response) -> dict[str, object]:
    try:
        body = json.loads(response.content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
