import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { storageVariants } from '../../support/databases/storage-variants.js';

/** Criteria of simultaneous requests. */
const criteriaOfRequests = [
  {},
  { count: 7 },
  { count: 40, contiguous: 1 },
  { policy: 'highest', count: 3 },
  { policy: 'random', count: 20 },
  { policy: 'random' },
  { count: 5, quarantine: 60 },
  { from: '10.20.1.0', count: 12 },
];

for (const variant of storageVariants) {
  describe(`Simultaneous allocations of many addresses over ${variant.name}`, () => {
    let server: ApiServer;
    let client: ApiClient;
    let subnetId: number;

    before(async () => {
      server = await ApiServer.start({ storage: await variant.open() });
      client = server.client;
      const sectionId = (await client.post('/sections/', { name: 'Section' })).id;
      subnetId = (await client.post('/subnets/', { sectionId, subnet: '10.20.0.0', mask: 22 })).id;
    });
    after(async () => {
      expect(server.complaints).to.deep.equal([]);
      await server.close();
    });

    it('return each address once, all requested addresses or none, until none is free', async function () {
      this.timeout(60_000);
      const given: string[] = [];
      let refused = 0;
      const run = async (start: number): Promise<void> => {
        for (let turn = start; turn < start + 8; turn++) {
          const criteria = criteriaOfRequests[turn % criteriaOfRequests.length] ?? {};
          const answer = await client.post(`/addresses/first_free/${subnetId}/`, criteria);
          if (answer.status === 404) refused++;
          else expect(answer.status).to.equal(201);
          if (answer.status !== 201) continue;
          const ips = Array.isArray(answer.envelope.data)
            ? (answer.envelope.data as { ip: string }[]).map(({ ip }) => ip)
            : [String(answer.envelope.data)];
          expect(ips).to.have.length('count' in criteria ? (criteria.count ?? 1) : 1);
          given.push(...ips);
        }
      };
      await Promise.all(Array.from({ length: 16 }, (_, start) => run(start)));
      while ((await client.post(`/addresses/first_free/${subnetId}/`, {})).status === 201) given.push('');
      expect(refused).to.be.greaterThan(0);
      expect(given).to.have.length(1022);
      const ips = given.filter((ip) => ip !== '');
      expect(new Set(ips).size).to.equal(ips.length);
      const stored = (await client.get(`/subnets/${subnetId}/addresses/`)).records.map(({ ip }) => String(ip));
      expect(stored).to.have.length(1022);
      expect(stored).to.include.members(ips);
    });
  });
}
