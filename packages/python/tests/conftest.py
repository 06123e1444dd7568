"""A running service, a proxy that loses answers in front of it, and both clients behind one form of calls."""
from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Protocol

import anyio.to_thread
import pytest
from fault_proxy import FaultProxy
from hexipam import AsyncClient, Change, Client, Credentials

URL, PASSWORD = os.environ["URL"], os.environ["PASSWORD"]
ADMIN = Credentials("Admin", PASSWORD)


class Caller(Protocol):
    """A client as the tests call it, whatever its form."""

    async def call(self, method: str, path: str, **parts: Any) -> Any: ...

    async def records(self, path: str, **parts: Any) -> list[Any]: ...

    async def next_change(self) -> Change: ...

    def follow(self, **options: Any) -> None: ...

    async def close(self) -> None: ...


class SyncCaller:
    def __init__(self, *words: Any, **options: Any) -> None:
        self.client = Client(*words, **options)

    async def call(self, method: str, path: str, **parts: Any) -> Any:
        return await anyio.to_thread.run_sync(partial(getattr(self.client, method), path, **parts))

    async def records(self, path: str, **parts: Any) -> list[Any]:
        return await anyio.to_thread.run_sync(lambda: list(getattr(self.client, "list")(path, **parts)))

    def follow(self, **options: Any) -> None:
        self.changes = self.client.changes(**options)

    async def next_change(self) -> Change:
        return await anyio.to_thread.run_sync(next, self.changes)

    async def close(self) -> None:
        self.client.close()


class AsyncCaller:
    def __init__(self, *words: Any, **options: Any) -> None:
        self.client = AsyncClient(*words, **options)
        self.changes: Any = None

    async def call(self, method: str, path: str, **parts: Any) -> Any:
        return await getattr(self.client, method)(path, **parts)

    async def records(self, path: str, **parts: Any) -> list[Any]:
        return [record async for record in getattr(self.client, "list")(path, **parts)]

    def follow(self, **options: Any) -> None:
        self.changes = self.client.changes(**options)

    async def next_change(self) -> Change:
        change: Change = await anext(self.changes)
        return change

    async def close(self) -> None:
        if self.changes is not None:
            await self.changes.aclose()
        await self.client.close()


@pytest.fixture(params=["Client", "AsyncClient on asyncio", "AsyncClient on trio"])
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def anyio_backend(form: str) -> str:
    return "trio" if form.endswith("trio") else "asyncio"


Connect = Callable[..., Caller]


@pytest.fixture
async def connect(form: str, anyio_backend: str) -> Any:
    """Creates clients of the service, which the fixture closes."""
    callers: list[Caller] = []

    def create(url: str = URL, **options: Any) -> Caller:
        options = {**({} if "key" in options else {"credentials": ADMIN}), **options}
        caller: Caller = SyncCaller(url, **options) if form == "Client" else AsyncCaller(url, **options)
        callers.append(caller)
        return caller

    yield create
    for caller in callers:
        await caller.close()


@pytest.fixture
def proxy() -> Iterator[FaultProxy]:
    proxy = FaultProxy(URL)
    yield proxy
    proxy.close()


@pytest.fixture(scope="session")
def admin() -> Iterator[Client]:
    with Client(URL, credentials=ADMIN) as client:
        yield client


@pytest.fixture(scope="session")
def new_network(admin: Client) -> Callable[[], int]:
    """Creates a network, and returns its id."""
    section = admin.post("/sections/", body={"name": f"Python {uuid.uuid4()}"}).id or 0
    parent = admin.post("/subnets/", body={"subnet": "10.77.0.0", "mask": 16, "sectionId": section}).id or 0
    return lambda: admin.post("/subnets/{id}/first_subnet/{mask}/", id=parent, mask=26).id or 0
