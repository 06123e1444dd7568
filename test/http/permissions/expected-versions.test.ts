import { expect } from 'chai';
import { allProbes, storageRoutes } from '../support/permission-routes.js';
import { PermissionWorld } from '../support/permission-world.js';
import { refusal } from '../support/refusal.js';

describe('An If-Match header', () => {
  let world: PermissionWorld;
  before(async () => {
    world = await PermissionWorld.start({ section: 3, subnet: 3 });
  });
  after(() => world.close());

  const writes = storageRoutes.filter(({ route: { method, access } }) => method !== 'GET' && access !== 'nothing');

  for (const tried of writes.filter(({ route }) => route.method !== 'POST')) {
    it(`with another version makes ${tried.title} return 412 and write nothing`, async () => {
      const statuses = new Set<number>();
      const before = await world.dump();
      for (const { method, path, body = {} } of allProbes(tried, world)) {
        const headers = { 'Content-Type': 'application/json', 'If-Match': '"another-one"' };
        const answer = await world.server.client.send({ method, target: path, headers, body: JSON.stringify(body) });
        statuses.add(answer.status);
        expect(answer.status, `${path} ${answer.text}`).to.be.within(400, 499);
      }
      expect([...statuses]).to.include(412);
      expect(await world.dump()).to.deep.equal(before);
    });
  }

  for (const tried of writes.filter(({ route }) => route.method === 'POST')) {
    it(`is refused by ${tried.title}, which creates records`, async () => {
      const before = await world.dump();
      for (const { method, path, body = {} } of allProbes(tried, world)) {
        const headers = { 'Content-Type': 'application/json', 'If-Match': '*' };
        const answer = await world.server.client.send({ method, target: path, headers, body: JSON.stringify(body) });
        expect(answer.summary, path).to.equal(refusal('request.ifMatch'));
      }
      expect(await world.dump()).to.deep.equal(before);
    });
  }
});
