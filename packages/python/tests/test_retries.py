"""Retries, with answers of a transport in place of a service."""
from __future__ import annotations

import json
import time
from typing import Any, Final

import anyio
import httpx
import pytest
from conftest import ADMIN, Connect
from hexipam import HexipamError, NoAnswerError, Retries

pytestmark = pytest.mark.anyio

URL: Final = "http://service.example"
TAKE: Final = "/addresses/first_free/{subnetId}/"
TAKEN = {"code": 201, "success": True, "data": "10.0.0.1", "id": 1, "time": 0}


def answering(*answers: httpx.Response | Exception) -> tuple[httpx.MockTransport, list[httpx.Request]]:
    """A transport with these answers, and the requests that it has got."""
    seen: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        outcome = answers[len(seen) - 1]
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    return httpx.MockTransport(answer), seen


async def test_waits_for_retry_after_and_sends_the_same_key_with_each_attempt(connect: Connect) -> None:
    later = [httpx.Response(status, headers={"Retry-After": "1"}, json={}) for status in (503, 429, 409)]
    transport, seen = answering(*later, httpx.Response(201, json=TAKEN))
    begun = time.monotonic()
    client = connect(URL, key="x", transport=transport)
    assert (await client.call("post", TAKE, subnetId=1, body={"hostname": "a"})).data == "10.0.0.1"
    assert time.monotonic() - begun >= 3
    assert len({request.headers["Idempotency-Key"] for request in seen}) == 1
    assert [request.content for request in seen] == [b'{"hostname":"a"}'] * 4


async def test_sends_different_keys_with_different_calls_and_none_with_reads(connect: Connect) -> None:
    listed = httpx.Response(200, json={"code": 200, "success": True, "data": [], "time": 0})
    transport, seen = answering(httpx.Response(201, json=TAKEN), httpx.Response(201, json=TAKEN), listed)
    client = connect(URL, key="x", transport=transport)
    await client.call("post", TAKE, subnetId=1)
    await client.call("post", TAKE, subnetId=1)
    await client.call("get", "/sections/")
    assert seen[0].headers["Idempotency-Key"] != seen[1].headers["Idempotency-Key"]
    assert "Idempotency-Key" not in seen[2].headers


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_follows_no_redirect(connect: Connect, status: int) -> None:
    transport, seen = answering(httpx.Response(status, headers={"Location": "http://other.example/"}))
    with pytest.raises(HexipamError, match="redirects to http://other.example/, and the client follows no redirects"):
        await connect(URL, key="x", transport=transport).call("post", TAKE, subnetId=1)
    assert len(seen) == 1


async def test_does_not_repeat_an_answer_that_stays_the_same(connect: Connect) -> None:
    transport, seen = answering(httpx.Response(409, json={"message": "no"}))
    with pytest.raises(HexipamError, match="^no$"):
        await connect(URL, key="x", transport=transport).call("post", TAKE, subnetId=1)
    assert len(seen) == 1


async def test_does_not_repeat_a_sign_in_without_an_answer(connect: Connect) -> None:
    transport, seen = answering(httpx.ReadError("reset"))
    with pytest.raises(NoAnswerError) as caught:
        await connect(URL, credentials=ADMIN, transport=transport).call("get", "/sections/")
    assert caught.value.idempotency_key is None and len(seen) == 1


async def test_ends_after_the_largest_number_of_attempts(connect: Connect) -> None:
    transport, seen = answering(*[httpx.ConnectError("refused")] * 3)
    with pytest.raises(NoAnswerError, match="refused"):
        await connect(URL, key="x", transport=transport, retries=Retries(attempts=3)).call("get", "/sections/")
    assert len(seen) == 3


async def test_does_not_wait_beyond_the_time_limit_of_all_attempts(connect: Connect) -> None:
    transport, seen = answering(httpx.Response(503, headers={"Retry-After": "600"}, json={"message": "later"}))
    with pytest.raises(HexipamError) as caught:
        await connect(URL, key="x", transport=transport).call("get", "/sections/")
    assert (caught.value.retry_after, len(seen)) == (600, 1)


