"""phpipam-api: bodies as forms, named operations, a token of its own or a static code over HTTPS."""
from checks import code, contains, has, new_name, password, raised, run, same, tls_url, url
from phpipam_api import PhpipamAPI
from phpipam_api.backend import ApiConnectionException, ApiQueryException


def client(secret=password):
    return PhpipamAPI(url, 'plain', 'Admin', secret)


def sign_in():
    same(len(client()._backend.api_token), 24)
    contains(str(raised(ApiConnectionException, lambda: client('wrong'))), '500 Invalid username or password')


def static_code():
    """The certificate of the service is the one that REQUESTS_CA_BUNDLE names."""
    records(PhpipamAPI(tls_url, 'machine', '', code))
    wrong = PhpipamAPI(tls_url, 'machine', '', 'x' * 32)
    contains(str(raised(ApiQueryException, lambda: wrong.sections.get())), 'code 401: Unauthorized')


def with_token():
    records(client())


def not_found(action, code_and_text='404'):
    contains(str(raised(ApiQueryException, action)), f'Query failed with code {code_and_text}')


def records(api):
    name = new_name('phpipam-api')
    section = api.sections.create('', {'name': name})['id']
    same(name in [one['name'] for one in api.sections.get()], True)
    not_found(lambda: api.sections.getSubnets(section_id=section))
    same(api.subnets.create('', {'sectionId': section, 'subnet': '10.50.0.0', 'mask': '24'}), '10.50.0.0/24')
    [subnet] = [one['id'] for one in api.sections.getSubnets(section_id=section)]
    has(api.subnets.byID(subnet), subnet='10.50.0.0', mask='24')
    same(api.addresses.getFirstFree(subnet_id=subnet), '10.50.0.1')
    same(api.addresses.createFirstFree(subnet_id=subnet, data={'hostname': 'one'}), '10.50.0.1')
    has(api.addresses.create('', {'subnetId': subnet, 'ip': '10.50.0.4', 'tag': 3}), code=201, message='Address created')
    same([one['ip'] for one in api.subnets.getAddresses(subnet_id=subnet)], ['10.50.0.1', '10.50.0.4'])
    has(api.addresses.getByIP(ip='10.50.0.4', subnet_id=subnet), tag='3')
    [found] = api.subnets.getIP(subnet_id=subnet, ip='10.50.0.1')
    has(found, hostname='one')
    searched = [one for one in api.addresses.search(ip='10.50.0.1') if one['subnetId'] == subnet]
    same([one['id'] for one in searched], [found['id']])
    same([one['id'] for one in api.subnets.search(search='10.50.0.0/24') if one['id'] == subnet], [subnet])
    same({'id', 'type'} - set(api.addresses.getTag(tag_id=3)), set())
    same([one['ip'] for one in api.addresses.getByTag(tag_id=3) if one['subnetId'] == subnet], ['10.50.0.4'])
    api.addresses.edit(found['id'], {'hostname': 'two', 'note': 'Größe'})
    has(api.addresses.byID(found['id']), hostname='two', note='Größe', ip='10.50.0.1')
    api.addresses.delete(found['id'])
    not_found(lambda: api.addresses.byID(found['id']))
    not_found(lambda: api.addresses.search(ip='10.50.0.77'))
    api.subnets.delete(subnet)
    not_found(lambda: api.subnets.byID(subnet), '400: Invalid subnet Id')
    api.sections.delete(section)
    not_found(lambda: api.sections.byID(section))


def devices():
    api = client()
    name = new_name('device')
    device = api.devices.create('', {'hostname': name})['id']
    not_found(lambda: api.devices.getAddresses(device_id=device))
    section = api.sections.create('', {'name': name})['id']
    api.subnets.create('', {'sectionId': section, 'subnet': '10.51.0.0', 'mask': '24', 'device': device})
    [subnet] = api.devices.getSubnets(device_id=device)
    has(subnet, subnet='10.51.0.0', sectionId=str(section))
    api.addresses.createFirstFree(subnet_id=subnet['id'], data={'deviceId': device})
    same([one['ip'] for one in api.devices.getAddresses(device_id=device)], ['10.51.0.1'])
    api.devices.delete(device)
    not_found(lambda: api.devices.byID(device))
    has(api.subnets.byID(subnet['id']), device='0')


if __name__ == '__main__':
    run(globals())
