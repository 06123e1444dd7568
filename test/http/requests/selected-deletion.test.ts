import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { storageVariants } from '../../support/databases/storage-variants.js';
import { refusal } from '../support/refusal.js';

for (const variant of storageVariants.filter(({ name }) => name !== 'PGlite')) {
  describe(`Deleting by conditions in ${variant.name}`, () => {
    let server: ApiServer;
    let client: ApiClient;
    let sectionId: number;
    let subnetId: number;
    const ipsAt = async (target: string) => (await client.get(target)).records.map(({ ip }) => ip);
    const remove = async (target: string, body?: object) =>
      (await (body ? client.delete(target, body) : client.send({ method: 'DELETE', target }))).summary;

    before(async () => {
      server = await ApiServer.start({ storage: await variant.open() });
      client = server.client;
    });
    after(async () => {
      expect(server.complaints).to.deep.equal([]);
      await server.close();
    });
    let next = 0;
    beforeEach(async () => {
      sectionId = (await client.post('/sections/', { name: `Section ${next++}`, strictMode: 0 })).id;
      subnetId = (await client.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24 })).id;
      for (let i = 1; i <= 6; i++)
        await client.post('/addresses/', { subnetId, ip: `10.0.0.${i}`, hostname: i % 2 === 0 ? `old-${i}` : `new-${i}` });
    });

    it('deletes all matching records when their number is as expected', async () => {
      const query = `/addresses/?filter[hostname][prefix]=old&filter[subnetId]=${subnetId}`;
      expect(await remove(`${query}&expect=3`)).to.equal('200');
      expect(await ipsAt(`/subnets/${subnetId}/addresses/?limit=10`)).to.deep.equal(['10.0.0.1', '10.0.0.3', '10.0.0.5']);
      expect(await remove(`${query}&expect=0`)).to.equal('200');
      const { text } = await client.get(`/subnets/${subnetId}/usage/`);
      expect(JSON.parse(text).data.used).to.equal('3');
      expect((await client.get(`/subnets/${subnetId}/first_free/`)).envelope.data).to.equal('10.0.0.2');
    });

    it('deletes none when their number is not as expected', async () => {
      const query = `/addresses/?filter[subnetId]=${subnetId}&filter[hostname][regex]=^old`;
      expect(await remove(`${query}&expect=2`)).to.equal('409 3 records meet the conditions, not 2: nothing was deleted');
      expect(await remove(`${query}&expect=4`)).to.equal('409 3 records meet the conditions, not 4: nothing was deleted');
      expect(await ipsAt(`/subnets/${subnetId}/addresses/?limit=10`)).to.have.lengthOf(6);
      expect(await remove(`${query}&expect=3`)).to.equal('200');
    });

    it('adds a change to the history for each record', async () => {
      const filter = { subnetId: { eq: subnetId }, ip: { lte: '10.0.0.2' } };
      expect(await remove('/addresses/', { filter, expect: 2 })).to.equal('200');
      const changes = JSON.parse((await client.get('/changes/?kind=address&limit=1000')).text).data.changes as {
        action: string;
        subnetId: string;
      }[];
      const deleted = changes.filter((change) => change.action === 'delete' && Number(change.subnetId) === subnetId);
      expect(deleted).to.have.lengthOf(2);
    });

    it('deletes subnets with their children, and counts only matching subnets', async () => {
      const master = { sectionId, masterSubnetId: subnetId, description: 'part' };
      for (const subnet of ['10.0.0.0', '10.0.0.64', '10.0.0.128'])
        await client.post('/subnets/', { ...master, subnet, mask: 26 });
      const query = `/subnets/?filter[sectionId]=${sectionId}`;
      expect(await remove(`${query}&filter[description]=part&filter[subnet][within]=10.0.0.0/25&expect=2`)).to.equal('200');
      expect(await remove(`${query}&expect=2`)).to.equal('200');
      expect((await client.get(`/sections/${sectionId}/subnets/`)).status).to.equal(404);
    });

    it('deletes records of other kinds', async () => {
      for (const number of [1, 2, 3]) await client.post('/vlans/', { name: `v${next}`, number: next * 10 + number });
      expect(await remove(`/vlans/?filter[name]=v${next}&expect=3`)).to.equal('200');
      expect(await remove(`/vlans/?filter[name]=v${next}&expect=3`)).to.equal(
        refusal('list.countDiffers', { expected: 3, found: 0 }),
      );
    });

    it('deletes none when one cannot be deleted', async () => {
      expect(await remove('/l2domains/?filter[id][gte]=1&expect=1')).to.match(/^4\d\d /);
      expect((await client.get('/l2domains/1/')).status).to.equal(200);
    });

    it('supports dry runs and idempotency keys', async () => {
      const target = `/addresses/?filter[subnetId]=${subnetId}&expect=6`;
      expect(await remove(`${target}&dry_run=1`)).to.equal('200');
      expect(await ipsAt(`/subnets/${subnetId}/addresses/?limit=10`)).to.have.lengthOf(6);
      const keyed = () => client.send({ method: 'DELETE', target, headers: { 'Idempotency-Key': `delete ${subnetId}` } });
      expect((await keyed()).status).to.equal(200);
      expect((await keyed()).headers['idempotent-replayed']).to.equal('true');
    });

    it('deletes each record once for parallel requests', async () => {
      const target = `/addresses/?filter[subnetId]=${subnetId}&expect=6`;
      const answers = await Promise.all(Array.from({ length: 5 }, () => remove(target)));
      expect(answers.filter((answer) => answer === '200')).to.have.lengthOf(1);
      expect(new Set(answers).size).to.equal(2);
    });

    it('is refused together with an id, and deletes nothing', async () => {
      const [ip] = await ipsAt(`/subnets/${subnetId}/addresses/?limit=1`);
      const [{ id } = { id: 0 }] = (await client.get(`/addresses/search/${ip}/`)).records;
      for (const target of [
        `/addresses/${id}/?filter[hostname]=nobody&expect=0`,
        `/addresses/${id}/?expect=1`,
        `/subnets/${subnetId}/?filter[subnet]=10.9.9.0`,
      ])
        expect(await remove(target), target).to.equal(refusal('list.idAndFilter'));
      expect(await ipsAt(`/subnets/${subnetId}/addresses/?limit=10`)).to.have.lengthOf(6);
    });

    it('is refused without conditions or without the expected number', async () => {
      expect(await remove('/addresses/?expect=6')).to.equal(refusal('list.conditionMissing'));
      expect(await remove(`/addresses/?filter[subnetId]=${subnetId}`)).to.equal(refusal('list.expect', { max: 1000 }));
      for (const expected of ['x', '-1', '1001', ''])
        expect(await remove(`/addresses/?filter[subnetId]=${subnetId}&expect=${expected}`)).to.equal(
          refusal('list.expect', { max: 1000 }),
        );
      expect(await remove(`/addresses/?filter[colour]=1&expect=1`)).to.match(/^400 Invalid field colour/);
      const headers = { 'If-Match': '*' };
      const target = `/addresses/?filter[subnetId]=${subnetId}&expect=6`;
      expect((await client.send({ method: 'DELETE', target, headers })).status).to.equal(400);
      expect(await ipsAt(`/subnets/${subnetId}/addresses/?limit=10`)).to.have.lengthOf(6);
    });
  });
}
