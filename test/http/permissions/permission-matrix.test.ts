import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { additions, type Probe, withMistakes } from '../support/permission-probes.js';
import {
  allProbes,
  comparable,
  comparableWithoutSecrets,
  isAllowed,
  routeTable,
  send,
  storageRoutes,
  type Tried,
} from '../support/permission-routes.js';
import { hidingLevels, type Levels, type Named, PermissionWorld, showingLevels } from '../support/permission-world.js';

const says = ({ section, subnet }: Levels, description: string): string =>
  `level ${section} on the section, ${subnet} on subnets: ${description}`;

/** A world and the levels of its viewer. */
interface Shown {
  readonly levels: Levels;
  readonly world: PermissionWorld;
}

/** Worlds that differ only in hidden objects, and one without these. The viewer gets the same answers from all. */
interface Alike {
  readonly there: readonly Shown[];
  readonly gone: PermissionWorld;
}

/** Groups of levels that show the same. While the section is hidden, levels on its subnets have no effect. */
const alikeLevels: readonly (readonly Levels[])[] = [
  hidingLevels.filter(({ section }) => section === 0),
  ...hidingLevels.filter(({ section }) => section > 0).map((levels) => [levels]),
];

describe('The permission matrix', () => {
  const worlds: PermissionWorld[] = [];
  const start = async (levels: Levels): Promise<PermissionWorld> => {
    const world = await PermissionWorld.start(levels);
    worlds.push(world);
    return world;
  };
  after(() => Promise.all(worlds.map((world) => world.close())));
  /** Ids in requests, the same in all worlds. */
  let named: Named;
  before(async () => {
    named = await start({ section: 3, subnet: 3 });
  });

  describe('when the viewer sees neither subnets nor addresses', () => {
    const alike: Alike[] = [];

    before(async () => {
      for (const group of alikeLevels) {
        const there: Shown[] = [];
        for (const levels of group) there.push({ levels, world: await start(levels) });
        const [levels] = group;
        if (!levels) throw new Error('nothing is hidden');
        const gone = await start(levels);
        await gone.deleteHidden(levels);
        alike.push({ there, gone });
      }
      expect(alike.flatMap(({ there }) => there)).to.have.lengthOf(hidingLevels.length);
    });

    it('shows the open objects in lists, searches and filters', async () => {
      for (const { levels, world } of alike.flatMap(({ there }) => there)) {
        for (const [path, count] of Object.entries(listsOfOpen))
          expect((await world.viewer.get(path)).records, says(levels, path)).to.have.lengthOf(count);
      }
    });

    for (const tried of storageRoutes) {
      it(`${tried.title} answers as if they did not exist, and does not change them`, async () => {
        for (const worlds of alike) await expectAlike(tried, worlds);
      });
    }
  });

  describe('when the viewer sees them', () => {
    const shown: Shown[] = [];

    before(async () => {
      for (const levels of showingLevels) shown.push({ levels, world: await start(levels) });
    });

    for (const tried of storageRoutes.filter(({ route }) => route.method === 'GET')) {
      it(`${tried.title} answers as it answers administrators`, async () => {
        for (const { levels, world } of shown) {
          for (const [probe, addition] of requestsTo(tried, world)) {
            if (addition !== '' && levels.section !== levels.subnet) continue; // every level may read these
            const [answer, expected] = [
              await send(world.viewer, probe, addition),
              await send(world.server.client, probe, addition),
            ];
            expect(comparable(answer), says(levels, probe.path + addition)).to.deep.equal(comparableWithoutSecrets(expected));
          }
        }
      });
    }

    for (const tried of storageRoutes.filter(({ route }) => route.method !== 'GET')) {
      it(`${tried.title} returns 403 below its level, and writes nothing`, async () => {
        for (const { levels, world } of shown) {
          const before = await world.dump();
          for (const probe of allProbes(tried, world).filter((one) => !isAllowed(tried.route, one, levels))) {
            expect((await send(world.viewer, probe)).summary, says(levels, probe.path)).to.equal('403 Insufficient permissions');
            expect(await world.dump(), says(levels, probe.path)).to.deep.equal(before);
          }
        }
      });

      it(`${tried.title} has the same result from its level on as for administrators`, async () => {
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

  it('has probes for every route, and the route table maps them to routes with the same access', async () => {
    for (const tried of storageRoutes) {
      const probes = allProbes(tried, named);
      expect(probes, tried.title).not.to.have.lengthOf(0);
      for (const { method, path } of probes) {
        const [, , ...ids] = path.replace(/\/$/, '').split('/').map(decodeURIComponent);
        expect(routeTable.find(tried.controller, method, ids).route.access, `${tried.title}: ${path}`).to.equal(
          tried.route.access,
        );
      }
    }
  });
});

/** Expects the answers of each world to equal those of the world without hidden objects, and hidden objects unchanged. */
async function expectAlike(tried: Tried, { there, gone }: Alike): Promise<void> {
  const before = await Promise.all(there.map(({ levels, world }) => world.hidden(levels)));
  for (const [probe, addition] of requestsTo(tried, gone, withMistakes)) {
    if (there.some(({ levels }) => deletesSection(tried, probe, levels))) continue;
    const expected = comparable(await send(gone.viewer, probe, addition));
    for (const { levels, world } of there) {
      const answer = comparable(await send(world.viewer, probe, addition));
      expect(answer, says(levels, probe.path + addition + JSON.stringify(probe.body))).to.deep.equal(expected);
    }
  }
  for (const [index, { levels, world }] of there.entries())
    expect(await world.hidden(levels), says(levels, 'what is stored')).to.deep.equal(before[index]);
}

/** Requests to a route. @param vary returns the variants of a probe */
function* requestsTo(
  tried: Tried,
  named: Named,
  vary = (probe: Probe): Probe[] => [probe],
): Generator<readonly [probe: Probe, addition: string]> {
  for (const probe of allProbes(tried, named).flatMap(vary))
    for (const addition of tried.route.access === 'see' ? additions : ['']) yield [probe, addition];
}

/** Whether a probe deletes the section. The right to change a section includes deletion of its hidden contents. */
const deletesSection = ({ route, controller }: Tried, probe: Probe, levels: Levels): boolean =>
  route.method === 'DELETE' && controller.names[0] === 'sections' && isAllowed(route, probe, levels);

/** The answer to a request in a new world, and the records stored afterwards. */
async function outcomeOf(levels: Levels, probe: Probe, clientOf: (world: PermissionWorld) => ApiClient) {
  const world = await PermissionWorld.start(levels);
  const answer = comparable(await send(clientOf(world), probe));
  const stored = await world.dump();
  await world.close();
  return { ...answer, stored };
}

/** Lists with hidden and visible objects, and the number of visible ones. */
const listsOfOpen: Readonly<Record<string, number>> = {
  '/subnets/?filter_by=description&filter_value=described': 1,
  '/folders/': 1,
  '/addresses/search_mac/00:11:22:33:44:55/': 1,
  '/addresses/search_linked/link/': 1,
  '/addresses/search_hostbase/host-/': 1,
};
