"""phpipam-client: bodies as JSON with a token, or the whole request encrypted in the old form."""
import json

from checks import code, has, new_name, password, raised, run, same, url
from phpipam_client import PhpIpamClient
from phpipam_client.client import GET, PhpIpamException


def client(secret=password):
    return PhpIpamClient(url=url, app_id='plain', username='Admin', password=secret)


def encrypted(secret=code):
    return PhpIpamClient(url=url, app_id='crypt', token=secret, encryption=True)


def refused(action, status, message):
    """Fails unless the service refuses in these words."""
    answer = json.loads(str(raised(PhpIpamException, action)))
    same((answer['code'], answer['message']), (status, message))


def sign_in():
    api = client()
    has(api.token_extend(), expires=api.token_check()['expires'])
    refused(lambda: client('wrong'), 500, 'Invalid username or password')


def records(api):
    """Creates, lists, changes and deletes with one client or the other."""
    name = new_name('phpipam-client')
    api.post('/sections/', {'name': name})
    section = api.get(f'/sections/{name}/')['id']
    refused(lambda: api.get(f'/sections/{section}/subnets/'), 404, 'No subnets found')
    same(api.post('/subnets/', {'sectionId': section, 'subnet': '10.40.0.0', 'mask': 16}), '10.40.0.0/16')
    [master] = api.get(f'/sections/{section}/subnets/')
    same(api.post(f'/subnets/{master["id"]}/first_subnet/24/', {'description': 'first'}), '10.40.0.0/24')
    [subnet] = api.get(f'/subnets/{master["id"]}/slaves/')
    has(subnet, subnet='10.40.0.0', description='first')
    same(api.post(f'/addresses/first_free/{subnet["id"]}/', {'hostname': f'{section}.example'}), '10.40.0.1')
    same(api.post('/addresses/', {'subnetId': subnet['id'], 'ip': '10.40.0.9', 'hostname': 'nine'}), None)
    refused(lambda: api.post('/addresses/', {'subnetId': subnet['id'], 'ip': '10.40.0.9'}), 409, 'IP address already exists')
    same([one['ip'] for one in api.get(f'/subnets/{subnet["id"]}/addresses/')], ['10.40.0.1', '10.40.0.9'])
    [address] = api.get(f'/addresses/search_hostname/{section}.example/')
    has(address, ip='10.40.0.1', subnetId=subnet['id'])
    api.patch(f'/addresses/{address["id"]}/', {'description': 'Größe'})
    has(api.get(f'/addresses/{address["id"]}/'), description='Größe', hostname=f'{section}.example')
    api.delete(f'/addresses/{address["id"]}/')
    refused(lambda: api.get(f'/addresses/{address["id"]}/'), 404, 'Invalid Id')
    refused(lambda: api.get(f'/addresses/search/10.40.0.77/'), 404, 'Address not found')
    api.delete(f'/sections/{section}/')
    refused(lambda: api.get(f'/subnets/{master["id"]}/'), 400, f'Invalid subnet Id ({master["id"]})')


def with_token():
    records(client())


def with_encryption():
    records(encrypted())


def wrong_code():
    refused(lambda: encrypted('x' * 32).get('/sections/'), 503, 'Invalid enc_request')


def every_length():
    """Requests whose JSON has each length from 30 to 130, whole blocks of 32 bytes among them."""
    api = encrypted()
    name = new_name('length')
    api.post('/vrf/', {'name': name, 'rd': '1:1'})
    [vrf] = [one for one in api.get('/vrf/') if one['name'] == name]
    wrong = []
    for length in range(30, 131):
        # As the client puts it together: parameters first, then the parts of the path.
        parameters = {'links': '', 'controller': 'vrf', 'id': vrf['vrfId']}
        if length < len(json.dumps(parameters)):
            parameters = {'x': '', 'controller': 'vrf'}
        filler = next(iter(parameters))
        own = {filler: 'y' * (length - len(json.dumps(parameters)))}
        same(len(json.dumps({**parameters, **own})), length)
        try:
            found = api.query(f'/vrf/{parameters.get("id", "")}/', method=GET, params=dict(own))
            found = found if isinstance(found, dict) else next(one for one in found if one['name'] == name)
            same(found['rd'], '1:1')
        except PhpIpamException as error:
            wrong.append((length, str(error)))
    same(wrong, [])
    api.delete(f'/vrf/{vrf["vrfId"]}/')


def written_lengths():
    """A record whose text has each length, written and read back."""
    api = encrypted()
    name = new_name('text')
    api.post('/vrf/', {'name': name})
    [vrf] = [one['vrfId'] for one in api.get('/vrf/') if one['name'] == name]
    wrong = []
    for length in range(1, 66):
        try:
            api.patch(f'/vrf/{vrf}/', {'description': 'z' * length})
            same(api.get(f'/vrf/{vrf}/')['description'], 'z' * length)
        except PhpIpamException as error:
            wrong.append((length, str(error)))
    same(wrong, [])
    api.delete(f'/vrf/{vrf}/')


if __name__ == '__main__':
    run(globals())
