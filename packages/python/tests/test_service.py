"""The clients with a running service."""
from __future__ import annotations

from collections.abc import Callable
from typing import Final

import anyio
import pytest
from conftest import ADMIN, Connect
from fault_proxy import FaultProxy
from hexipam import Client, Credentials, HexipamError, NoAnswerError, Retries

pytestmark = pytest.mark.anyio

TAKE: Final = "/addresses/first_free/{subnetId}/"


def addresses_of(admin: Client, subnet: int) -> list[str]:
    return [address.ip for address in admin.list("/subnets/{id}/addresses/", id=subnet)]


@pytest.mark.parametrize("fault", ["lost", "broken"])
async def test_allocates_one_address_when_the_answer_is_lost(
    connect: Connect, proxy: FaultProxy, admin: Client, new_network: Callable[[], int], fault: str
) -> None:
    subnet = new_network()
    client = connect(proxy.url)
    await client.call("get", "/sections/")
    setattr(proxy, fault, 1)
    taken = await client.call("post", TAKE, subnetId=subnet)
    assert getattr(proxy, fault) == 0
    assert addresses_of(admin, subnet) == [taken.data]


@pytest.mark.parametrize("fault", ["lost", "broken"])
async def test_reports_a_write_without_an_answer_with_its_key(
    connect: Connect, proxy: FaultProxy, admin: Client, new_network: Callable[[], int], fault: str
) -> None:
    subnet = new_network()
    client = connect(proxy.url, retries=Retries(attempts=1))
    await client.call("get", "/sections/")
    setattr(proxy, fault, 1)
    with pytest.raises(NoAnswerError) as caught:
        await client.call("post", TAKE, subnetId=subnet)
    key = caught.value.idempotency_key
    assert key is not None and "outcome" in str(caught.value)
    again = await connect().call("post", TAKE, subnetId=subnet, headers={"Idempotency-Key": key})
    assert addresses_of(admin, subnet) == [again.data]


async def test_allocates_different_addresses_at_the_same_time(
    connect: Connect, admin: Client, new_network: Callable[[], int]
) -> None:
    subnet = new_network()
    client = connect()
    taken: list[str] = []

    async def take() -> None:
        taken.append((await client.call("post", TAKE, subnetId=subnet)).data)

    async with anyio.create_task_group() as group:
        for _ in range(20):
            group.start_soon(take)
    assert sorted(taken) == sorted(addresses_of(admin, subnet)) and len(set(taken)) == 20


async def test_returns_an_answer_that_the_description_does_not_have_as_json(
    connect: Connect, new_network: Callable[[], int]
) -> None:
    taken = await connect().call("post", TAKE, subnetId=new_network(), body={"count": 2})
    assert [sorted(each) for each in taken.data] == [["id", "ip"]] * 2


async def test_signs_in_again_after_the_end_of_the_session(connect: Connect) -> None:
    client = connect()
    await client.call("get", "/sections/")
    await client.call("delete", "/user/")
    assert (await client.call("get", "/sections/")).data


async def test_reports_a_wrong_password(connect: Connect) -> None:
    with pytest.raises(HexipamError) as caught:
        await connect(credentials=Credentials("Admin", "wrong")).call("get", "/sections/")
    assert caught.value.has_code("signIn.failed")
    assert "wrong" not in repr(Credentials("Admin", "wrong"))


async def test_has_the_code_the_id_and_the_explanation_of_an_error(
    connect: Connect, admin: Client, new_network: Callable[[], int]
) -> None:
    client = connect()
    with pytest.raises(HexipamError) as unknown:
        await client.call("get", "/subnets/{id}/", id=999_999)
    assert (unknown.value.status, unknown.value.code) == (400, "path.subnetUnknown")
    assert unknown.value.request_id is not None
    subnet = new_network()
    admin.patch("/subnets/{id}/", id=subnet, body={"isFull": True})
    with pytest.raises(HexipamError) as full:
        await client.call("post", TAKE, subnetId=subnet, body={"explain": True})
    assert full.value.has_code("allocation.subnetFull") and isinstance(full.value.explain, dict)


async def test_iterates_over_all_pages_of_a_list(
    connect: Connect, admin: Client, new_network: Callable[[], int]
) -> None:
    subnet = new_network()
    for _ in range(23):
        admin.post(TAKE, subnetId=subnet)
    listed = await connect().records("/subnets/{id}/addresses/", id=subnet, page_size=5)
    assert len({address.ip for address in listed}) == 23
    assert await connect().records("/subnets/{id}/addresses/", id=new_network()) == []


async def test_follows_changes_once_and_in_order_over_broken_connections(
    connect: Connect, proxy: FaultProxy, admin: Client, new_network: Callable[[], int]
) -> None:
    subnet = new_network()
    client = connect(proxy.url)
    client.follow(after=admin.get("/changes/", query={"after": "now"}).data.after, kinds=["address"], subnet=subnet)
    made = [admin.post(TAKE, subnetId=subnet).data for _ in range(4)]
    seen = [await client.next_change()]
    proxy.cut()
    made += [admin.post(TAKE, subnetId=subnet).data for _ in range(4)]
    while len(seen) < 8:
        seen.append(await client.next_change())
    assert [(change.after or {})["ip"] for change in seen] == made


async def test_ends_the_changes_with_an_error_for_an_unknown_cursor(connect: Connect) -> None:
    client = connect()
    client.follow(after="no cursor")
    with pytest.raises(HexipamError) as caught:
        await client.next_change()
    assert caught.value.status == 400


async def test_refuses_an_unknown_path_and_wrong_arguments(connect: Connect) -> None:
    client = connect()
    with pytest.raises(TypeError, match="no GET /moons/"):
        await client.call("get", "/moons/")
    with pytest.raises(TypeError, match="needs the arguments"):
        await client.call("get", "/subnets/{id}/", subnet=1)
    with pytest.raises(ValueError):
        connect("ipam.example.org", credentials=ADMIN)
