import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { storageVariants } from '../../support/databases/storage-variants.js';
import { refusal } from '../support/refusal.js';

for (const variant of storageVariants) {
  describe(`Versions of records in ${variant.name}`, () => {
    let server: ApiServer;
    let client: ApiClient;
    let subnet: string;
    let address: string;
    const changed = refusal('record.changed');
    const get = (target: string, headers = {}) => client.send({ method: 'GET', target, headers });
    const tagOf = async (target: string) => String((await get(`${target}?etag=1`)).headers.etag);
    const send = (method: string, target: string, tag: string, body: object = {}) =>
      client.send({
        method,
        target,
        headers: { 'If-Match': tag, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });

    before(async () => {
      server = await ApiServer.start({ storage: await variant.open() });
      client = server.client;
    });
    after(async () => {
      expect(server.complaints).to.deep.equal([]);
      await server.close();
    });
    let nextNetwork = 0;
    beforeEach(async () => {
      const sectionId = (await client.post('/sections/', { name: `Section ${nextNetwork}` })).id;
      const network = `10.${nextNetwork++}.0`;
      subnet = `/subnets/${(await client.post('/subnets/', { sectionId, subnet: `${network}.0`, mask: 24 })).id}/`;
      address = `/addresses/${(await client.post('/addresses/', { subnetId: subnet.split('/')[2], ip: `${network}.1` })).id}/`;
    });

    it('are returned on request, and accepted in If-None-Match', async () => {
      expect((await get(subnet)).headers.etag).to.equal(undefined);
      const tag = await tagOf(subnet);
      expect(tag).to.match(/^"[\w-]{22}-[\w-]{22}"$/);
      const known = await get(subnet, { 'If-None-Match': `"x", W/${tag}` });
      expect([known.status, known.text, known.headers.etag]).to.deep.equal([304, '', tag]);
      await client.patch(subnet, { description: 'New' });
      const read = await get(subnet, { 'If-None-Match': tag });
      expect([read.status, read.record.description]).to.deep.equal([200, 'New']);
      expect(read.headers.etag).to.not.equal(tag);
    });

    it('allow a write only to the version that was read', async () => {
      const tag = await tagOf(address);
      expect((await send('PATCH', address, tag, { hostname: 'one' })).status).to.equal(200);
      expect((await send('PATCH', address, tag, { hostname: 'two' })).summary).to.equal(changed);
      expect((await send('PATCH', address, `W/${await tagOf(address)}`, { hostname: 'two' })).summary).to.equal(changed);
      expect((await get(address)).record.hostname).to.equal('one');
      expect((await send('PATCH', address, `"x", ${await tagOf(address)}`, { hostname: 'two' })).status).to.equal(200);
      expect((await send('DELETE', address, tag)).summary).to.equal(changed);
      expect((await send('DELETE', address, '*')).status).to.equal(200);
    });

    it('do not change for writes when only related records in the answer change', async () => {
      const tag = await tagOf(subnet);
      await client.patch(address, { is_gateway: 1 });
      expect((await get(subnet, { 'If-None-Match': tag })).status).to.equal(200);
      expect((await send('PATCH', subnet, tag, { description: 'Same' })).status).to.equal(200);
    });

    it('change with fields that the answer does not show', async () => {
      const tag = await tagOf(subnet);
      await client.patch(`${subnet}permissions/`, { Operators: 'ro' });
      expect((await send('PATCH', `${subnet}resize/`, tag, { mask: 25 })).summary).to.equal(changed);
      expect((await send('DELETE', `${subnet}truncate/`, tag)).summary).to.equal(changed);
      expect((await send('DELETE', `${subnet}truncate/`, await tagOf(subnet))).status).to.equal(200);
    });

    it('allow one of many parallel writes to the same version', async () => {
      for (const target of [subnet, address]) {
        const tag = await tagOf(target);
        const sent = Array.from({ length: 8 }, (_, index) => send('PATCH', target, tag, { description: `by ${index}` }));
        const statuses = (await Promise.all(sent)).map(({ status }) => status);
        expect(statuses.sort(), target).to.deep.equal([200, ...Array(7).fill(412)]);
      }
    });

    it('apply to dry runs and requests with idempotency keys', async () => {
      const tag = await tagOf(subnet);
      await client.patch(subnet, { description: 'Newer' });
      expect((await send('PATCH', `${subnet}?dry_run=1`, tag, { description: 'x' })).summary).to.equal(changed);
      const headers = { 'If-Match': tag, 'Idempotency-Key': `k${subnet}`, 'Content-Type': 'application/json' };
      const keyed = await client.send({ method: 'PATCH', target: subnet, headers, body: '{"description":"x"}' });
      expect(keyed.summary).to.equal(changed);
    });
  });
}
