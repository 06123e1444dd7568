import { expect } from 'chai';
import { kinds, type OpenKind } from '../../../domain/catalog/kinds.js';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { type CrudSubject, describeCrud } from '../support/crud-suite.js';

interface Tool extends Pick<CrudSubject, 'sample' | 'change' | 'defaults' | 'rels' | 'builtIn' | 'idName'> {
  readonly word: string;
  /** The word in answers, if different. */
  readonly inTexts?: string;
}

/** Every kind with writes below /tools/. */
const tools: Readonly<Record<Exclude<OpenKind, 'l2domain' | 'vlan' | 'vrf'>, Tool>> = {
  tag: {
    word: 'tags',
    inTexts: 'ipTags',
    sample: (n) => ({ type: `Tag ${n}` }),
    change: { bgcolor: '#123456' },
    defaults: { showtag: '1', bgcolor: '#000', fgcolor: '#fff', compress: 'No', locked: 'No', updateTag: '0' },
    builtIn: 4,
    rels: ['self', 'addresses'],
  },
  device: {
    word: 'devices',
    sample: (n) => ({ hostname: `host${n}`, sections: '1' }),
    change: { description: 'changed' },
    defaults: { ip: null, type: '0', editDate: null },
    rels: ['self', 'addresses'],
  },
  deviceType: {
    word: 'device_types',
    inTexts: 'deviceTypes',
    idName: 'tid',
    sample: (n) => ({ tname: `Type ${n}`, tdescription: 'a type' }),
    change: { tdescription: 'changed' },
    defaults: { bgcolor: '#E6E6E6', fgcolor: '#000' },
    builtIn: 9,
    rels: ['self', 'devices'],
  },
  nameserver: {
    word: 'nameservers',
    sample: (n) => ({ name: `NS ${n}`, namesrv1: '8.8.8.8;8.8.4.4', permissions: '1;2' }),
    change: { description: 'changed' },
    defaults: { editDate: null },
  },
  scanAgent: {
    word: 'scanagents',
    inTexts: 'scanAgents',
    sample: (n) => ({ name: `Agent ${n}`, code: `code ${n}` }),
    change: { description: 'changed' },
    defaults: { type: 'direct', last_access: null },
    builtIn: 1,
  },
  location: {
    word: 'locations',
    sample: (n) => ({ name: `DC ${n}`, address: 'Main Street 1', lat: '46.05', long: '14.50' }),
    change: { description: 'changed' },
    defaults: { description: null },
  },
  rack: {
    word: 'racks',
    sample: (n) => ({ name: `R${n}`, size: 42 }),
    change: { description: 'changed' },
    defaults: { subrack: '0', location: null, row: '1', hasBack: '0', topDown: '0', customer_id: null },
  },
  nat: {
    word: 'nat',
    inTexts: 'nat',
    sample: (n) => ({ name: `nat ${n}`, type: 'static', src_port: 80 }),
    change: { description: 'changed' },
    defaults: { src: null, dst: null, dst_port: null, device: null, policy: 'No', policy_dst: null },
  },
  customer: {
    word: 'customers',
    sample: (n) => ({ title: `Customer ${n}`, city: 'Town' }),
    change: { note: 'changed' },
    defaults: { status: 'Active', contact_mail: null },
  },
};

for (const { word, inTexts = word, ...tool } of Object.values(tools)) {
  describeCrud({
    ...tool,
    path: `/tools/${word}/`,
    says: {
      created: { data: `${inTexts} object created` },
      changed: `${inTexts} object updated`,
      deleted: `${inTexts} object deleted`,
      none: '404 No objects found',
      unknown: '404 No objects found',
      notNumeric: '400 Identifier must be numeric',
      changeUnknown: '400 Invalid identifier',
      deleteUnknown: '400 Invalid identifier',
      changeNothing: '400 No parameters',
      withoutId: '400 Invalid identifier',
    },
  });
}