async def test_ends_an_attempt_without_an_answer_at_its_time_limit(connect: Connect) -> None:
    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    port = listener.extra(anyio.abc.SocketAttribute.local_port)
    limits = Retries(attempts=2, attempt_seconds=0.2)
    with pytest.raises(NoAnswerError):
        await connect(f"http://127.0.0.1:{port}", key="x", retries=limits).call("get", "/sections/")
    await listener.aclose()


async def test_reports_an_answer_of_a_proxy_without_a_code(connect: Connect) -> None:
    transport, _ = answering(httpx.Response(404, text="<html>"))
    with pytest.raises(HexipamError, match="the service answered 404") as caught:
        await connect(URL, key="x", transport=transport).call("get", "/sections/")
    assert caught.value.code is None


async def test_quotes_arguments_of_paths_and_writes_flags_as_words(connect: Connect) -> None:
    found = httpx.Response(200, json={"code": 200, "success": True, "data": [], "time": 0})
    transport, seen = answering(found)
    client = connect(URL, key="x", transport=transport)
    await client.call("get", "/addresses/search_hostname/{hostname}/", hostname="a/b c", query={"links": False, "sort": None})
    assert seen[0].url.raw_path == b"/api/default/addresses/search_hostname/a%2Fb%20c/?links=false"


SHOWN = {"kind": "vlan", "objectId": 1, "name": None, "action": "add", "at": "2026-01-01T12:00:00Z", "by": "Admin", "app": None}
PLACE: dict[str, Any] = {"sectionId": None, "subnetId": None, "before": None, "after": {}}


def streaming(*ids: str) -> httpx.Response:
    """A stream that ends after these changes."""
    events = [f"id: {each}\ndata: {json.dumps({'id': each, **SHOWN, **PLACE})}\n\n" for each in ids]
    return httpx.Response(200, headers={"Content-Type": "text/event-stream"}, text=": open\n\n" + "".join(events))


async def test_continues_the_changes_after_the_last_one(connect: Connect) -> None:
    busy = httpx.Response(429, headers={"Retry-After": "0"}, json={})
    transport, seen = answering(streaming("1.a", "1.b"), httpx.ReadError("reset"), busy, streaming("1.c"))
    client = connect(URL, key="x", transport=transport)
    client.follow(after="1.0", kinds=["vlan"], sections=[3, 4])
    assert [(await client.next_change()).id for _ in range(3)] == ["1.a", "1.b", "1.c"]
    assert [request.url.params["after"] for request in seen] == ["1.0", "1.b", "1.b", "1.b"]
    assert (seen[0].url.params["kind"], seen[0].url.params["section"]) == ("vlan", "3,4")


async def test_ends_the_changes_when_those_after_the_cursor_have_been_deleted(connect: Connect) -> None:
    gone = httpx.Response(410, headers={"Hexipam-Error": "feed.pruned"}, json={"message": "gone"})
    transport, _ = answering(gone)
    client = connect(URL, key="x", transport=transport)
    client.follow(after="1.0")
    with pytest.raises(HexipamError) as caught:
        await client.next_change()
    assert caught.value.has_code("feed.pruned")


async def test_signs_in_once_for_requests_at_the_same_time(connect: Connect) -> None:
    paths: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        paths.append(f"{request.method} {request.url.path}")
        data = {"token": "t"} if request.method == "POST" else []
        return httpx.Response(200, json={"code": 200, "success": True, "data": data, "time": 0})

    client = connect(URL, credentials=ADMIN, transport=httpx.MockTransport(answer))
    async with anyio.create_task_group() as group:
        for _ in range(5):
            group.start_soon(client.call, "get", "/sections/")
    assert paths.count("POST /api/default/user/") == 1 and len(paths) == 6
