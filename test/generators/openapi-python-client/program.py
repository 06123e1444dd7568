"""Signs in, lists in pages, takes an address with a key, writes in bulk and meets an error, with the generated client."""
import base64
import os
from typing import TypeVar
from urllib.parse import parse_qs, urlsplit

from hexipam_client.api.addresses import allocate_address, get_address, write_addresses
from hexipam_client.api.sections import create_section
from hexipam_client.api.subnets import create_subnet, list_subnet_addresses
from hexipam_client.api.user import sign_in
from hexipam_client.client import AuthenticatedClient
from hexipam_client.models import (
    AllocateAddressBody,
    CreateSectionBody,
    CreateSubnetBody,
    Failure,
    ListSubnetAddressesFilter,
    WriteAddressesBody,
    WriteAddressesBodyItemsItem,
    WriteAddressesBodyItemsItemAction,
)
from hexipam_client.types import UNSET, Unset

T = TypeVar('T')

api, password = os.environ['API'], os.environ['PASSWORD']
name, network = os.environ['SECTION'], os.environ['NETWORK']
prefix = network.removesuffix('0')
numbers = {'api-stringify-results': '0'}


def good(answer: T | Failure | None) -> T:
    """The answer of a success. Fails for any other."""
    if answer is None or isinstance(answer, Failure):
        raise AssertionError(answer)
    return answer


def present(value: int | Unset) -> int:
    assert not isinstance(value, Unset)
    return value


basic = base64.b64encode(f'Admin:{password}'.encode()).decode()
credentials = AuthenticatedClient(base_url=api, token=basic, prefix='Basic', headers=numbers)
token = good(sign_in.sync(client=credentials)).data.token
client = AuthenticatedClient(base_url=api, token=token, prefix='', auth_header_name='token', headers=numbers)

section = present(good(create_section.sync(client=client, body=CreateSectionBody(name=name, strict_mode=True))).id)
subnet = present(good(create_subnet.sync(client=client, body=CreateSubnetBody(section_id=section, subnet=network, mask=24))).id)

items = [
    WriteAddressesBodyItemsItem(
        action=WriteAddressesBodyItemsItemAction.CREATE, subnet_id=subnet, ip=f'{prefix}{place}', hostname=f'web{place}.example'
    )
    for place in range(1, 13)
]
written = good(write_addresses.sync(client=client, body=WriteAddressesBody(items=items, atomic=True)))
assert [item.status for item in written.data] == [201] * 12

web = ListSubnetAddressesFilter.from_dict({'filter[hostname][prefix]': 'web'})
hostnames: list[str | None] = []
after: str | Unset = UNSET
while True:
    page = good(list_subnet_addresses.sync(subnet, client=client, limit=5, count=True, filter_=web, after=after))
    assert page.total == 12
    hostnames += [address.hostname for address in page.data]
    if isinstance(page.next_, Unset):
        break
    after = parse_qs(urlsplit(page.next_).query)['after'][0]
assert len(hostnames) == 12

body = AllocateAddressBody(hostname='taken.example')
first = good(allocate_address.sync(subnet, client=client, body=body, idempotency_key=name))
again = good(allocate_address.sync(subnet, client=client, body=body, idempotency_key=name))
assert (first.data, first.id) == (f'{prefix}13', again.id)

error = get_address.sync_detailed(999_999, client=client)
assert error.status_code == 404
assert isinstance(error.parsed, Failure) and error.parsed.message == 'Invalid Id'
print('signed in, listed 12 addresses in pages, took one with a key, wrote in bulk, met an error')
