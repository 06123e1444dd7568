import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { additions, type Probe, withMistakes } from '../support/permission-probes.js';
import {
  allProbes,
  isAllowed,
  routeTable,
  send,
  storageRoutes,
  type Tried,
  told,
  toldWithoutSecrets,
} from '../support/permission-routes.js';
import { hidingLevels, type Levels, type Named, PermissionWorld, showingLevels } from '../support/permission-world.js';

const says = ({ section, subnet }: Levels, what: string): string =>
  `level ${section} on the section, ${subnet} on subnets: ${what}`;

/** A world as it is for a viewer with certain levels. */
interface Shown {
  readonly levels: Levels;
  readonly world: PermissionWorld;
}

/** Worlds that differ in what the viewer does not see, and one without all of that: the viewer is to find them all alike. */
interface Alike {
  readonly there: readonly Shown[];
  readonly gone: PermissionWorld;
}

/** Levels under which a viewer sees the same: without the section, what its subnets would show makes no difference. */
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
  /** Ids that requests name: the same in all worlds. */
  let named: Named;
  before(async () => {
    named = await start({ section: 3, subnet: 3 });
  });

  describe('where the viewer sees neither subnets nor addresses', () => {
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

    it('leaves something to see in lists, searches and filters, so that the comparison means something', async () => {
      for (const { levels, world } of alike.flatMap(({ there }) => there)) {
        for (const [path, count] of Object.entries(listsOfOpen))
          expect((await world.viewer.get(path)).records, says(levels, path)).to.have.lengthOf(count);
      }
    });

    for (const tried of storageRoutes) {
      it(`${tried.title} answers as if they were not there, and leaves them as they are`, async () => {
        for (const worlds of alike) await expectAlike(tried, worlds);
      });
    }
  });

  describe('where the viewer sees them', () => {
    const shown: Shown[] = [];

    before(async () => {
      for (const levels of showingLevels) shown.push({ levels, world: await start(levels) });
    });

    for (const tried of storageRoutes.filter(({ route }) => route.method === 'GET')) {
      it(`${tried.title} answers as it answers administrators`, async () => {
        for (const { levels, world } of shown) {
          for (const [probe, addition] of requestsTo(tried, world)) {
            if (addition !== '' && levels.section !== levels.subnet) continue; // they read what every level lets one read
            const [answer, expected] = [
              await send(world.viewer, probe, addition),
              await send(world.server.client, probe, addition),
            ];
            expect(told(answer), says(levels, probe.path + addition)).to.deep.equal(toldWithoutSecrets(expected));
          }
        }
      });
    }

    for (const tried of storageRoutes.filter(({ route }) => route.method !== 'GET')) {
      it(`${tried.title} is refused below its level and writes nothing then`, async () => {
        for (const { levels, world } of shown) {
          const before = await world.dump();
          for (const probe of allProbes(tried, world).filter((one) => !isAllowed(tried.route, one, levels))) {
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
        expect(routeTable.find(tried.controller, method, ids).route.access, `${tried.title}: ${path}`).to.equal(
          tried.route.access,
        );
      }
    }
  });
});

/** Expects a route to answer in each world as where nothing is hidden, and to leave what is hidden as it is. */
async function expectAlike(tried: Tried, { there, gone }: Alike): Promise<void> {
  const before = await Promise.all(there.map(({ levels, world }) => world.hidden(levels)));
  for (const [probe, addition] of requestsTo(tried, gone, withMistakes)) {
    if (there.some(({ levels }) => deletesSection(tried, probe, levels))) continue;
    const expected = told(await send(gone.viewer, probe, addition));
    for (const { levels, world } of there) {
      const answer = told(await send(world.viewer, probe, addition));
      expect(answer, says(levels, probe.path + addition + JSON.stringify(probe.body))).to.deep.equal(expected);
    }
  }
  for (const [index, { levels, world }] of there.entries())
    expect(await world.hidden(levels), says(levels, 'what is stored')).to.deep.equal(before[index]);
}

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
