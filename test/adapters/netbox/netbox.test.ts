import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { NodeHttpClient } from '../../../adapters/http-client/index.js';
import { type NetboxLimits, type NetboxSource, NetboxTables, netboxFile, netboxSite } from '../../../adapters/netbox/index.js';
import { SourceError } from '../../../application/ports/register.js';
import type { RowReport, RowTable } from '../../../application/transfer/rows/table.js';
import { anyone, type Started, startApplication } from '../../application/support/application.js';
import { collect } from '../../support/collect.js';
import { errorOf } from '../../support/outcome/error-of.js';

const nested = (id: number, name: string) => ({ id, url: `https://netbox.example/${id}/`, display: name, name, slug: name });
const status = (value: string) => ({ value, label: value });

/** Lists in the format of NetBox. */
const lists: Readonly<Record<string, readonly object[]>> = {
  regions: [{ id: 1, display: 'Berlin', name: 'Berlin', slug: 'berlin', parent: null, description: '', tags: [], site_count: 1 }],
  sites: [
    {
      ...{ id: 4, name: 'Berlin', slug: 'ber', status: status('active'), region: nested(1, 'Berlin'), facility: '' },
      ...{
        physical_address: 'Street 1\n10115 Berlin',
        latitude: 52.5,
        longitude: 13.4,
        description: 'Main site',
        custom_fields: {},
      },
    },
  ],
  tenants: [
    { id: 2, name: '42', slug: '42', description: 'The answer', comments: 'of all', group: null, custom_fields: { crm: 7 } },
  ],
  vrfs: [
    { id: 3, name: 'Blue', rd: '65000:1', tenant: nested(2, '42'), enforce_unique: true, description: '', import_targets: [] },
  ],
  'vlan-groups': [{ id: 5, name: 'Campus', slug: 'campus', description: '', scope: null }],
  vlans: [
    {
      id: 10,
      vid: 10,
      name: 'users',
      group: nested(5, 'Campus'),
      site: null,
      tenant: null,
      status: status('active'),
      role: null,
    },
    { id: 11, vid: 10, name: 'voice', group: null, site: nested(4, 'Berlin'), tenant: null, status: status('active') },
    { id: 12, vid: 30, name: 'plain', group: null, site: null, tenant: null, status: status('active') },
  ],
  prefixes: [
    {
      id: 20,
      prefix: '10.1.1.0/24',
      vrf: nested(3, 'Blue'),
      vlan: nested(10, 'users'),
      status: status('reserved'),
      is_pool: false,
    },
    { id: 21, prefix: '10.1.0.0/16', vrf: nested(3, 'Blue'), tenant: nested(2, '42'), status: status('container') },
    {
      ...{ id: 22, prefix: '10.1.1.0/24', vrf: null, vlan: nested(12, 'plain'), status: status('active'), is_pool: true },
      scope_type: 'dcim.site',
      scope_id: 4,
      scope: nested(4, 'Berlin'),
    },
    { id: 23, prefix: '2001:db8::/64', vrf: null, status: status('active'), site: nested(4, 'Berlin') },
  ],
  'ip-addresses': [
    {
      id: 30,
      address: '10.1.1.1/24',
      vrf: nested(3, 'Blue'),
      status: status('active'),
      dns_name: 'a.example',
      description: 'x',
      comments: 'y',
    },
    { id: 31, address: '10.1.1.0/24', vrf: null, status: status('dhcp'), dns_name: '' },
    { id: 32, address: '2001:db8::1/64', vrf: null, status: status('deprecated'), tenant: nested(2, '42') },
  ],
};

const pageOf = (results: readonly object[]) => ({ count: results.length, next: null, previous: null, results });
const fileOf = (given: object): Promise<NetboxSource> =>
  netboxFile(
    (async function* () {
      yield Buffer.from(JSON.stringify(given));
    })(),
  );
const whole = (changes: object = {}) =>
  fileOf(Object.fromEntries(Object.entries({ ...lists, ...changes }).map(([name, list]) => [name, pageOf(list as object[])])));

/** Tables with all rows in memory, since an import reads them more than once. */
async function held(tables: readonly RowTable[]): Promise<RowTable[]> {
  const buffered: RowTable[] = [];
  for (const table of tables) {
    const parts = await collect(table.rows());
    buffered.push({
      ...table,
      async *rows() {
        yield* parts;
      },
    });
  }
  return buffered;
}

