import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { storageVariants } from '../../support/databases/storage-variants.js';
import { sendXml } from '../support/wire-texts.js';

interface ItemResult {
  readonly status: string;
  readonly id?: string;
  readonly message: string;
}

for (const variant of storageVariants) {
  describe(`A bulk request over ${variant.name}`, () => {
    let server: ApiServer;
    let client: ApiClient;
    let sectionId: number;
    let subnetId: number;
    const network = async (subnet: string, mask: number, fields: object = {}) =>
      (await client.post('/subnets/', { sectionId, subnet, mask, ...fields })).id;
    const send = async (controller: string, items: readonly unknown[], fields: object = {}): Promise<readonly ItemResult[]> => {
      const answer = await client.post(`/${controller}/bulk/`, { items, ...fields });
      expect(answer.status, answer.text).to.equal(200);
      return answer.envelope.data as readonly ItemResult[];
    };
    const refused = async (controller: string, items: unknown, fields: object = {}): Promise<string> =>
      (await client.post(`/${controller}/bulk/`, { items, ...fields })).summary;
    const outcomes = (itemResults: readonly ItemResult[]) => itemResults.map(({ status, message }) => `${status} ${message}`);
    const ipsIn = async (id: number) =>
      ((await client.get(`/subnets/${id}/addresses/`)).records ?? []).map(({ ip }) => String(ip));

    before(async () => {
      server = await ApiServer.start({ storage: await variant.open() });
      client = server.client;
    });
    after(async () => {
      expect(server.complaints).to.deep.equal([]);
      await server.close();
    });
    let count = 0;
    beforeEach(async () => {
      sectionId = (await client.post('/sections/', { name: `Section ${++count}`, strictMode: 1 })).id;
      subnetId = await network('10.0.0.0', 22);
    });

    it('creates, changes and deletes addresses in the order of the items, and returns each result', async () => {
      const other = await network('10.9.0.0', 24);
      const first = (await client.post('/addresses/', { subnetId, ip: '10.0.0.1', hostname: 'a' })).id;
      const itemResults = await send('addresses', [
        { action: 'create', subnetId, ip: '10.0.0.2', hostname: 'b' },
        { action: 'create', subnetId: other, ip: '10.9.0.7' },
        { action: 'create', subnetId, ip: '10.0.0.2' },
        { action: 'delete', id: first },
        { action: 'create', subnetId, ip: '10.0.0.1', hostname: 'c' },
        { action: 'create', subnetId, ip: '10.8.0.1' },
        { action: 'change', id: first, hostname: 'gone' },
        { action: 'create', subnetId, ip: '10.0.0.3', color: 'red' },
        { action: 'create', subnetId, ip: '10.0.0.3', is_gateway: 1 },
        { action: 'create', subnetId, ip: '10.0.0.4', is_gateway: 1 },
        { action: 'jump', id: 1 },
        { action: 'delete' },
      ]);
      expect(outcomes(itemResults)).to.deep.equal([
        '201 Address created',
        '201 Address created',
        '409 IP address already exists',
        '200 Address deleted',
        '201 Address created',
        '400 10.8.0.1 is not a valid address for subnet 10.0.0.0/22',
        '404 Address does not exist',
        '400 Invalid request key color',
        '201 Address created',
        '201 Address created',
        '400 Invalid action: one of create, change, delete expected',
        '400 Invalid id: an integer expected',
      ]);
      expect(await ipsIn(subnetId)).to.deep.equal(['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4']);
      const records = await Promise.all([8, 9].map((at) => client.get(`/addresses/${itemResults[at]?.id}/`)));
      expect(records.map(({ record }) => record.is_gateway)).to.deep.equal(['0', '1']);
      expect((await client.get(`/addresses/${itemResults[4]?.id}/`)).record.hostname).to.equal('c');
    });

    it('writes all items or none when it is atomic, and returns the failing item', async () => {
      const items = [1, 2, 3].map((last) => ({ action: 'create', subnetId, ip: `10.0.1.${last}` }));
      const invalidItems = [...items, { action: 'delete', id: 999_999 }];
      expect(await refused('addresses', invalidItems, { atomic: 1 }), 'bulk.item').to.equal(
        '409 items[3]: Address does not exist',
      );
      expect(await refused('addresses', [...items, {}], { atomic: 1 })).to.equal(
        '409 items[3]: Invalid action: one of create, change, delete expected',
      );
      expect((await client.get(`/subnets/${subnetId}/addresses/`)).status).to.equal(404);
      expect(outcomes(await send('addresses', items, { atomic: true }))).to.deep.equal(items.map(() => '201 Address created'));
    });

    it('accepts items in XML as numbered or repeated elements, also a single one', async () => {
      const item = (last: number) => `<action>create</action><subnetId>${subnetId}</subnetId><ip>10.0.2.${last}</ip>`;
      const bodies = [
        `<items><item0>${item(1)}</item0><item1>${item(2)}</item1></items>`,
        `<items><item>${item(3)}</item><item>${item(4)}</item></items>`,
        `<items>${item(5)}</items><items>${item(6)}</items>`,
        `<items><item>${item(7)}</item></items>`,
      ];
      for (const body of bodies) {
        const answer = await sendXml(client, 'POST', '/addresses/bulk/', `<addresses>${body}</addresses>`);
        expect(answer.status, answer.text).to.equal(200);
        expect(answer.text).to.not.contain('<status>4');
      }
      expect((await client.get(`/subnets/${subnetId}/addresses/`)).records).to.have.length(7);
      expect(
        (await sendXml(client, 'POST', '/addresses/bulk/', '<addresses><items><a>1</a></items></addresses>')).status,
      ).to.equal(400);
    });

    it('accepts 4096 items, and refuses more', async function () {
      this.timeout(60_000);
      const wide = await network('10.4.0.0', 16);
      const at = (place: number) => `10.4.${Math.floor(place / 250)}.${1 + (place % 250)}`;
      const items = Array.from({ length: 4096 }, (_, place) => ({
        action: 'create',
        subnetId: wide,
        ip: at(place),
        owner: 'me',
      }));
      const itemResults = await send('addresses', items);
      expect(new Set(itemResults.map(({ id }) => id)).size).to.equal(4096);
      expect(itemResults.every(({ status }) => status === '201')).to.equal(true);
      expect(new Set(await ipsIn(wide)).size).to.equal(4096);
      for (const [code, invalidItems] of [
        ['bulk.items', [...items, {}]],
        ['bulk.items', []],
        ['bulk.items', { action: 'create' }],
      ] as const)
        expect(await refused('addresses', invalidItems), code).to.equal('400 Invalid items: a list of 1 to 4096 expected');
    });

    it('creates, changes and deletes networks and folders', async () => {
      const itemResults = await send('subnets', [
        { action: 'create', sectionId, subnet: '10.0.1.0', mask: 24, masterSubnetId: subnetId },
        { action: 'create', sectionId, subnet: '10.0.1.128', mask: 25, masterSubnetId: subnetId },
        { action: 'create', sectionId, isFolder: 1, description: 'folder' },
        { action: 'create', sectionId, subnet: '10.0.0.0', mask: 8 },
        { action: 'create', sectionId, subnet: '11.0.0.1', mask: 8 },
        { action: 'change', id: subnetId, description: 'changed' },
        { action: 'delete', id: 999_999 },
      ]);
      expect(outcomes(itemResults).map((text) => text.replace(/Section \d+/, 'Section'))).to.deep.equal([
        '201 Subnet created',
        '409 Subnet overlaps with 10.0.1.0/24',
        '201 Subnet created',
        '409 Subnet 10.0.0.0/8 overlaps with 10.0.1.0/24 () in section Section',
        '400 IP address cannot be subnet! (Consider using 11.0.0.0)',
        '200 Subnet updated',
        '404 Invalid subnet Id (999999)',
      ]);
      expect((await client.get(`/subnets/${subnetId}/`)).record.description).to.equal('changed');
      const removal = [itemResults[0]?.id, itemResults[2]?.id].map((id) => ({ action: 'delete', id }));
      expect(await refused('subnets', [...removal, { action: 'delete', id: 0 }], { atomic: 1 })).to.match(/^409 items\[2\]: /);
      expect((await client.get(`/subnets/${itemResults[0]?.id}/`)).status).to.equal(200);
      expect(outcomes(await send('subnets', removal, { atomic: 1 }))).to.deep.equal(removal.map(() => '200 Subnet deleted'));
    });

    it('returns 400 for each item that refers to a missing record, and 409 with the item when it is atomic', async () => {
      const gone = 999_999;
      const network = { action: 'create', sectionId, subnet: '10.0.1.0', mask: 24, masterSubnetId: subnetId };
      const address = { action: 'create', subnetId, ip: '10.0.3.1' };
      const invalidCases: [controller: string, good: object, item: object, field: string][] = [
        ['subnets', { ...network, subnet: '10.0.2.0' }, { ...network, device: gone }, 'device'],
        ['subnets', { ...network, subnet: '10.0.2.0' }, { ...network, location: gone, nameserverId: gone }, 'nameserverId'],
        ['subnets', network, { action: 'create', sectionId, subnet: '12.0.0.0', mask: 8, scanAgent: gone }, 'scanAgent'],
        ['subnets', network, { action: 'change', id: subnetId, device: gone }, 'device'],
        ['addresses', address, { ...address, ip: '10.0.3.2', location: gone }, 'location'],
        ['addresses', address, { ...address, ip: '10.0.3.2', is_gateway: 1, customer_id: gone }, 'customer_id'],
      ];
      const held = (await send('addresses', [{ ...address, ip: '10.0.3.9' }]))[0]?.id;
      for (const field of ['location', 'customer_id'])
        invalidCases.push(['addresses', address, { action: 'change', id: held, [field]: gone }, field]);
      for (const [controller, good, item, field] of invalidCases) {
        const problem = `Invalid ${field}: ${gone} does not exist`;
        const tried = await client.post(`/${controller}/bulk/?dry_run=1`, { items: [good, item] });
        expect(outcomes(tried.envelope.data as ItemResult[])[1]).to.equal(`400 ${problem}`);
        expect(await refused(controller, [good, item], { atomic: 1 })).to.equal(`409 items[1]: ${problem}`);
        const each = await send(controller, [good, item]);
        expect(each.map(({ status }) => status)).to.deep.equal(['201', '400']);
        expect(each[1]?.message).to.equal(problem);
        await send(controller, [{ action: 'delete', id: each[0]?.id }]);
      }
    });

    it('leaves the gateway unchanged when the item that would move it fails', async () => {
      const create = { action: 'create', subnetId };
      const made = await send('addresses', [
        { ...create, ip: '10.0.3.101', is_gateway: 1 },
        { ...create, ip: '10.0.3.102' },
      ]);
      const itemResults = await send('addresses', [{ action: 'change', id: made[1]?.id, is_gateway: 1, hold: 60 }]);
      expect(itemResults[0]?.status).to.match(/^4/);
      expect((await client.get(`/addresses/${made[0]?.id}/`)).record.is_gateway).to.equal('1');
    });

    it('stores nothing in a dry run, and writes once under an idempotency key', async () => {
      const items = [
        { action: 'create', subnetId, ip: '10.0.2.1' },
        { action: 'delete', id: 999_999 },
      ];
      const tried = await client.post('/addresses/bulk/?dry_run=1', { items });
      expect(tried.envelope.data).to.deep.equal([
        { status: '201', message: 'Address created' },
        { status: '404', message: 'Address does not exist' },
      ]);
      const repeat = () =>
        client.send({
          method: 'POST',
          target: '/addresses/bulk/',
          headers: { 'content-type': 'application/json', 'idempotency-key': `bulk-${sectionId}` },
          body: JSON.stringify({ items }),
        });
      const [once, again] = [await repeat(), await repeat()];
      expect(once.envelope.data).to.deep.equal(again.envelope.data);
      expect(outcomes(once.envelope.data as ItemResult[])).to.deep.equal(['201 Address created', '404 Address does not exist']);
    });

    it('lets many clients write the same subnets in any order without a deadlock', async function () {
      this.timeout(60_000);
      const subnets = await Promise.all(['10.5.0.0', '10.6.0.0', '10.7.0.0'].map((subnet) => network(subnet, 24)));
      const items = subnets.flatMap((id, place) =>
        Array.from({ length: 20 }, (_, last) => ({ action: 'create', subnetId: id, ip: `10.${5 + place}.0.${1 + last}` })),
      );
      const results = await Promise.all(
        [items, items.toReversed(), items.toSorted((a, b) => (a.ip.slice(5) < b.ip.slice(5) ? -1 : 1)), items].map(
          (given, turn) => (turn % 2 === 0 ? send('addresses', given) : refusedOrDone(given)),
        ),
      );
      const created = results.flat().filter((itemResult) => itemResult.status === '201');
      expect(created).to.have.length(60);
      for (const id of subnets) expect(await ipsIn(id)).to.have.length(20);

      async function refusedOrDone(given: readonly object[]): Promise<readonly ItemResult[]> {
        const answer = await client.post('/addresses/bulk/', { items: given, atomic: 1 });
        if (answer.status === 200) return answer.envelope.data as readonly ItemResult[];
        expect(answer.summary).to.match(/^409 items\[\d+\]: IP address already exists$/);
        return [];
      }
    });
  });
}
