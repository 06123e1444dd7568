"""Signs in, lists in pages, takes an address with a key, writes in bulk and meets an error, with the generated client."""
import os
from urllib.parse import parse_qs, urlsplit

from hexipam.api.addresses_api import AddressesApi
from hexipam.api.sections_api import SectionsApi
from hexipam.api.subnets_api import SubnetsApi
from hexipam.api.user_api import UserApi
from hexipam.api_client import ApiClient
from hexipam.configuration import Configuration
from hexipam.exceptions import ApiException
from hexipam.models.allocate_address_request import AllocateAddressRequest
from hexipam.models.create_section_request import CreateSectionRequest
from hexipam.models.create_subnet_request import CreateSubnetRequest
from hexipam.models.write_addresses_request import WriteAddressesRequest
from hexipam.models.write_addresses_request_items_inner import WriteAddressesRequestItemsInner

api, password = os.environ['API'], os.environ['PASSWORD']
name, network = os.environ['SECTION'], os.environ['NETWORK']
prefix = network.removesuffix('0')

client = ApiClient(Configuration(host=api, username='Admin', password=password))
client.set_default_header('api-stringify-results', '0')  # type: ignore[no-untyped-call]
token = UserApi(client).sign_in().data.token
client.configuration.api_key = {'token': token}
addresses, subnets = AddressesApi(client), SubnetsApi(client)

section = SectionsApi(client).create_section(CreateSectionRequest(name=name, strictMode=True)).id
assert section is not None
subnet = subnets.create_subnet(CreateSubnetRequest(sectionId=section, subnet=network, mask=24)).id
assert subnet is not None

items = [
    WriteAddressesRequestItemsInner(
        action='create', subnetId=subnet, ip=f'{prefix}{place}', hostname=f'web{place}.example'
    )
    for place in range(1, 13)
]
written = addresses.write_addresses(WriteAddressesRequest(items=items, atomic=True))
assert [item.status for item in written.data] == [201] * 12

hostnames: list[str | None] = []
after: str | None = None
while True:
    page = subnets.list_subnet_addresses(subnet, limit=5, count=True, after=after)
    assert page.total == 12
    hostnames += [address.hostname for address in page.data]
    if page.next is None:
        break
    after = parse_qs(urlsplit(page.next).query)['after'][0]
assert len(hostnames) == 12

taken = [
    addresses.allocate_address(
        subnet, idempotency_key=name, allocate_address_request=AllocateAddressRequest(hostname='taken.example')
    )
    for _ in range(2)
]
assert taken[0].data == f'{prefix}13' and taken[0].id == taken[1].id

try:
    addresses.get_address(999_999)
    raise AssertionError('an unknown address was found')
except ApiException as error:
    assert error.status == 404 and 'Invalid Id' in str(error.body)
print('signed in, listed 12 addresses in pages, took one with a key, wrote in bulk, met an error')
