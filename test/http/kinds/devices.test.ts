import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { describeCrud } from '../support/crud-suite.js';

describeCrud({
  path: '/devices/',
  sample: (n) => ({ hostname: `host${n}`, ip: `10.9.0.${n % 256}`, type: 1, description: 'a device', sections: '1;2' }),
  change: { description: 'changed' },
  defaults: {
    snmp_community: null,
    snmp_version: '0',
    snmp_port: '161',
    snmp_timeout: '1000',
    snmp_v3_sec_level: 'none',
    snmp_v3_auth_protocol: 'none',
    snmp_v3_priv_pass: null,
    rack: null,
    rack_start: null,
    rack_size: null,
    rack_deep: '0',
    location: null,
    editDate: null,
  },
  says: {
    created: { message: 'Device created' },
    changed: 'Device updated',
    deleted: 'Device deleted',
    none: '404 No devices configured',
    unknown: '404 Device not found',
    notNumeric: '400 ID must be numeric',
    changeUnknown: '404 Device does not exist',
    deleteUnknown: '404 Device does not exist',
    changeNothing: '400 No parameters',
    withoutId: '400 Invalid device id',
  },
  rels: ['self', 'addresses'],
});

describe('/devices/', () => {
  let server: ApiServer;
  let client: ApiClient;
  let sectionId: number;
  const create = async (given: Readonly<Record<string, unknown>> = {}) =>
    (await client.post('/devices/', { hostname: 'sw', ...given })).id;
  const read = async (id: number) => (await client.get(`/devices/${id}/`)).record;

  before(async () => {
    server = await ApiServer.start();
    client = server.client;
    sectionId = (await client.post('/sections/', { name: 'Of devices' })).id;
    await client.post('/sections/', { name: 'Another' });
  });
  after(() => server.close());

  const refused: readonly (readonly [string, object, string])[] = [
    ['no hostname', {}, '400 Hostname is mandatory'],
    ['an empty hostname', { hostname: '' }, '400 Hostname is mandatory'],
    ['a type in words', { hostname: 'h', type: 'abc' }, '400 Invalid devicetype identifier'],
    ['an unknown type', { hostname: 'h', type: 99 }, '400 Device type does not exist'],
    [
      'an address that is too long',
      { hostname: 'h', ip_addr: 'f'.repeat(101) },
      '400 Invalid ip_addr: longer than 100 characters',
    ],
    ['an unknown location', { hostname: 'h', location: 99 }, '400 Invalid location: 99 does not exist'],
  ];
  for (const [what, body, summary] of refused) {
    it(`refuses a device with ${what}`, async () => {
      expect((await client.post('/devices/', body)).summary).to.equal(summary);
      const id = await create();
      const changed = await client.patch(`/devices/${id}/`, body);
      expect(changed.summary).to.equal(Object.keys(body).length === 0 ? '400 No parameters' : summary);
    });
  }

  it('accepts any text as address, and reads rack unit 0, rack size 0 and null sections as none', async () => {
    const named = await create({ ip_addr: 'sw1.example' });
    expect(await read(named)).to.include({ ip: 'sw1.example' });
    expect((await client.get('/devices/search/sw1.exa/')).records.map(({ id }) => id)).to.deep.equal([String(named)]);
    const rack = await client.post('/tools/racks/', { name: 'zero', size: 1 });
    for (const place of [
      { rack_start: 0, rack_size: 0 },
      { rack_start: 0, rack_size: 7 },
      { rack_start: 1, rack_size: 0 },
    ]) {
      const id = await create({ rack: rack.id, ...place });
      expect((await client.patch(`/devices/${id}/`, await read(id))).summary).to.equal('200');
    }
    await create({ rack: rack.id, rack_start: 1, rack_size: 1 });
    expect(await read(await create({ sections: null }))).to.include({ sections: null });
    expect(String((await read(await create())).sections).split(';')).to.include(String(sectionId));
  });

  it('accepts the old field names of address and description', async () => {
    const id = await create({ ip_addr: '10.9.1.1', descriptuion: 'old spelling' });
    expect(await read(id))
      .to.include({ ip: '10.9.1.1', description: 'old spelling', type: '0' })
      .and.not.have.property('ip_addr');
  });

  it('belongs to all sections by default', async () => {
    expect(await read(await create())).to.include({ sections: `${sectionId};${sectionId + 1}` });
    expect(await read(await create({ sections: `${sectionId}` }))).to.include({ sections: `${sectionId}` });
    expect(await read(await create({ sections: '' }))).to.include({ sections: null });
  });

  it('stores its SNMP settings', async () => {
    const snmp = { snmp_community: 'public', snmp_version: '3', snmp_v3_sec_level: 'authPriv', snmp_v3_auth_pass: 'secret' };
    expect(await read(await create(snmp))).to.include(snmp);
  });

  it('is found by part of its hostname, address, description or custom field', async () => {
    await server.provision({ customFields: [{ on: 'devices', name: 'custom_serial', type: 'varchar(16)' }] });
    const id = await create({ hostname: 'Edge-7', ip: '10.77.7.7', description: 'found by search', custom_serial: 'SN777' });
    for (const text of ['edge-7', '10.77.7', 'by%20search', 'sn77']) {
      expect((await client.get(`/devices/search/${text}/`)).records.map((record) => record.id)).to.deep.equal([String(id)]);
    }
    expect((await client.get('/devices/search/zzz/')).summary).to.equal('404 No devices found');
    expect((await client.get('/devices/search/')).summary).to.equal('400 No search term given');
  });

  it('lists its subnets and addresses (below /tools/ only addresses), and is removed from both when deleted', async () => {
    const id = await create();
    expect((await client.get(`/devices/${id}/subnets/`)).summary).to.equal('404 No subnets found');
    expect((await client.get(`/devices/${id}/addresses/`)).summary).to.equal('404 No addresses found');
    const subnetId = (await client.post('/subnets/', { subnet: '10.9.0.0', mask: 24, sectionId, device: id })).id;
    const addressId = (await client.post('/addresses/', { subnetId, ip: '10.9.0.9', deviceId: id })).id;
    expect((await client.get(`/devices/${id}/subnets/`)).records).to.have.nested.property('[0].subnet', '10.9.0.0');
    expect((await client.get(`/devices/${id}/addresses/`)).records).to.have.nested.property('[0].ip', '10.9.0.9');
    expect((await client.get(`/devices/${id}/foo/`)).summary).to.equal('400 Invalid parameters');
    expect((await client.get(`/tools/devices/${id}/addresses/`)).records).to.have.nested.property('[0].ip', '10.9.0.9');
    expect((await client.get(`/tools/devices/${id}/subnets/`)).summary).to.equal('400 Invalid parameter');
    expect((await client.get('/devices/4711/subnets/')).summary).to.equal('404 No subnets found');
    expect((await client.delete(`/devices/${id}/`)).status).to.equal(200);
    expect((await client.get(`/subnets/${subnetId}/`)).record.device).to.equal('0');
    expect((await client.get(`/addresses/${addressId}/`)).record.deviceId).to.equal(null);
  });

  it('accepts only a free position inside the rack', async () => {
    const { id: rack } = await client.post('/tools/racks/', { name: 'R', size: 10 });
    const id = await create({ hostname: 'lower', rack, rack_start: 1, rack_size: 4 });
    const post = (given: object) => client.post('/devices/', { hostname: 'h', rack, ...given });
    expect((await post({ rack_start: 4, rack_size: 1 })).summary).to.equal('409 Rack units are taken by lower');
    expect((await post({ rack_start: 10, rack_size: 2 })).summary).to.equal(
      '400 Invalid rack_start: units 10 to 11 are not in a rack of 10',
    );
    const upper = await create({ hostname: 'upper', rack, rack_start: 5, rack_size: 6 });
    expect((await client.patch(`/devices/${upper}/`, { rack_start: 4 })).summary).to.equal('409 Rack units are taken by lower');
    expect((await client.patch(`/devices/${id}/`, { rack_size: 3 })).summary).to.equal('200');
    expect((await client.patch(`/devices/${upper}/`, { rack_start: 4 })).summary).to.equal('200');
    expect((await client.patch(`/tools/racks/${rack}/`, { size: 8 })).summary).to.equal(
      '409 upper would lose its position in the rack',
    );
    expect((await client.patch(`/tools/racks/${rack}/`, { size: 12 })).summary).to.equal('200');
    expect((await client.get(`/tools/racks/${rack}/devices/`)).records.map(({ hostname }) => hostname)).to.deep.equal([
      'lower',
      'upper',
    ]);
  });

  it('lists search among its methods', async () => {
    const { methods } = (await client.send({ method: 'OPTIONS', target: '/devices/' })).record as { methods: unknown[] };
    expect(methods).to.deep.include({
      href: '/api/main/devices/search/{search_term}',
      methods: [{ rel: 'search', method: 'GET' }],
    });
  });

  it('logs no warnings or errors', () => expect(server.complaints).to.deep.equal([]));
});
