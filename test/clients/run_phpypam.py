"""phpypam: bodies as forms, paths without a slash at the end."""
import phpypam
from checks import has, new_name, password, raised, run, same, url
from phpypam.core.exceptions import PHPyPAMEntityNotFoundException, PHPyPAMInvalidCredentials, PHPyPAMInvalidSyntax


def client(secret=password):
    return phpypam.api(url=url, app_id='plain', username='Admin', password=secret)


def make_section(api, **fields):
    name = new_name('phpypam')
    api.create_entity('sections', data={'name': name, **fields})
    return api.get_entity('sections', name)['id']


def make_subnet(api, section, subnet='10.30.0.0', mask=16):
    api.create_entity('subnets', data={'subnet': subnet, 'mask': mask, 'sectionId': section})
    [found] = [one for one in api.get_entity('sections', f'{section}/subnets') if one['subnet'] == subnet]
    return found['id']


def sign_in():
    same(len(client().get_token()), 24)
    raised(PHPyPAMInvalidCredentials, lambda: client('wrong'))


def controllers():
    found = client().controllers()
    same({'sections', 'subnets', 'addresses', 'vlan', 'vrf'} - found, set())


def lists():
    api = client()
    section = make_section(api)
    raised(PHPyPAMEntityNotFoundException, lambda: api.get_entity('sections', f'{section}/subnets'))
    for third in range(3):
        make_subnet(api, section, f'10.31.{third}.0', 24)
    own = api.get_entity('sections', f'{section}/subnets')
    same([one['subnet'] for one in own], ['10.31.0.0', '10.31.1.0', '10.31.2.0'])
    filtered = {'filter_by': 'subnet', 'filter_value': '10.31.1.0'}
    same([one['id'] for one in api.get_entity('sections', f'{section}/subnets', params=filtered)], [own[1]['id']])
    none = {'filter_by': 'subnet', 'filter_value': '10.99.0.0'}
    raised(PHPyPAMEntityNotFoundException, lambda: api.get_entity('sections', f'{section}/subnets', params=none))


def searches():
    api = client()
    subnet = make_subnet(api, make_section(api), '10.32.0.0', 24)
    name = new_name('host').replace(' ', '-')
    api.create_entity('addresses', data={'subnetId': subnet, 'ip': '10.32.0.7', 'hostname': name})
    same([one['subnetId'] for one in api.get_entity('addresses', 'search/10.32.0.7')], [subnet])
    same([one['ip'] for one in api.get_entity('addresses', f'search_hostname/{name}')], ['10.32.0.7'])
    same([one['id'] for one in api.get_entity('subnets', 'cidr/10.32.0.0/24')], [subnet])
    same([one['id'] for one in api.get_entity('subnets', 'search/10.32.0.0/24')], [subnet])
    raised(PHPyPAMEntityNotFoundException, lambda: api.get_entity('addresses', 'search/10.32.0.8'))
    raised(PHPyPAMEntityNotFoundException, lambda: api.get_entity('addresses', 'search_hostname/no-such-host'))
    raised(PHPyPAMEntityNotFoundException, lambda: api.get_entity('subnets', 'cidr/10.32.0.0/25'))


def first_free():
    api = client()
    master = make_subnet(api, make_section(api), '10.33.0.0')
    same(api.get_entity('subnets', f'{master}/first_subnet/24'), '10.33.0.0/24')
    same(api.create_entity('subnets', f'{master}/first_subnet/24', data={'description': 'one'}), '10.33.0.0/24')
    same(api.create_entity('subnets', f'{master}/first_subnet/24'), '10.33.1.0/24')
    same(api.create_entity('subnets', f'{master}/last_subnet/24'), '10.33.255.0/24')
    first, second, last = api.get_entity('subnets', f'{master}/slaves')
    has(first, subnet='10.33.0.0', mask='24', masterSubnetId=master, description='one')
    same(api.get_entity('addresses', f'first_free/{first["id"]}'), '10.33.0.1')
    same(api.create_entity('addresses', f'first_free/{first["id"]}', data={'hostname': 'a.example'}), '10.33.0.1')
    same(api.create_entity('addresses', f'first_free/{first["id"]}'), '10.33.0.2')
    same([one['ip'] for one in api.get_entity('subnets', f'{first["id"]}/addresses')], ['10.33.0.1', '10.33.0.2'])


def life_of_records():
    api = client()
    section = make_section(api, description='Größe & <b>Ordnung</b>', strictMode=1)
    has(api.get_entity('sections', section), description='Größe & <b>Ordnung</b>', strictMode='1')
    subnet = make_subnet(api, section, '10.34.0.0', 24)
    raised(PHPyPAMInvalidSyntax, lambda: api.create_entity('subnets', data={'subnet': '10.34.0.300', 'mask': 24, 'sectionId': section}))
    api.update_entity('subnets', data={'id': subnet, 'description': 'changed'})
    has(api.get_entity('subnets', subnet), description='changed', mask='24')
    api.create_entity('addresses', data={'subnetId': subnet, 'ip': '10.34.0.9', 'hostname': 'nine'})
    [address] = api.get_entity('subnets', f'{subnet}/addresses')
    api.update_entity('addresses', address['id'], data={'hostname': 'ten', 'owner': 'ann'})
    has(api.get_entity('addresses', address['id']), ip='10.34.0.9', hostname='ten', owner='ann')
    api.delete_entity('addresses', address['id'])
    raised(PHPyPAMEntityNotFoundException, lambda: api.get_entity('addresses', address['id']))
    raised(PHPyPAMEntityNotFoundException, lambda: api.delete_entity('addresses', address['id']))
    api.delete_entity('sections', section)
    raised(PHPyPAMEntityNotFoundException, lambda: api.get_entity('sections', section))
    raised(PHPyPAMEntityNotFoundException, lambda: api.get_entity('subnets', f'{subnet}/addresses'))
    # As the service has always answered whoever asks for the record of an unknown subnet.
    same(str(raised(PHPyPAMInvalidSyntax, lambda: api.get_entity('subnets', subnet))), f'Invalid subnet Id ({subnet})')


def vlans():
    api = client()
    name = new_name('vlan')
    api.create_entity('l2domains', data={'name': name})
    [domain] = [one['id'] for one in api.get_entity('l2domains') if one['name'] == name]
    api.create_entity('vlan', data={'number': 33, 'name': name, 'domainId': domain})
    [vlan] = [one for one in api.get_entity('vlan') if one['name'] == name]
    has(vlan, number='33', domainId=domain)
    api.update_entity('vlan', vlan['vlanId'], data={'description': 'changed'})
    has(api.get_entity('vlan', vlan['vlanId']), description='changed', name=name)
    api.delete_entity('vlan', vlan['vlanId'])
    raised(PHPyPAMEntityNotFoundException, lambda: api.get_entity('vlan', vlan['vlanId']))


if __name__ == '__main__':
    run(globals())
