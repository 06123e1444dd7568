import { expect } from 'chai';
import fc from 'fast-check';
import { internalCaller } from '../../../application/caller.js';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import { Overviews } from '../../../application/views/overview.js';
import { SpaceMaps } from '../../../application/views/space-map.js';
import { type Principal, unrestrictedPrincipal } from '../../../domain/access/access-policy.js';
import { vrf } from '../../../domain/catalog/kind-descriptors.js';
import { blankValues, cidr, newAddress, newNetwork, newSection, uniqueWord } from '../support/builders.js';
import { describeFreshContract } from '../support/contract.js';
import { naiveMap, naiveOverview, readWorld } from '../support/sums-model.js';
import { permissionsOf, prefixes, type Step, steps } from '../support/sums-world.js';

const member = (...groups: readonly number[]): Principal => ({ unrestricted: false, groups, inventory: 'read' });
const viewers = [unrestrictedPrincipal, member(2), member(3), member(2, 3), member()];

describeFreshContract('Sums over networks', ['overview'], (storage) => {
  const overview = (principal: Principal, max = 5) => new Overviews(storage.readers).read({ ...internalCaller, principal }, max);
  const map = (principal: Principal, query: Parameters<SpaceMaps['read']>[1]) =>
    new SpaceMaps(storage.readers).read({ ...internalCaller, principal }, query);

  /** A unit of work that locks all subnets first. */
  const holdingAll = (work: (repositories: Repositories) => Promise<unknown>): Promise<unknown> =>
    storage.write(async (repositories) => {
      const ids: number[] = [];
      for await (const id of repositories.subnets.ids({ order: { by: 'id' } })) ids.push(id);
      for (const id of ids) await repositories.subnets.lock(id, 'change');
      return work(repositories);
    });

  const clear = (): Promise<unknown> =>
    storage.write(async (repositories) => {
      const ids: number[] = [];
      for await (const { id } of repositories.sections.list()) ids.push(id);
      for (const id of ids) {
        await repositories.sections.lock(id, 'change');
        await repositories.sections.delete(id);
      }
    });

  /** Expects the overview and the maps of each viewer to equal those of the naive model. */
  async function expectAll(vrfId: number): Promise<void> {
    const world = await readWorld(storage.readers);
    for (const viewer of viewers) {
      expect(await overview(viewer), 'overview').to.deep.equal(naiveOverview(world, viewer, 5));
      for (const query of [
        { prefix: cidr('10.0.0.0/8'), cellLength: 16 },
        { prefix: cidr('10.0.0.0/22'), cellLength: 26, vrfId },
        { prefix: cidr('0.0.0.0/0'), cellLength: 12, sectionId: world.sections[0]?.id ?? 0 },
        { prefix: cidr('10.0.1.0/24'), cellLength: 32 },
        { prefix: cidr('2001:db8::/32'), cellLength: 40 },
      ])
        expect(await map(viewer, query), `map of ${query.prefix}`).to.deep.equal(naiveMap(world, viewer, query));
    }
  }

  storage.itWith('catalog')('equal those of a naive model after any history, for each viewer', async function () {
    this.timeout(60_000);
    const vrfId = await storage.write(({ catalog }) =>
      catalog.insert('vrf', { ...blankValues(vrf.fields), name: uniqueWord() }, {}),
    );
    await fc.assert(
      fc.asyncProperty(steps, async (history: readonly Step[]) => {
        await clear();
        const sectionIds = await storage.write(async ({ sections }) => [
          await sections.insert(newSection({ permissions: permissionsOf(3) })),
          await sections.insert(newSection({ permissions: permissionsOf(1) })),
          await sections.insert(newSection({ permissions: null })),
        ]);
        const middle = Math.floor(history.length / 2);
        for (const [index, step] of history.entries()) {
          await holdingAll((repositories) => step.run(repositories, { sectionIds, vrfId }));
          if (index === middle) await expectAll(vrfId);
        }
        await expectAll(vrfId);
      }),
      { numRuns: 6 },
    );
  });

  it('count each network once during concurrent writes', async () => {
    await clear();
    const sectionId = await storage.write(({ sections }) => sections.insert(newSection()));
    const insert = (third: number): Promise<number> =>
      storage.write(async ({ subnets, addresses }) => {
        const id = await subnets.insert(newNetwork(sectionId, `10.1.${third}.0/24`));
        await addresses.insert(newAddress(id, `10.1.${third}.1`));
        return id;
      });
    for (let third = 0; third < 20; third++) await insert(third);
    const writes = Promise.all(Array.from({ length: 20 }, (_, index) => insert(100 + index)));
    for (let reads = 0; reads < 5; reads++) {
      const { sections } = await overview(unrestrictedPrincipal);
      const { networks = 0, used, size } = sections[0] ?? {};
      expect(networks).to.be.within(20, 40);
      expect(Number(used), 'taken of those that were there').to.be.within(20, 40);
      expect(Number(size) % 254).to.equal(0);
      const { cells } = await map(unrestrictedPrincipal, { prefix: cidr('10.0.0.0/8'), cellLength: 16 });
      expect(cells[0]?.networks).to.be.within(20, 40);
    }
    await writes;
    const [section] = (await overview(unrestrictedPrincipal)).sections;
    expect(section).to.include({ networks: 40, used: 40n, size: 40n * 254n });
  });

  it('are empty without networks', async () => {
    await clear();
    for (const viewer of viewers) {
      expect(await overview(viewer)).to.deep.equal({ sections: [], fullest: [] });
      for (const prefix of prefixes)
        expect(await map(viewer, { prefix, cellLength: prefix.length })).to.deep.equal({
          cells: [],
          networks: [],
          isCut: false,
        });
    }
  });
});