describe('/tools/', () => {
  let server: ApiServer;
  let client: ApiClient;
  let sectionId: number;
  const create = async (path: string, body: object) => (await client.post(path, body)).id;

  before(async () => {
    server = await ApiServer.start();
    client = server.client;
    sectionId = await create('/sections/', { name: 'Of tools' });
  });
  after(() => server.close());

  it('serves every kind that has no other controller', () => {
    const own: readonly string[] = ['vlan', 'vrf', 'l2domain', 'range', 'request'];
    expect(Object.keys(kinds).filter((kind) => !own.includes(kind))).to.have.members(Object.keys(tools));
  });

  it('refuses other words', async () => {
    for (const path of ['/tools/', '/tools/foo/', '/tools/deviceTypes/', '/tools/l2domains/', '/tools/foo/1/']) {
      expect((await client.get(path)).summary).to.equal('400 Invalid subcontroller');
      expect((await client.post(path, { name: 'x' })).summary).to.equal('400 Invalid subcontroller');
    }
  });

  it('refuses POST to ensure/ and bulk/, and creates nothing', async () => {
    for (const path of ['/tools/tags/ensure/', '/tools/devices/ensure/', '/tools/locations/bulk/'])
      expect((await client.post(path, { name: 'twice', type: 'twice', hostname: 'twice' })).summary, path).to.equal(
        '400 Invalid subcontroller',
      );
    expect((await client.get('/tools/tags/?filter[type]=twice')).records).to.deep.equal([]);
  });

  it('refuses other lists', async () => {
    for (const word of ['tags', 'devices', 'device_types', 'vlans', 'vrfs', 'vrf', 'locations', 'racks', 'nat']) {
      expect((await client.get(`/tools/${word}/1/foo/`)).summary).to.equal('400 Invalid parameter');
    }
    for (const word of ['nameservers', 'scanagents', 'customers']) {
      expect((await client.get(`/tools/${word}/1/foo/`)).summary).to.equal('400 Invalid subcontroller identifier');
    }
    expect((await client.get('/tools/locations/1/addresses/')).summary).to.equal('400 Invalid parameter');
  });

  it('refuses a creation without parameters', async () => {
    for (const { word } of Object.values(tools))
      expect((await client.post(`/tools/${word}/`)).summary).to.equal('400 No parameters');
  });

  it('shows VLANs and VRFs, and refers writes to their own controllers', async () => {
    const vlanId = await create('/vlan/', { name: 'v', number: 5 });
    const vrfId = await create('/vrf/', { name: 'red' });
    for (const [path, id, name, refusal] of [
      ['/tools/vlans/', vlanId, 'vlanId', '400 Please use vlans controller'],
      ['/tools/vrfs/', vrfId, 'vrfId', '400 Please use vrf controller'],
      ['/tools/vrf/', vrfId, 'vrfId', '400 Please use vrf controller'],
    ] as const) {
      expect((await client.get(`${path}${id}/`)).record[name]).to.equal(String(id));
      expect((await client.get(path)).records).to.have.length(1);
      const { links } = (await server.on('links').get(`${path}${id}/`)).record;
      expect(links)
        .to.have.nested.property('[0].href')
        .that.matches(new RegExp(`/tools/(vlans|vrfs)/${id}/$`));
      expect((await client.post(path, { name: 'x' })).summary).to.equal(refusal);
      expect((await client.patch(`${path}${id}/`, { name: 'x' })).summary).to.equal(refusal);
      expect((await client.delete(`${path}${id}/`)).summary).to.equal(refusal);
    }
  });

  it('does not delete locked tags, or tags and scan agents that are defaults', async () => {
    for (const tag of [1, 2, 3, 4]) {
      expect((await client.delete(`/tools/tags/${tag}/`)).summary).to.equal(`409 tag ${tag} cannot be deleted`);
    }
    expect((await client.patch('/tools/tags/2/', { locked: 'No' })).status).to.equal(200);
    expect((await client.delete('/tools/tags/2/')).summary).to.equal('409 tag 2 cannot be deleted');
    expect((await client.delete('/tools/scanagents/1/')).summary).to.equal('409 scanAgent 1 cannot be deleted');
  });

  it('accepts the sections of name servers under both names', async () => {
    const id = await create('/tools/nameservers/', { name: 'NS', namesrv1: '1.1.1.1', sections: '1;2' });
    expect((await client.get(`/tools/nameservers/${id}/`)).record).to.include({ permissions: '1;2' });
  });

  it('refuses duplicate customers and scan agents, and unknown types of scan agents', async () => {
    await create('/tools/customers/', { title: 'Same' });
    expect((await client.post('/tools/customers/', { title: 'Same' })).status).to.equal(409);
    await create('/tools/scanagents/', { name: 'a', code: 'same' });
    expect((await client.post('/tools/scanagents/', { name: 'b', code: 'same' })).status).to.equal(409);
    expect((await client.post('/tools/scanagents/', { name: 'c', type: 'foo' })).status).to.equal(400);
  });

  it('lists the objects at a location, and clears their location when it is deleted', async () => {
    const location = await create('/tools/locations/', { name: 'DC' });
    const lists = ['subnets', 'devices', 'racks', 'ipaddresses'];
    for (const list of lists) {
      expect((await client.get(`/tools/locations/${location}/${list}/`)).summary).to.equal('404 No objects found');
    }
    const subnetId = await create('/subnets/', { subnet: '10.3.0.0', mask: 24, sectionId, location });
    const ids = {
      subnets: subnetId,
      devices: await create('/devices/', { hostname: 'h', type: 9, location }),
      racks: await create('/tools/racks/', { name: 'R', location }),
      ipaddresses: await create('/addresses/', { subnetId, ip: '10.3.0.1', tag: 4, location }),
    };
    for (const [list, id] of Object.entries(ids)) {
      const { records } = await client.get(`/tools/locations/${location}/${list}/`);
      expect(records.map((record) => record.id)).to.deep.equal([String(id)]);
    }
    expect((await client.get('/tools/device_types/9/devices/')).records).to.have.nested.property('[0].hostname', 'h');
    expect((await client.get('/tools/tags/4/addresses/')).records).to.have.nested.property('[0].ip', '10.3.0.1');
    expect((await client.get('/tools/tags/1/addresses/')).summary).to.equal('404 No objects found');
    expect((await client.delete(`/tools/locations/${location}/`)).status).to.equal(200);
    expect((await client.get(`/subnets/${subnetId}/`)).record.location).to.equal(null);
    expect((await client.get(`/tools/racks/${ids.racks}/`)).record.location).to.equal(null);
  });

  it('has no custom fields', async () => {
    expect((await server.on('nest').get('/tools/tags/2/')).record.custom_fields).to.equal(null);
    expect((await client.get('/tools/devices/custom_fields/')).summary).to.equal('400 Identifier must be numeric');
  });

  it('logs no warnings or errors', () => expect(server.complaints).to.deep.equal([]));
});
