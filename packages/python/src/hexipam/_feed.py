"""The state of an iteration over the change feed."""
from __future__ import annotations

import json
from collections.abc import Sequence

import httpx
from httpx_sse import ServerSentEvent

from ._errors import HexipamError
from ._flows import delay_after
from ._generated.models import Change
from ._requests import Query, RequestBuilder

#: Time without data after which an event stream counts as lost, in seconds. The service sends some every five seconds.
SILENCE = 20.0


class Feed:
    """The cursor of an iteration, its filter, and the number of connections without an event."""

    def __init__(self, after: str | None, kinds: Sequence[str], sections: Sequence[int], subnet: int | None) -> None:
        self.cursor = after
        self._filter: Query = {
            "kind": ",".join(kinds) or None,
            "section": ",".join(map(str, sections)) or None,
            "subnet": subnet,
        }
        self._failures = 0

    @property
    def needs_cursor(self) -> bool:
        """A stream from `now` would lose the changes before its second connection: it needs the cursor of the end first."""
        return self.cursor == "now"

    def request(self, builder: RequestBuilder) -> httpx.Request:
        """The request of a stream that continues after the cursor."""
        query = {**self._filter, "after": self.cursor}
        return builder.build("get", "/changes/", {}, query=query, headers={"Accept": "text/event-stream"})

    def change_in(self, event: ServerSentEvent) -> Change | None:
        """The change of an event; None for an event without data."""
        self._failures = 0
        if event.id:
            self.cursor = event.id
        return Change.model_validate(json.loads(event.data)) if event.data else None

    def delay_after_loss(self, error: Exception | None = None) -> float:
        """The delay before the next connection in seconds. Raises the error of an answer that stays the same."""
        retry_after = 0.0
        if isinstance(error, HexipamError):
            if error.status < 500 and error.status != 429:
                raise error
            retry_after = float(error.retry_after or 0)
        self._failures += 1
        return max(retry_after, delay_after(self._failures - 1))
