import { expect } from 'chai';
import type { ApiClient, WireRecord } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

/** Path and required fields of each kind of record that has custom fields. */
const resources = {
  sections: { path: '/sections/', minimal: () => ({ name: 'With fields' }) },
  subnets: { path: '/subnets/', minimal: ({ sectionId }: Ids) => ({ sectionId, subnet: '10.9.0.0', mask: 24 }) },
  addresses: { path: '/addresses/', minimal: ({ subnetId }: Ids) => ({ subnetId, ip: '10.1.0.9' }) },
  vlans: { path: '/vlans/', minimal: () => ({ name: 'v', number: 9 }) },
  vrfs: { path: '/vrfs/', minimal: () => ({ name: 'v' }) },
  l2domains: { path: '/l2domains/', minimal: () => ({ name: 'd' }) },
  devices: { path: '/devices/', minimal: () => ({ hostname: 'h' }) },
  locations: { path: '/tools/locations/', minimal: () => ({ name: 'l' }) },
  racks: { path: '/tools/racks/', minimal: () => ({ name: 'r' }) },
} as const;

interface Ids {
  readonly sectionId: number;
  readonly subnetId: number;
}

type Owner = keyof typeof resources;
const owners = Object.keys(resources) as Owner[];

const customFields = owners.flatMap((on) => [
  { on, name: 'custom_env', type: "enum('prod','dev')", default: 'prod', comment: 'Environment' },
  { on, name: 'custom_n', type: 'int(11)', nullable: false, default: 7 },
  { on, name: 'custom_text', type: 'varchar(8)' },
]);