describe('A NetBox', () => {
  let started: Started;
  beforeEach(async () => {
    started = await startApplication();
  });

  async function importFrom(source: NetboxSource): Promise<{ report: RowReport; messages: string[] }> {
    const netbox = new NetboxTables(source, 'NetBox');
    const tables = await held(await netbox.tables());
    netbox.reportLeftovers();
    const messages = netbox.findings
      .report(false, new Set())
      .findings.map(({ kind, where, problem }) => `${kind}: ${where}: ${problem}`);
    return { report: await started.rowImport.run(anyone, tables, { updates: true }), messages };
  }

  it('is imported with its networks, addresses, VLANs, VRFs, locations and tenants, and again without a change', async () => {
    const { report, messages } = await importFrom(await whole());
    expect(report).to.deep.include({ imported: true, failed: 0, rows: 17, created: 17 });
    expect(messages).to.deep.equal([
      'duplicate: sites 4: Berlin already exists: imported as Berlin (site 4)',
      'column: sites.region: 1 value has no field in Hexipam',
      'column: tenants.custom_fields.crm: 1 value has no field in Hexipam',
    ]);
    const subnets = (await collect(started.subnets.list(anyone, { order: { by: 'network' } }))).map(({ subnet }) => subnet);
    const [blue] = await collect(started.catalog.list('vrf'));
    const byId = new Map(subnets.map((subnet) => [subnet.id, subnet.prefix?.toString()]));
    expect(
      subnets.map(({ prefix, vrfId, masterSubnetId, tag, isPool }) => [
        String(prefix),
        vrfId,
        byId.get(masterSubnetId ?? 0),
        tag,
        isPool,
      ]),
    ).to.have.deep.members([
      ['10.1.0.0/16', blue?.id, undefined, 2, false],
      ['10.1.1.0/24', blue?.id, '10.1.0.0/16', 3, false],
      ['10.1.1.0/24', null, undefined, 2, true],
      ['2001:db8::/64', null, undefined, 2, false],
    ]);
    const addresses = await collect(started.addresses.list(anyone, { order: 'address' }));
    expect(addresses.map(({ ip, hostname, tag, note }) => [String(ip), hostname, tag, note])).to.deep.equal([
      ['10.1.1.0', null, 4, null],
      ['10.1.1.1', 'a.example', 2, 'y'],
      ['2001:db8::1', null, 1, null],
    ]);
    const [customer] = await collect(started.catalog.list('customer'));
    expect([customer?.values.title, customer?.values.note, addresses[2]?.customer_id]).to.deep.equal([
      '42',
      'The answer\nof all',
      customer?.id,
    ]);
    const vlans = await collect(started.catalog.list('vlan'));
    expect(new Set(vlans.map(({ values }) => values.domainId)).size).to.equal(3);
    expect((await importFrom(await whole())).report).to.deep.include({ created: 0, changed: 0, unchanged: 17 });
  });

  it('reports each object that is not imported unchanged', async () => {
    const { messages, report } = await importFrom(
      await whole({
        vlans: [...(lists.vlans ?? []), { id: 13, vid: 30, name: 'again', group: null, site: null, status: status('active') }],
        prefixes: [
          ...(lists.prefixes ?? []),
          { id: 24, prefix: '10.1.0.0/16', vrf: nested(3, 'Blue'), status: status('active') },
          { id: 25, prefix: 'nonsense', vrf: null, status: status('active') },
          { id: 26, prefix: '10.9.0.0/16', vrf: nested(99, 'gone'), role: nested(1, 'prod'), status: status('odd') },
        ],
        'ip-addresses': [
          ...(lists['ip-addresses'] ?? []),
          { id: 33, address: '10.1.1.1/32', vrf: nested(3, 'Blue'), status: status('active') },
          { id: 34, address: '192.0.2.1/24', vrf: null, status: status('active'), assigned_object: nested(7, 'eth0') },
          { id: 35, address: '10.1.1.255/24', vrf: nested(3, 'Blue'), status: status('active') },
          { id: 36, address: '10.1.1.7/24', vrf: nested(3, 'Blue'), status: status('active'), description: 'd'.repeat(200) },
        ],
      }),
    );
    expect(report.failed).to.equal(0);
    expect(messages.filter((line) => !/^(duplicate: sites 4|column: sites|column: tenants)/.test(line))).to.deep.equal([
      'duplicate: vlans 13: VLAN 30 already exists in its L2 domain',
      'duplicate: prefixes 24: 10.1.0.0/16 already exists in its VRF',
      'value: prefixes 25: nonsense is not a network',
      'reference: prefixes 26: vrf: vrf 99 does not exist',
      'value: prefixes 26: no tag matches the status odd: the tag is Used',
      'duplicate: ip-addresses 33: 10.1.1.1 already exists in its VRF',
      'orphan: ip-addresses 34: no prefix contains 192.0.2.1 in its VRF',
      'outside: ip-addresses 35: 10.1.1.255 is the network or broadcast address of 10.1.1.0/24, which is not a pool',
      'cut: ip-addresses 36: a text of 200 characters is cut to 64',
      'column: prefixes.role: 1 value has no field in Hexipam',
      'column: ip-addresses.assigned_object: 1 value has no field in Hexipam',
    ]);
  });

  it('is refused as a file in another format', async () => {
    const problems: string[] = [];
    for (const given of [[], { prefixes: {} }, { things: [] }, { prefixes: { count: 5, next: 'https://x/', results: [] } }])
      problems.push(await problemOf(fileOf(given).then((source) => new NetboxTables(source, 'NetBox').tables())));
    expect(problems).to.deep.equal([
      'the file is not a JSON object of lists',
      'prefixes: this is not a list {count, next, results}',
      'the file has unknown lists: things; known are regions, sites, tenants, vrfs, vlan-groups, vlans, prefixes, ip-addresses',
      'prefixes: the file has only the first page of this list: add the others',
    ]);
  });

  describe('over HTTP', () => {
    let server: Server;
    let url: string;
    let asked: string[];
    let answer: (path: URL, response: ServerResponse, request: IncomingMessage) => void;

    beforeEach(async () => {
      asked = [];
      answer = (path, response) => {
        const name = path.pathname.split('/').at(-2) ?? '';
        const [offset, all] = [Number(path.searchParams.get('offset')), lists[name] ?? []];
        const results = all.slice(offset, offset + 2);
        const next = offset + 2 < all.length ? `${url}${path.pathname}?limit=2&offset=${offset + 2}` : null;
        response.end(JSON.stringify({ count: all.length, next, previous: null, results }));
      };
      server = createServer((request, response) => {
        asked.push(`${request.url} ${request.headers.authorization}`);
        answer(new URL(request.url ?? '/', url), response, request);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterEach(() => {
      server.closeAllConnections();
      server.close();
    });

    const read = (limits?: NetboxLimits, token: string | undefined = 'secret'): Promise<RowTable[]> =>
      new NetboxTables(netboxSite(new NodeHttpClient(), `${url}/netbox/api/`, token, limits), 'NetBox').tables().then(held);

    it('is read page by page with its token', async () => {
      const tables = await read();
      expect((await collect(tables.at(-1)?.rows() ?? (async function* () {})())).flat()).to.have.lengthOf(3);
      expect(asked.every((line) => line.startsWith('/netbox/api/') && line.endsWith(' Token secret'))).to.equal(true);
      expect(asked.filter((line) => line.includes('/ipam/prefixes/'))).to.have.lengthOf(2);
      asked = [];
      await read(undefined, 'nbt_abc.secret');
      expect(asked[0]).to.match(/ Bearer nbt_abc\.secret$/);
    });

    it('cannot redirect elsewhere, form a cycle of pages, or announce more objects than it returns', async () => {
      const say = (next: string | null, results: readonly object[] = [{}]) => {
        answer = (_path, response) => response.end(JSON.stringify({ count: 9, next, results }));
      };
      const problems: string[] = [];
      say('http://127.0.0.1:1/netbox/api/dcim/regions/?offset=1');
      problems.push(await problemOf(read()));
      say(`${url}/elsewhere/`);
      problems.push(await problemOf(read()));
      say(`${url}/netbox/api/dcim/regions/?limit=1000&offset=0`);
      problems.push(await problemOf(read()));
      say(null);
      problems.push(await problemOf(read()));
      answer = (_path, response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end();
      problems.push(await problemOf(read()));
      expect(problems.map((problem) => problem.replaceAll(url, 'URL'))).to.deep.equal([
        'regions: the next page is not at URL/netbox/api/, but at http://127.0.0.1:1',
        'regions: the next page is not at URL/netbox/api/, but at URL',
        'regions: the pages form a cycle',
        'regions: 1 of 9 records were read: they changed during the import, try again',
        'URL/netbox/api/dcim/regions/ redirects: use the address of the target',
      ]);
    });

    it('is reported when it refuses, fails, is silent or answers too much, and when its address is invalid', async () => {
      const problems: string[] = [];
      for (const status of [403, 500]) {
        answer = (_path, response) => response.writeHead(status).end('<html>');
        problems.push(await problemOf(read()));
      }
      answer = (_path, response) => response.end('<html>');
      problems.push(await problemOf(read()));
      answer = () => {};
      problems.push(await problemOf(read({ call: 50, maxAnswer: 1000 })));
      answer = (_path, response) => response.end(' '.repeat(2000));
      problems.push(await problemOf(read({ call: 5000, maxAnswer: 1000 })));
      expect(problems.map((problem) => problem.replace(`${url}/netbox/api/dcim/regions/`, 'IT'))).to.deep.equal([
        'IT refuses: HEXIPAM_NETBOX_TOKEN has to be a token that may read there',
        'IT answers 500',
        'IT does not answer with JSON',
        'IT does not answer within 0.05 s',
        'IT has more than 1000 bytes',
      ]);
      for (const address of ['ftp://netbox.example/', 'https://ann:secret@netbox.example/', 'netbox.example'])
        expect(() => netboxSite(new NodeHttpClient(), address, undefined), address).to.throw(SourceError);
    });
  });
});

const problemOf = async (work: Promise<unknown>): Promise<string> => (await errorOf(work, SourceError)).message;
