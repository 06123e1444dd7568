import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { storageVariants } from '../../support/databases/storage-variants.js';

/** A route that creates a record, and the body of the nth request. */
interface Way {
  readonly path: string;
  readonly body?: (n: number) => object;
}

for (const variant of storageVariants) {
  describe(`Dry runs of creations over ${variant.name}`, () => {
    let server: ApiServer;
    let client: ApiClient;
    let sectionId: number;
    let subnetId: number;
    let master: number;

    before(async () => {
      server = await ApiServer.start({ storage: await variant.open() });
      client = server.client;
      sectionId = (await client.post('/sections/', { name: 'Trials' })).id;
      subnetId = (await client.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24 })).id;
      master = (await client.post('/subnets/', { sectionId, subnet: '10.1.0.0', mask: 16 })).id;
    });
    after(() => server.close());

    const ways = (): Record<string, Way> => ({
      'a section': { path: '/sections/', body: (n) => ({ name: `Section ${n}` }) },
      'an ensured section': { path: '/sections/ensure/', body: (n) => ({ name: `Ensured ${n}` }) },
      'a subnet': { path: '/subnets/', body: (n) => ({ sectionId, subnet: `10.2.${n}.0`, mask: 24 }) },
      'a subnet below another': {
        path: '/subnets/',
        body: (n) => ({ sectionId, masterSubnetId: master, subnet: `10.1.${n}.0`, mask: 24 }),
      },
      'a free network': { path: `/subnets/${master}/last_subnet/28/` },
      'a folder': { path: '/folders/', body: (n) => ({ sectionId, description: `Folder ${n}`, isFolder: 1 }) },
      'subnets in bulk': {
        path: '/subnets/bulk/',
        body: (n) => ({ items: [{ action: 'create', sectionId, subnet: `10.3.${n}.0`, mask: 24 }] }),
      },
      'an address': { path: '/addresses/', body: (n) => ({ subnetId, ip: `10.0.0.${100 + n}` }) },
      'an ensured address': { path: '/addresses/ensure/', body: (n) => ({ subnetId, ip: `10.0.0.${150 + n}` }) },
      'a free address': { path: `/addresses/first_free/${subnetId}/` },
      'free addresses': { path: `/addresses/first_free/${subnetId}/?count=1&explain=1` },
      'addresses in bulk': {
        path: '/addresses/bulk/',
        body: (n) => ({ atomic: 1, items: [{ action: 'create', subnetId, ip: `10.0.0.${200 + n}` }] }),
      },
      'a VLAN': { path: '/vlan/', body: (n) => ({ number: 100 + n, name: `VLAN ${n}` }) },
      'an ensured VRF': { path: '/vrfs/ensure/', body: (n) => ({ name: `VRF ${n}`, rd: `65000:${n}` }) },
      'a domain': { path: '/l2domains/', body: (n) => ({ name: `Domain ${n}` }) },
      'a device': { path: '/devices/', body: (n) => ({ hostname: `device-${n}` }) },
      'a location': { path: '/tools/locations/', body: (n) => ({ name: `Location ${n}` }) },
      'a user': { path: '/admin/users/', body: (n) => ({ username: `user${n}`, password: 'correct horse battery' }) },
      'a group': { path: '/admin/groups/', body: (n) => ({ name: `Group ${n}` }) },
    });

    for (const what of Object.keys(ways())) {
      it(`use up no id of ${what}`, async () => {
        const { path, body = () => ({}) } = ways()[what] as Way;
        const make = async (n: number): Promise<number> => {
          const answer = await client.post(path, body(n));
          expect([200, 201], `${path}: ${answer.text}`).to.include(answer.status);
          const { data } = answer.envelope;
          const [made] = [data].flat() as { readonly id?: unknown }[];
          return Number(answer.envelope.id ?? made?.id);
        };
        const first = await make(1);
        expect(first, path).to.be.greaterThan(0);
        for (const n of [2, 3, 4]) {
          const { status, text } = await client.post(path, { ...body(n), dry_run: 1 });
          expect([200, 201], text).to.include(status);
          expect(JSON.parse(text).dry_run, path).to.equal(true);
          expect(text).not.to.match(/"id":"?\d/);
        }
        expect(await make(2)).to.equal(first + 1);
      });
    }
  });
}