describe('Custom fields', () => {
  let server: ApiServer;
  let client: ApiClient;
  let nest: ApiClient;
  let ids: Ids;

  before(async () => {
    server = await ApiServer.start();
    ({ client } = server);
    nest = server.on('nest');
    const sectionId = (await client.post('/sections/', { name: 'Customers' })).id;
    ids = { sectionId, subnetId: (await client.post('/subnets/', { sectionId, subnet: '10.1.0.0', mask: 24 })).id };
    await server.provision({ customFields });
  });
  after(() => server.close());

  const read = async (as: ApiClient, owner: Owner, id: number): Promise<WireRecord> =>
    (await as.get(`${resources[owner].path}${id}/`)).record;
  const custom = ({ custom_env, custom_n, custom_text }: WireRecord) => ({ custom_env, custom_n, custom_text });
  const defaults = { custom_env: 'prod', custom_n: '7', custom_text: null };

  it('of a location are returned with the location in the list of all subnets', async () => {
    const location = (await client.post('/tools/locations/', { name: 'Cellar', custom_text: 'rack row' })).id;
    const network = { sectionId: ids.sectionId, subnet: '10.8.0.0', mask: 24, location };
    const subnetId = (await client.post('/subnets/', network)).id;
    const shown = async (as: ApiClient) => (await as.list('/subnets/')).find(({ id }) => id === String(subnetId))?.location;
    expect(await shown(client)).to.include({ ...defaults, id: String(location), name: 'Cellar', custom_text: 'rack row' });
    expect(await shown(nest)).to.deep.include({ name: 'Cellar', custom_fields: { ...defaults, custom_text: 'rack row' } });
  });

  for (const owner of owners) {
    describe(`on ${owner}`, () => {
      const { path, minimal } = resources[owner];
      let id: number;

      before(async () => {
        id = (await client.post(path, { ...minimal(ids), custom_text: 'first' })).id;
      });

      it('are returned as written, or with their defaults', async () => {
        expect(custom(await read(client, owner, id))).to.deep.equal({ ...defaults, custom_text: 'first' });
      });

      it('are returned in a nested object when the application nests them, in lists too', async () => {
        const record = await read(nest, owner, id);
        expect(record.custom_fields).to.deep.equal({ ...defaults, custom_text: 'first' });
        expect(record).not.to.have.property('custom_text');
        const listed = (await nest.list(path)).find((item) => item.id === String(id));
        expect(listed?.custom_fields).to.deep.equal({ ...defaults, custom_text: 'first' });
      });

      it('are changed flat, or nested when the application nests them', async () => {
        const before = custom(await read(client, owner, id));
        expect((await client.patch(`${path}${id}/`, { custom_env: 'dev' })).status).to.equal(200);
        expect((await nest.patch(`${path}${id}/`, { custom_fields: { custom_n: 9, custom_text: null } })).status).to.equal(200);
        expect(custom(await read(client, owner, id))).to.deep.equal({
          ...before,
          custom_env: 'dev',
          custom_n: '9',
          custom_text: null,
        });
      });

      const refused: readonly (readonly [what: string, body: object, summary: string])[] = [
        ['a value outside the enumeration', { custom_env: 'test' }, '400 Invalid custom_env: one of prod, dev expected'],
        ['null in a required field', { custom_n: null }, '400 custom_n is required'],
        ['a text in a number', { custom_n: 'x' }, '400 Invalid custom_n: an integer expected'],
        ['a long text', { custom_text: 'x'.repeat(9) }, '400 Invalid custom_text: longer than 8 characters'],
        ['an unknown field', { custom_nope: 1 }, '400 Invalid request key custom_nope'],
        ['nested fields when the application does not nest them', { custom_fields: {} }, '400 Invalid request key custom_fields'],
      ];
      for (const [what, body, summary] of refused) {
        it(`refuse ${what}`, async () => {
          const before = await read(client, owner, id);
          expect((await client.patch(`${path}${id}/`, body)).summary).to.equal(summary);
          expect(await read(client, owner, id)).to.deep.equal(before);
        });
      }

      it('refuse undefined names in the nested object', async () => {
        const body = (name: string) => ({ custom_fields: { [name]: 'x' } });
        for (const name of ['nope', 'description', '__proto__'])
          expect((await nest.patch(`${path}${id}/`, JSON.parse(JSON.stringify(body(name))))).summary, name).to.equal(
            `400 ${name} is not a valid custom field`,
          );
        expect((await nest.patch(`${path}${id}/`, { custom_fields: 'x' })).summary).to.equal(
          '400 Invalid custom_fields: an object expected',
        );
      });

      it('serve as filters, also when the application nests them', async () => {
        await client.patch(`${path}${id}/`, { custom_text: owner.slice(0, 6), custom_n: 12345 });
        for (const as of [client, nest]) {
          for (const [field, value] of [
            ['custom_text', owner.slice(0, 6)],
            ['custom_n', '12345'],
            ['custom_n', '012345'],
            ['custom_text', `${owner.slice(1, 4)}&filter_match=partial`],
          ] as const)
            expect((await as.list(`${path}?filter_by=${field}&filter_value=${value}`)).map((item) => item.id)).to.deep.equal([
              String(id),
            ]);
          for (const value of ['nothing', '4711'])
            expect((await as.get(`${path}?filter_by=custom_text&filter_value=${value}`)).summary).to.equal(
              '404 No results (filter applied)',
            );
        }
      });
    });
  }

  describe('of all kinds', () => {
    it('have their defaults in existing records', async () => {
      expect(custom(await read(client, 'sections', ids.sectionId))).to.deep.equal(defaults);
      expect(custom(await read(client, 'subnets', ids.subnetId))).to.deep.equal(defaults);
      expect(custom(await read(client, 'l2domains', 1))).to.deep.equal(defaults);
    });

    for (const path of ['subnets', 'folders', 'addresses', 'vlan', 'vlans', 'vlan/1', 'vrf', 'vrfs', 'l2domains', 'sections']) {
      it(`are described under /${path}/custom_fields/`, async () => {
        const { record } = await client.get(`/${path}/custom_fields/`);
        expect(Object.keys(record)).to.deep.equal(['custom_env', 'custom_n', 'custom_text']);
        expect(record.custom_env).to.deep.equal({
          name: 'custom_env',
          type: "enum('prod','dev')",
          Comment: 'Environment',
          Null: 'YES',
          Default: 'prod',
        });
        expect(record.custom_n).to.deep.include({ type: 'int(11)', Null: 'NO', Default: '7' });
      });
    }

    it('are compared by number in filters if numeric, else letter by letter', async () => {
      const { sectionId } = ids;
      const made: number[] = [];
      for (const [n, custom_text] of ['07', '7', 'A', 'a'].entries())
        made.push((await client.post('/subnets/', { sectionId, subnet: `10.20${n}.0.0`, mask: 24, custom_text })).id);
      const found = async (value: string) =>
        (await client.list(`/subnets/?filter_by=custom_text&filter_value=${value}`)).map(({ id }) => made.indexOf(Number(id)));
      expect(await found('7')).to.deep.equal([0, 1]);
      expect(await found('007')).to.deep.equal([0, 1]);
      expect(await found('a')).to.deep.equal([3]);
      expect((await client.get('/folders/?filter_by=custom_text&filter_value=a')).summary).to.equal(
        '404 No results (filter applied)',
      );
    });

    it('link addresses by the field that the settings name', async () => {
      const target = '/addresses/search_linked/host1/';
      expect((await client.get(target)).summary).to.equal('404 No addresses found');
      await server.provision({ settings: { linkField: 'custom_text' } });
      for (const last of [4, 3])
        await client.post('/addresses/', { subnetId: ids.subnetId, ip: `10.1.0.${last}`, custom_text: 'host1' });
      expect((await client.list(target)).map(({ ip }) => ip)).to.deep.equal(['10.1.0.4', '10.1.0.3']);
      expect((await client.list('/addresses/search_linked/HOST1/')).map(({ ip }) => ip)).to.deep.equal(['10.1.0.4', '10.1.0.3']);
      expect((await client.get('/addresses/search_linked/host/')).summary).to.equal('404 No addresses found');
      await server.provision({ settings: { linkField: 'custom_gone' } });
      expect((await client.get(target)).summary).to.equal('404 No addresses found');
    });

    it('disappear from records and paths when they are dropped', async () => {
      await server.provision({ customFields: owners.map((on) => ({ on, name: 'custom_env', drop: true })) });
      expect(await read(client, 'subnets', ids.subnetId)).not.to.have.property('custom_env');
      expect(Object.keys((await client.get('/vrf/custom_fields/')).record)).to.deep.equal(['custom_n', 'custom_text']);
      expect((await client.patch(`/subnets/${ids.subnetId}/`, { custom_env: 'dev' })).summary).to.equal(
        '400 Invalid request key custom_env',
      );
    });
  });
});
