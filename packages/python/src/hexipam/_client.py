"""The synchronous client."""
from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from types import TracebackType
from typing import Any

import httpx
from httpx_sse import EventSource

from ._answer import Answer
from ._errors import HexipamError, NoAnswerError
from ._feed import SILENCE, Feed
from ._flows import Flow, Pause, Result, Send, Step, Token, answered, raise_for, sign_in
from ._generated.calls import Calls
from ._generated.models import Change
from ._options import Credentials, Retries
from ._requests import Headers, RequestBuilder, answer_in, cursor_in


class Client(Calls):
    """A client of the service. It opens no connection before the first request. Threads may share it.

    `key` is the key of a user or service account (`hxp_...`), an access token, or the code of an application. With `credentials`
    instead, the client signs in at the first request, and again after the end of the session. `transport` replaces the transport
    of httpx.
    """

    def __init__(
        self,
        url: str,
        *,
        app: str = "default",
        key: str | None = None,
        credentials: Credentials | None = None,
        retries: Retries = Retries(),
        headers: Headers | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._builder = RequestBuilder(url, app, key, headers)
        self._credentials = credentials
        self._retries = retries
        self._http = httpx.Client(transport=transport, follow_redirects=False)
        self._token: str | None = None
        self._signing_in = Lock()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes all connections."""
        self._http.close()

    def changes(
        self,
        *,
        after: str | None = None,
        kinds: Sequence[str] = (),
        sections: Sequence[int] = (),
        subnet: int | None = None,
    ) -> Generator[Change, None, None]:
        """Iterates over changes, and waits for further ones.

        After a lost connection it continues after the last change. `after` is the id of the last processed change, or `now` for
        later changes only. Without it, the iteration begins with the oldest stored change. Raises HexipamError with the code
        `feed.pruned` if changes after the cursor have been deleted.
        """
        feed = Feed(after, kinds, sections, subnet)
        if feed.needs_cursor:
            feed.cursor = self.get("/changes/", query={"after": "now", "limit": 1}).data.after
        while True:
            error: Exception | None = None
            try:
                with self._stream(feed) as events:
                    for event in events.iter_sse():
                        change = feed.change_in(event)
                        if change is not None:
                            yield change
            except (HexipamError, NoAnswerError, httpx.TransportError) as failure:
                error = failure
            time.sleep(feed.delay_after_loss(error))

    @contextmanager
    def _stream(self, feed: Feed) -> Iterator[EventSource]:
        stale = None
        while True:
            request = feed.request(self._builder)
            if self._credentials is not None:
                request.headers["token"] = self._perform_token(Token(stale))
            request.extensions["timeout"] = httpx.Timeout(SILENCE).as_dict()
            response = self._http.send(request, stream=True)
            try:
                if response.is_success:
                    yield EventSource(response)
                    return
                response.read()
            finally:
                response.close()
            if response.status_code != 401 or self._credentials is None or stale is not None:
                raise_for(response)
            stale = request.headers["token"]

    def _call(self, method: str, path: str, arguments: dict[str, str | int], **parts: Any) -> Answer[Any]:
        request = self._builder.build(method, path, arguments, **parts)
        response = self._run(answered(request, self._retries, self._credentials is not None))
        return answer_in(method, path, response)

    def _list(self, path: str, arguments: dict[str, str | int], page_size: int, **parts: Any) -> Iterator[Any]:
        query = {**(parts.pop("query", None) or {}), "limit": page_size}
        cursor: str | None = None
        while True:
            page = self._call("get", path, arguments, query={**query, "after": cursor}, **parts)
            yield from page.data
            cursor = cursor_in(page)
            if cursor is None:
                return

    def _run(self, flow: Flow[Result]) -> Result:
        try:
            step = next(flow)
            while True:
                step = flow.send(self._perform(step))
        except StopIteration as end:
            result: Result = end.value
            return result

    def _perform(self, step: Step) -> httpx.Response | Exception | str | None:
        if isinstance(step, Send):
            return self._perform_send(step)
        if isinstance(step, Token):
            return self._perform_token(step)
        assert isinstance(step, Pause)
        time.sleep(step.seconds)
        return None

    def _perform_send(self, step: Send) -> httpx.Response | Exception:
        end = time.monotonic() + step.seconds
        step.request.extensions["timeout"] = httpx.Timeout(step.seconds).as_dict()
        try:
            response = self._http.send(step.request, stream=True)
            try:
                return _whole(response, end)
            finally:
                response.close()
        except (httpx.TransportError, httpx.DecodingError) as error:
            return error

    def _perform_token(self, step: Token) -> str:
        """Requests at the same time share one sign-in."""
        assert self._credentials is not None
        with self._signing_in:
            if self._token is None or self._token == step.stale:
                self._token = self._run(sign_in(self._builder.url, self._credentials, self._retries))
            return self._token


def _whole(response: httpx.Response, end: float) -> httpx.Response:
    """The answer with its whole body. Raises ReadTimeout at the end of its time."""
    chunks = []
    for chunk in response.iter_bytes():
        if time.monotonic() >= end:
            raise httpx.ReadTimeout("the answer did not end in time", request=response.request)
        chunks.append(chunk)
    return read_answer(response, b"".join(chunks))


def read_answer(response: httpx.Response, content: bytes) -> httpx.Response:
    """An answer that has been read, with the headers of the original but those of its encoding."""
    headers = {name: value for name, value in response.headers.items() if name not in ("content-encoding", "content-length")}
    return httpx.Response(response.status_code, headers=headers, content=content, request=response.request)
