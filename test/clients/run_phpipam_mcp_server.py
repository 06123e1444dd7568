"""phpipam-mcp-server: started as its users start it, and called as an assistant calls its tools."""
import asyncio
import os
import re
import sys

import requests
from checks import code, contains, new_name, run, same, tls_url
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

program = os.path.join(os.path.dirname(sys.executable), 'phpipam-mcp-server')


def talk(conversation, secret=code):
    """Has the server talk to the service while a conversation with its tools goes on."""

    async def go():
        server = StdioServerParameters(command=program, env={
            'PHPIPAM_URL': tls_url,
            'PHPIPAM_APP_ID': 'machine',
            'PHPIPAM_APP_CODE': secret,
            'REQUESTS_CA_BUNDLE': os.environ['REQUESTS_CA_BUNDLE'],
        })
        with open(os.devnull, 'w') as log:
            async with stdio_client(server, log) as (read, write):
                async with ClientSession(read, write) as session:
                    await session.initialize()

                    async def tool(name, **words):
                        result = await session.call_tool(name, words)
                        same(result.isError, False)
                        return result.content[0].text

                    await conversation(tool, session)

    asyncio.run(go())


def id_in(text):
    return re.search(r'ID: (\d+)\)', text).group(1)


def make(path, fields):
    """Makes what the server has no tool for. Its id."""
    answer = requests.post(f'{tls_url}/api/machine/{path}/', headers={'token': code}, data=fields)
    same(answer.status_code, 201)
    return str(answer.json()['id'])


def new_section():
    return make('sections', {'name': new_name('mcp')})


# What the server lists beside sections and subnets: its tool, the path, a record, and the line that it prints for it.
others = [
    ('list_vlans', 'vlan', {'number': 60, 'name': 'mcp vlan'}, 'ID: {}, Number: 60, Name: mcp vlan'),
    ('list_vrfs', 'vrf', {'name': 'mcp vrf', 'rd': '60:1'}, 'ID: {}, Name: mcp vrf, RD: 60:1'),
    ('list_locations', 'tools/locations', {'name': 'mcp location'}, 'ID: {}, Name: mcp location, Address: '),
    ('list_nameservers', 'tools/nameservers', {'name': 'mcp names', 'namesrv1': '10.60.0.53'}, 'ID: {}, Name: mcp names, Server: 10.60.0.53'),
]


def tools():
    async def conversation(_, session):
        names = {tool.name for tool in (await session.list_tools()).tools}
        same({'list_sections', 'create_subnet', 'reserve_ip_address', 'delete_subnet'} - names, set())

    talk(conversation)


def wrong_code():
    async def conversation(tool, _):
        contains(await tool('list_sections'), 'Authentication failed for listing sections')

    talk(conversation, 'x' * 32)


def lists():
    async def conversation(tool, _):
        section = new_section()
        contains(await tool('list_sections'), f'ID: {section}, Name: mcp ')
        contains(await tool('get_section_subnets', section_id=section), 'Resource not found')
        subnet = id_in(await tool('create_subnet', section_id=section, subnet='10.60.0.0', mask='24', description='floor'))
        line = f'ID: {subnet}, CIDR: 10.60.0.0/24, Desc: floor'
        contains(await tool('get_section_subnets', section_id=section), f'{line}, Used: 0.0%, Free: 100.0%')
        for name, path, fields, line in others:
            contains(await tool(name), 'Resource not found for listing')
            made = make(path, fields)
            contains(await tool(name), line.format(made))

    talk(conversation)


def searches():
    async def conversation(tool, _):
        section = new_section()
        subnet = id_in(await tool('create_subnet', section_id=section, subnet='10.61.0.0', mask='24'))
        address = id_in(await tool('reserve_ip_address', subnet_id=subnet, ip='10.61.0.5', hostname='mcp.example'))
        line = f'ID: {address}, IP: 10.61.0.5, Host: mcp.example'
        contains(await tool('search_addresses', ip_or_hostname='10.61.0.5'), line)
        contains(await tool('search_hostname', hostname='mcp.example'), line)
        contains(await tool('search_hostname', hostname='MCP.*'), line)
        contains(await tool('search_subnets', query='10.61.0.0/24'), f'ID: {subnet}, CIDR: 10.61.0.0/24, Section: {section}')
        contains(await tool('search_addresses', ip_or_hostname='10.61.0.99'), 'No addresses found matching')
        contains(await tool('search_subnets', query='10.62.0.0/24'), 'No subnets found matching')

    talk(conversation)


def life_of_records():
    async def conversation(tool, _):
        section = new_section()
        subnet = id_in(await tool('create_subnet', section_id=section, subnet='10.63.0.0', mask='24'))
        address = id_in(await tool('reserve_ip_address', subnet_id=subnet, ip='10.63.0.5', hostname='old'))
        contains(await tool('reserve_ip_address', subnet_id=subnet, ip='10.63.0.5'), '409')
        contains(await tool('update_ip_address', address_id=address, hostname='new', owner='ann'), 'updated successfully')
        contains(await tool('update_subnet', subnet_id=subnet, description='changed'), 'updated successfully')
        details = await tool('get_subnet_details', subnet_id=subnet, include_addresses=True)
        contains(details, f'Subnet {subnet} (10.63.0.0/24):\nDescription: changed\nSection ID: {section}')
        contains(details, '  10.63.0.5 - new')
        contains(await tool('delete_ip_address', address_id=address), 'deleted successfully')
        contains(await tool('delete_ip_address', address_id=address), 'Resource not found')
        contains(await tool('delete_subnet', subnet_id=subnet), 'deleted successfully')
        contains(await tool('get_subnet_details', subnet_id=subnet), '400 Client Error')

    talk(conversation)


if __name__ == '__main__':
    run(globals())
