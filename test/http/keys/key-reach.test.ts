import { expect } from 'chai';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { EventListener } from '../support/event-listener.js';

/** Ids of the records of a section. Their texts contain the section name. */
interface Placed {
  readonly section: number;
  readonly subnet: number;
  readonly child: number;
  readonly folder: number;
  readonly address: number;
}

const json = { 'Content-Type': 'application/json' };

describe('A key of one section', () => {
  let server: ApiServer;
  let admin: ApiClient;
  let own: Placed;
  let other: Placed;
  /** Keys of an administrator without the scope admin: `key` for one section, `subnetKey` for one subnet of it. */
  let key: ApiClient;
  let subnetKey: ApiClient;

  async function place(word: string, block: number): Promise<Placed> {
    const section = (await admin.post('/sections/', { name: word })).id;
    const of = { sectionId: section, description: `${word} shared` };
    const subnet = (await admin.post('/subnets/', { ...of, subnet: `10.${block}.0.0`, mask: 16 })).id;
    const child = (await admin.post('/subnets/', { ...of, subnet: `10.${block}.1.0`, mask: 24, masterSubnetId: subnet })).id;
    const folder = (await admin.post('/subnets/', { ...of, isFolder: 1 })).id;
    const address = (await admin.post('/addresses/', { subnetId: child, ip: `10.${block}.1.5`, hostname: `${word}.example` })).id;
    return { section, subnet, child, folder, address };
  }

  const scopes = ['*:write', 'feed', 'export'];
  const keyFor = async (name: string, limits: object): Promise<ApiClient> =>
    server.unauthenticated('main').with({ token: String((await admin.post('/keys/', { name, scopes, ...limits })).record.key) });

  before(async () => {
    server = await ApiServer.start();
    admin = server.client;
    own = await place('Own', 1);
    other = await place('Other', 2);
    key = await keyFor('section', { sections: [own.section] });
    subnetKey = await keyFor('subnet', { subnets: [own.subnet] });
  });
  after(() => server.close());

  /** Status and text of an answer, without the duration. */
  const outcomeOf = ({ status, text }: Answer): string => `${status} ${text.replace(/,"time":[\d.]+/, '')}`;
  const unknown = 987654;
  const send = (client: ApiClient, method: string, target: string, body?: object): Promise<Answer> =>
    client.send({ method, target, ...(body ? { headers: json, body: JSON.stringify(body) } : {}) });

  const hidden: [method: string, target: (id: Placed) => string, body?: (id: Placed) => object][] = [
    ['GET', ({ section }) => `/sections/${section}/`],
    ['GET', ({ section }) => `/sections/${section}/subnets/`],
    ['PATCH', ({ section }) => `/sections/${section}/`, () => ({ description: 'x' })],
    ['DELETE', ({ section }) => `/sections/${section}/`],
    ['GET', ({ subnet }) => `/subnets/${subnet}/`],
    ['GET', ({ subnet }) => `/subnets/${subnet}/usage/`],
    ['GET', ({ subnet }) => `/subnets/${subnet}/addresses/`],
    ['GET', ({ child }) => `/subnets/${child}/first_free/`],
    ['GET', ({ subnet }) => `/subnets/${subnet}/first_subnet/24/`],
    ['GET', ({ subnet }) => `/subnets/${subnet}/changelog/`],
    ['POST', ({ subnet }) => `/subnets/${subnet}/first_subnet/24/`],
    ['POST', ({ child }) => `/addresses/first_free/${child}/`],
    ['PATCH', ({ subnet }) => `/subnets/${subnet}/`, () => ({ description: 'x' })],
    ['PATCH', ({ subnet }) => `/subnets/${subnet}/resize/`, () => ({ mask: 15 })],
    ['PATCH', ({ child }) => `/subnets/${child}/split/`, () => ({ number: 2 })],
    ['DELETE', ({ subnet }) => `/subnets/${subnet}/truncate/`],
    ['DELETE', ({ subnet }) => `/subnets/${subnet}/`],
    ['GET', ({ address }) => `/addresses/${address}/`],
    ['PATCH', ({ address }) => `/addresses/${address}/`, () => ({ description: 'x' })],
    ['DELETE', ({ address }) => `/addresses/${address}/`],
    ['POST', () => '/subnets/', ({ section }) => ({ sectionId: section, subnet: '10.77.0.0', mask: 24 })],
    [
      'POST',
      () => '/subnets/',
      ({ subnet }) => ({ sectionId: own.section, masterSubnetId: subnet, isFolder: 1, description: 'x' }),
    ],
    ['POST', () => '/addresses/', ({ child }) => ({ subnetId: child, ip: '10.2.1.77' })],
    ['POST', () => '/addresses/ensure/', ({ child }) => ({ subnetId: child, ip: '10.2.1.5', hostname: 'taken' })],
    ['POST', () => '/subnets/ensure/', ({ section }) => ({ sectionId: section, subnet: '10.2.0.0', mask: 16, description: 'x' })],
    [
      'POST',
      () => '/addresses/bulk/',
      ({ child }) => ({ atomic: 1, items: [{ action: 'create', subnetId: child, ip: '10.2.1.78' }] }),
    ],
    [
      'POST',
      () => '/addresses/bulk/',
      ({ address }) => ({ atomic: 1, items: [{ action: 'change', id: address, description: 'x' }] }),
    ],
    ['POST', () => '/addresses/bulk/', ({ address }) => ({ items: [{ action: 'change', id: address, description: 'x' }] })],
    ['POST', () => '/addresses/bulk/', ({ address }) => ({ atomic: 1, items: [{ action: 'delete', id: address }] })],
    [
      'POST',
      () => '/subnets/bulk/',
      ({ subnet }) => ({ atomic: 1, items: [{ action: 'change', id: subnet, description: 'x' }] }),
    ],
    ['POST', () => '/subnets/bulk/', ({ subnet }) => ({ items: [{ action: 'delete', id: subnet }] })],
    ['PATCH', () => `/subnets/${own.folder}/`, ({ section }) => ({ sectionId: section })],
    ['PATCH', () => `/subnets/${own.folder}/`, ({ folder }) => ({ masterSubnetId: folder })],
    ['PATCH', () => `/subnets/${own.subnet}/`, ({ subnet }) => ({ linked_subnet: subnet })],
    ['POST', () => '/tools/nat/', ({ address }) => ({ name: 'rule', src: { ipaddresses: [address] } })],
    ['GET', ({ section }) => `/rows/address/?section=${section}`],
    ['GET', ({ section }) => `/rows/subnet/?section=${section}`],
  ];
  for (const [index, [method, target, body]] of hidden.entries()) {
    it(`answers ${method} ${index} on another section as on an unknown one, and writes nothing`, async () => {
      const nothing: Placed = { section: unknown, subnet: unknown, child: unknown, folder: unknown, address: unknown };
      const before = outcomeOf(await admin.get('/changes/?limit=1000&after='));
      const answers: string[] = [];
      for (const id of [other, nothing]) {
        const answer = outcomeOf(await send(key, method, target(id), body?.(id)));
        answers.push(Object.values(id).reduce((text, each) => text.replaceAll(new RegExp(`\\b${each}\\b`, 'g'), 'ID'), answer));
      }
      expect(answers[0]).to.equal(answers[1]);
      expect(answers[0]).to.match(/^[45]|"status":"?4/);
      expect(outcomeOf(await admin.get('/changes/?limit=1000&after='))).to.equal(before);
    });
  }

  it('lists, searches, filters, exports and summarizes its own section only', async () => {
    for (const target of [
      ...[
        '/sections/',
        '/subnets/',
        '/subnets/all/',
        '/folders/',
        '/addresses/',
        '/addresses/all/',
        '/overview/',
        '/map/10.0.0.0/8/',
      ],
      ...['/search/shared/', '/search/10.0.0.0/8/', '/search/example/?kinds=1&vlan=1&vrf=1'],
      ...['/subnets/search/10.1.0.0/16/', '/subnets/overlapping/10.0.0.0/8/', '/subnets/cidr/10.1.0.0/16/'],
      ...['/addresses/search/10.1.1.5/', '/addresses/search_hostbase/O/', '/rows/section/', '/rows/subnet/', '/rows/address/'],
      ...[
        '/subnets/?filter[description][contains]=shared&count=1&limit=10',
        '/addresses/?filter[hostname][contains]=example&limit=10',
      ],
      ...['/changes/?limit=1000', '/changes/?before=now&limit=1000'],
    ]) {
      const answer = await key.get(target);
      expect(answer.status, `${target} ${answer.text}`).to.equal(200);
      expect(answer.text, target).not.to.match(/Other|10\.2\.|other\.example/);
      expect(answer.text, target).to.match(/Own|10\.1\.|own\.example/i);
    }
    for (const target of [
      ...['/search/Other/', '/subnets/?filter_by=description&filter_value=Other%20shared', '/addresses/search/10.2.1.5/'],
      ...[
        '/addresses/search_hostname/Other.example/',
        '/subnets/cidr/10.2.0.0/16/',
        '/sections/Other/',
        '/subnets/containing/10.2.1.5/',
      ],
    ])
      expect((await key.get(target)).text, target).not.to.match(/"sectionId"|other\.example"|10\.2\.0\.0"/);
  });

  it('receives changes of its own section only', async () => {
    const listener = new EventListener(`${server.url}/api/main/changes/?after=now`, { token: key.token ?? '' });
    try {
      await listener.until(({ lastId }) => lastId !== '');
      const make = async ({ child }: Placed, ip: string) => {
        const made = await admin.post('/addresses/', { subnetId: child, ip });
        await admin.delete(`/addresses/${made.id}/`);
      };
      await make(other, '10.2.1.201');
      await make(own, '10.1.1.201');
      await listener.until(({ changes }) => changes.filter(({ subnetId }) => Number(subnetId) === own.child).length >= 2);
      expect(listener.changes.map(({ subnetId }) => Number(subnetId))).not.to.include(other.child);
      expect(JSON.stringify(listener.changes)).not.to.include('10.2.1.');
    } finally {
      listener.close();
    }
  });

  it('imports rows into its own section only', async () => {
    const rows = (section: string, ip: string) => ({ columns: ['section', 'ip', 'hostname'], rows: [[section, ip, 'made']] });
    const mine = await send(key, 'POST', '/rows/address/', rows('Own', '10.1.1.9'));
    const otherAnswer = outcomeOf(await send(key, 'POST', '/rows/address/', rows('Other', '10.2.1.9')));
    const none = outcomeOf(await send(key, 'POST', '/rows/address/', rows('Nowhere', '10.2.1.9'))).replaceAll('Nowhere', 'Other');
    expect(otherAnswer).to.equal(none);
    expect([mine.status, otherAnswer.slice(0, 3)], mine.text + otherAnswer).to.deep.equal([200, '400']);
  });

  it('deletes by conditions in its own section only', async () => {
    const answer = await key.delete('/addresses/?filter[hostname][contains]=other.example&expect=1');
    expect(answer.summary).to.equal('409 0 records meet the conditions, not 1: nothing was deleted');
  });

  it('works in its own section', async () => {
    const made = await key.post('/subnets/', {
      sectionId: own.section,
      subnet: '10.1.7.0',
      mask: 24,
      masterSubnetId: own.subnet,
    });
    expect(made.status, made.text).to.equal(201);
    expect((await key.post(`/subnets/${own.subnet}/first_subnet/24/`)).status).to.equal(201);
    expect((await key.post(`/addresses/first_free/${own.child}/`)).status).to.equal(201);
    expect((await key.post('/subnets/', { sectionId: own.section, subnet: '10.9.0.0', mask: 16 })).status).to.equal(201);
    expect((await key.patch(`/sections/${own.section}/`, { description: 'changed' })).status).to.equal(200);
    expect((await key.post('/sections/', { name: 'More' })).summary).to.equal('403 Insufficient permissions');
  });

  it('creates no child section, and deletes no section with a hidden child section', async () => {
    const { id: parent } = await admin.post('/sections/', { name: 'Parent' });
    const limited = await keyFor('parent', { sections: [parent] });
    for (const path of ['/sections/', '/sections/ensure/'])
      expect((await limited.post(path, { name: 'Below', masterSection: parent })).summary).to.equal(
        '403 Insufficient permissions',
      );
    const { id: child } = await admin.post('/sections/', { name: 'Child', masterSection: parent });
    expect((await limited.delete(`/sections/${parent}/`)).summary).to.equal('403 Insufficient permissions');
    expect((await admin.get(`/sections/${child}/`)).status).to.equal(200);
    const both = await keyFor('both', { sections: [parent, child] });
    expect((await both.delete(`/sections/${parent}/`)).status).to.equal(200);
    expect((await admin.get(`/sections/${child}/`)).status).to.equal(404);
  });

  describe('limited to a subnet', () => {
    it('reaches the subnet, everything below it and new subnets there, and nothing else', async () => {
      for (const id of [own.subnet, own.child]) expect((await subnetKey.get(`/subnets/${id}/`)).status).to.equal(200);
      for (const id of [own.folder, other.subnet, other.child])
        expect((await subnetKey.get(`/subnets/${id}/`)).summary).to.equal(`400 Invalid subnet Id (${id})`);
      const made = await subnetKey.post(`/subnets/${own.child}/first_subnet/28/`);
      expect(made.status, made.text).to.equal(201);
      expect((await subnetKey.get(`/subnets/${made.id}/`)).status).to.equal(200);
      const below = await subnetKey.post('/subnets/', {
        sectionId: own.section,
        masterSubnetId: own.subnet,
        subnet: '10.1.200.0',
        mask: 24,
      });
      expect(below.status, below.text).to.equal(201);
      expect((await subnetKey.post(`/addresses/first_free/${below.id}/`)).status).to.equal(201);
      expect((await subnetKey.delete(`/subnets/${below.id}/`)).status).to.equal(200);
      expect((await subnetKey.get(`/sections/${own.section}/`)).summary).to.equal(
        (await admin.get(`/sections/${unknown}/`)).summary,
      );
      const top = await subnetKey.post('/subnets/', { sectionId: own.section, subnet: '10.99.0.0', mask: 24 });
      expect(top.summary).to.equal(`400 Section id (${own.section}) does not exist`);
      expect((await subnetKey.patch(`/subnets/${own.child}/`, { masterSubnetId: 0 })).summary).to.equal(
        `400 Section id (${own.section}) does not exist`,
      );
      const moved = async (master: number) =>
        (await subnetKey.patch(`/subnets/${own.child}/`, { masterSubnetId: master })).summary.replace(`id=${master}`, 'ID');
      expect(await moved(other.subnet)).to.equal(await moved(unknown));
    });

    it('lists the subnet and reads its changes', async () => {
      const networks = (await subnetKey.get('/subnets/')).records;
      expect(networks.map(({ id }) => Number(id))).to.include.members([own.subnet, own.child]);
      for (const { subnet } of networks) expect(String(subnet)).to.match(/^10\.1\./);
      const changes = ((await subnetKey.get('/changes/?limit=1000')).record.changes ?? []) as {
        kind: string;
        subnetId: number;
      }[];
      expect(changes.some(({ kind }) => kind === 'address')).to.equal(true);
      expect(changes.filter(({ subnetId }) => [other.subnet, other.child, own.folder].includes(Number(subnetId)))).to.deep.equal(
        [],
      );
    });

    it('grows no network beyond its reach, and resizes the networks within', async () => {
      const resize = async (client: ApiClient, id: number, mask: number) =>
        (await client.patch(`/subnets/${id}/resize/`, { mask })).summary;
      const { id: section } = await admin.post('/sections/', { name: 'Growing' });
      const of = { sectionId: section };
      const { id: top } = await admin.post('/subnets/', { ...of, subnet: '10.40.0.0', mask: 16 });
      const { id: root } = await admin.post('/subnets/', { ...of, subnet: '10.40.0.0', mask: 24, masterSubnetId: top });
      const { id: inner } = await admin.post('/subnets/', { ...of, subnet: '10.40.0.0', mask: 28, masterSubnetId: root });
      const rootKey = await keyFor('root', { subnets: [root] });
      const topKey = await keyFor('top', { subnets: [top] });
      expect(await resize(rootKey, root, 23)).to.equal('403 Insufficient permissions');
      expect(await resize(topKey, top, 15)).to.equal('403 Insufficient permissions');
      expect(await resize(rootKey, inner, 26)).to.equal('200');
      expect(await resize(rootKey, root, 25)).to.equal('200');
      expect(await resize(topKey, root, 22)).to.equal('200');
      expect(await resize(await keyFor('growing', { sections: [section] }), top, 15)).to.equal('200');
      expect(await resize(admin, top, 14)).to.equal('200');
    });

    it('reads the changes of networks that were deleted below the subnet', async () => {
      const { id: section } = await admin.post('/sections/', { name: 'Deleted' });
      const of = { sectionId: section };
      const { id: root } = await admin.post('/subnets/', { ...of, subnet: '10.50.0.0', mask: 16 });
      const { id: middle } = await admin.post('/subnets/', { ...of, subnet: '10.50.0.0', mask: 20, masterSubnetId: root });
      const { id: inner } = await admin.post('/subnets/', { ...of, subnet: '10.50.0.0', mask: 24, masterSubnetId: middle });
      const { id: address } = await admin.post('/addresses/', { subnetId: inner, ip: '10.50.0.9' });
      await admin.delete(`/subnets/${middle}/`);
      const changes = async (client: ApiClient) =>
        ((await client.get('/changes/?limit=1000')).record.changes as Record<string, unknown>[])
          .filter(({ kind, objectId }) => kind !== 'section' && [root, middle, inner, address].includes(Number(objectId)))
          .map(({ kind, objectId, action }) => `${kind} ${objectId} ${action}`);
      const seen = await changes(await keyFor('deleted', { subnets: [root] }));
      expect(seen).to.include.members([`address ${address} add`, `address ${address} delete`, `subnet ${inner} delete`]);
      expect(seen).to.deep.equal(await changes(await keyFor('deleted section', { sections: [section] })));
    });
  });
});
