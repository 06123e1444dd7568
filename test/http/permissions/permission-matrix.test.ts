import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { additions, type Probe, withMistakes } from '../support/permission-probes.js';
import { allProbes, dispatcher, isAllowed, send, storageRoutes, type Tried, told } from '../support/permission-routes.js';
import { hidingLevels, type Levels, type Named, PermissionWorld, showingLevels } from '../support/permission-world.js';

const says = ({ section, subnet }: Levels, what: string): string =>
  `level ${section} on the section, ${subnet} on subnets: ${what}`;

/** The same world twice, in one of them without all that the viewer does not see. */
interface Pair {
  readonly levels: Levels;
  readonly there: PermissionWorld;
  readonly gone: PermissionWorld;
}

describe('The permission matrix', () => {
  const worlds: PermissionWorld[] = [];
  const start = async (levels: Levels): Promise<PermissionWorld> => {
    const world = await PermissionWorld.start(levels);
    worlds.push(world);
    return world;
  };
  after(() => Promise.all(worlds.map((world) => world.close())));
  /** Ids that requests name: the same in all worlds. */
  let named: Named;
  before(async () => {
    named = await start({ section: 3, subnet: 3 });
  });

  describe('where the viewer sees neither subnets nor addresses', () => {
    const pairs: Pair[] = [];

    before(async () => {
      for (const levels of hidingLevels) {
        const [there, gone] = [await start(levels), await start(levels)];
        await gone.deleteHidden(levels);
        pairs.push({ levels, there, gone });
      }
    });

    it('leaves something to see in lists, searches and filters, so that the comparison means something', async () => {
      for (const { there, levels } of pairs) {
        for (const [path, count] of Object.entries(listsOfOpen))
          expect((await there.viewer.get(path)).records, says(levels, path)).to.have.lengthOf(count);
      }
    });

    for (const tried of storageRoutes) {
      it(`${tried.title} answers as if they were not there, and leaves them as they are`, async () => {
        for (const { levels, there, gone } of pairs) {
          const before = await there.hidden(levels);
          for (const [probe, addition] of requestsTo(tried, there, withMistakes)) {
            if (deletesSection(tried, probe, levels)) continue;
            const [answer, expected] = [await send(there.viewer, probe, addition), await send(gone.viewer, probe, addition)];
            expect(told(answer), says(levels, probe.path + addition + JSON.stringify(probe.body))).to.deep.equal(told(expected));
          }
          expect(await there.hidden(levels), says(levels, 'what is stored')).to.deep.equal(before);
        }
      });
    }
  });

  describe('where the viewer sees them', () => {
    const shown: { levels: Levels; world: PermissionWorld }[] = [];

    before(async () => {
      for (const levels of showingLevels) shown.push({ levels, world: await start(levels) });
    });

    for (const tried of storageRoutes.filter(({ route }) => route.method === 'GET')) {
      it(`${tried.title} answers as it answers administrators`, async () => {
        for (const { levels, world } of shown) {
          for (const [probe, addition] of requestsTo(tried, world)) {
            const [answer, expected] = [
              await send(world.viewer, probe, addition),
              await send(world.server.client, probe, addition),
            ];
            expect(told(answer), says(levels, probe.path + addition)).to.deep.equal(told(expected));
          }
        }
      });
    }

    for (const tried of storageRoutes.filter(({ route }) => route.method !== 'GET')) {
      it(`${tried.title} is refused below its level and writes nothing then`, async () => {
        for (const { levels, world } of shown) {
          for (const probe of allProbes(tried, world).filter((one) => !isAllowed(tried.route, one, levels))) {
            const before = await world.dump();
            expect((await send(world.viewer, probe)).summary, says(levels, probe.path)).to.equal('403 Insufficient permissions');
            expect(await world.dump(), says(levels, probe.path)).to.deep.equal(before);
          }
        }
      });

      it(`${tried.title} does from its level on what it does for administrators`, async () => {
        const statuses: number[] = [];
        for (const probe of allProbes(tried, named).filter(({ counts }) => counts !== 'nobody')) {
          const levels = showingLevels.find((one) => isAllowed(tried.route, probe, one)) ?? { section: 3, subnet: 3 };
          const own = await outcomeOf(levels, probe, ({ viewer }) => viewer);
          expect(own, says(levels, probe.path)).to.deep.equal(await outcomeOf(levels, probe, ({ server }) => server.client));
          statuses.push(own.status);
        }
        const isSound = statuses.some((status) => status < 400);
        expect(isSound, 'whether some request is sound').to.equal(tried.route.access !== 'nothing');
      });
    }
  });

  it('has requests for every route, which get to it or to one with the same access', async () => {
    for (const tried of storageRoutes) {
      const probes = allProbes(tried, named);
      expect(probes, tried.title).not.to.have.lengthOf(0);
      for (const { method, path } of probes) {
        const [, , ...ids] = path.replace(/\/$/, '').split('/').map(decodeURIComponent);
        expect(dispatcher.find(tried.controller, method, ids).route.access, `${tried.title}: ${path}`).to.equal(
          tried.route.access,
        );
      }
    }
  });
});

/** Requests to a route. @param vary what else is tried with each probe */
function* requestsTo(
  tried: Tried,
  named: Named,
  vary = (probe: Probe): Probe[] => [probe],
): Generator<readonly [probe: Probe, addition: string]> {
  for (const probe of allProbes(tried, named).flatMap(vary))
    for (const addition of tried.route.access === 'see' ? additions : ['']) yield [probe, addition];
}

/** Who may change a section may delete it with all that is in it, seen or not. */
const deletesSection = ({ route, controller }: Tried, probe: Probe, levels: Levels): boolean =>
  route.method === 'DELETE' && controller.names[0] === 'sections' && isAllowed(route, probe, levels);

/** What a request answers in a world of its own, and leaves behind. */
async function outcomeOf(levels: Levels, probe: Probe, clientOf: (world: PermissionWorld) => ApiClient) {
  const world = await PermissionWorld.start(levels);
  const answer = told(await send(clientOf(world), probe));
  const stored = await world.dump();
  await world.close();
  return { ...answer, stored };
}

/** Lists in which the objects that the viewer sees beside the hidden ones stand, and how many. */
const listsOfOpen: Readonly<Record<string, number>> = {
  '/subnets/?filter_by=description&filter_value=described': 1,
  '/folders/': 1,
  '/addresses/search_mac/00:11:22:33:44:55/': 1,
  '/addresses/search_linked/link/': 1,
  '/addresses/search_hostbase/host-/': 1,
};
