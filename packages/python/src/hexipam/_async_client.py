"""The asynchronous client."""
from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any

import anyio
import httpx
from httpx_sse import EventSource

from ._answer import Answer
from ._errors import HexipamError, NoAnswerError
from ._feed import SILENCE, Feed
from ._flows import Flow, Pause, Result, Send, Step, Token, answered, raise_for, sign_in
from ._generated.async_calls import AsyncCalls
from ._generated.models import Change
from ._options import Credentials, Retries
from ._requests import Headers, RequestBuilder, answer_in, cursor_in


class AsyncClient(AsyncCalls):
    """A client of the service. It opens no connection before the first request. It runs on asyncio and trio.

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
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._builder = RequestBuilder(url, app, key, headers)
        self._credentials = credentials
        self._retries = retries
        self._http = httpx.AsyncClient(transport=transport, follow_redirects=False)
        self._token: str | None = None
        self._signing_in = anyio.Lock()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes all connections."""
        await self._http.aclose()

    async def changes(
        self,
        *,
        after: str | None = None,
        kinds: Sequence[str] = (),
        sections: Sequence[int] = (),
        subnet: int | None = None,
    ) -> AsyncGenerator[Change, None]:
        """Iterates over changes, and waits for further ones.

        After a lost connection it continues after the last change. `after` is the id of the last processed change, or `now` for
        later changes only. Without it, the iteration begins with the oldest stored change. Raises HexipamError with the code
        `feed.pruned` if changes after the cursor have been deleted.
        """
        feed = Feed(after, kinds, sections, subnet)
        if feed.needs_cursor:
            feed.cursor = (await self.get("/changes/", query={"after": "now", "limit": 1})).data.after
        while True:
            error: Exception | None = None
            try:
                async with self._stream(feed) as events:
                    async for event in events.aiter_sse():
                        change = feed.change_in(event)
                        if change is not None:
                            yield change
            except (HexipamError, NoAnswerError, httpx.TransportError) as failure:
                error = failure
            await anyio.sleep(feed.delay_after_loss(error))

    @asynccontextmanager
    async def _stream(self, feed: Feed) -> AsyncIterator[EventSource]:
        stale = None
        while True:
            request = feed.request(self._builder)
            if self._credentials is not None:
                request.headers["token"] = await self._perform_token(Token(stale))
            request.extensions["timeout"] = httpx.Timeout(SILENCE).as_dict()
            response = await self._http.send(request, stream=True)
            try:
                if response.is_success:
                    yield EventSource(response)
                    return
                await response.aread()
            finally:
                await response.aclose()
            if response.status_code != 401 or self._credentials is None or stale is not None:
                raise_for(response)
            stale = request.headers["token"]

    async def _call(self, method: str, path: str, arguments: dict[str, str | int], **parts: Any) -> Answer[Any]:
        request = self._builder.build(method, path, arguments, **parts)
        response = await self._run(answered(request, self._retries, self._credentials is not None))
        return answer_in(method, path, response)

    async def _list(self, path: str, arguments: dict[str, str | int], page_size: int, **parts: Any) -> AsyncIterator[Any]:
        query = {**(parts.pop("query", None) or {}), "limit": page_size}
        cursor: str | None = None
        while True:
            page = await self._call("get", path, arguments, query={**query, "after": cursor}, **parts)
            for record in page.data:
                yield record
            cursor = cursor_in(page)
            if cursor is None:
                return

    async def _run(self, flow: Flow[Result]) -> Result:
        try:
            step = next(flow)
            while True:
                step = flow.send(await self._perform(step))
        except StopIteration as end:
            result: Result = end.value
            return result

    async def _perform(self, step: Step) -> httpx.Response | Exception | str | None:
        if isinstance(step, Send):
            return await self._perform_send(step)
        if isinstance(step, Token):
            return await self._perform_token(step)
        assert isinstance(step, Pause)
        await anyio.sleep(step.seconds)
        return None

    async def _perform_send(self, step: Send) -> httpx.Response | Exception:
        step.request.extensions["timeout"] = httpx.Timeout(step.seconds).as_dict()
        try:
            with anyio.fail_after(step.seconds):
                response = await self._http.send(step.request, stream=True)
                try:
                    await response.aread()
                finally:
                    await response.aclose()
                return response
        except (httpx.TransportError, httpx.DecodingError, TimeoutError) as error:
            return error

    async def _perform_token(self, step: Token) -> str:
        """Requests at the same time share one sign-in."""
        assert self._credentials is not None
        async with self._signing_in:
            if self._token is None or self._token == step.stale:
                self._token = await self._run(sign_in(self._builder.url, self._credentials, self._retries))
            return self._token
