import { expect } from 'chai';
import { isAllocation, needOf } from '../../../adapters/http/routes/scope-needs.js';
import {
  grantedScope,
  isScope,
  type KeyScope,
  type Scope,
  type ScopeNeed,
  type ScopeRight,
  scopes,
} from '../../../domain/access/key-scope.js';
import type { ApiClient } from '../../support/api-client.js';
import { additions, type Probe, withMistakes } from '../support/permission-probes.js';
import {
  adminRoutes,
  allProbes,
  comparable,
  comparableWithoutSecrets,
  everyRoute,
  send,
  storageRoutes,
  type Tried,
} from '../support/permission-routes.js';
import { PermissionWorld } from '../support/permission-world.js';

const all: readonly Scope[] = scopes.filter((scope) => scope !== 'admin');
const rightsOf = (scope: Scope) => grantedScope({ scopes: [scope], sections: [], subnets: [] }).rights;

/** All scopes except admin and those that include a right. */
const allWithout = (right: ScopeRight): Scope[] => all.filter((scope) => !rightsOf(scope).has(right));

/** The narrowest scopes that include all rights of a need. */
function scopesFor(need: ScopeNeed): Scope[] {
  const narrowest: readonly string[] = need.map((right) => (/:(free|allocate)$/.test(right) ? 'allocate' : right));
  return [...new Set(narrowest)].filter(isScope);
}

const needs = (tried: Tried): ScopeNeed | undefined => needOf(tried.controller, tried.route);

/** A key that writes NAT rules must also read the translated subnets and addresses. */
const namedBy = ({ route }: Tried): Scope[] => (route.path.startsWith('/nat') ? ['subnet:read', 'address:read'] : []);

/** Controllers that check the scope for each record type. */
const checkThemselves = ['search', 'rows', 'kinds'];
const isPlain = ({ controller }: Tried): boolean => !checkThemselves.includes(controller.names[0]);

describe('The permission matrix of keys', () => {
  const worlds: PermissionWorld[] = [];
  const start = async (): Promise<PermissionWorld> => {
    const world = await PermissionWorld.start({ section: 3, subnet: 3 });
    worlds.push(world);
    return world;
  };
  after(() => Promise.all(worlds.map((world) => world.close())));

  const clients = new Map<string, ApiClient>();
  /** A client with a key of the administrator. */
  async function keyIn(world: PermissionWorld, given: readonly Scope[], limits: Partial<KeyScope> = {}): Promise<ApiClient> {
    const name = JSON.stringify([worlds.indexOf(world), given, limits]);
    const known = clients.get(name);
    if (known) return known;
    const made = await world.server.client.post('/keys/', { name: `key ${clients.size}`, scopes: given, ...limits });
    const client = world.server.unauthenticated('main').with({ token: String(made.record.key) });
    clients.set(name, client);
    return client;
  }

  let world: PermissionWorld;
  before(async () => {
    world = await start();
  });

  it('defines the rights that a key needs for each route, or closes the route to keys', () => {
    const closed = everyRoute.filter((tried) => tried.route.docs && !adminRoutes.includes(tried) && needs(tried) === undefined);
    expect(closed.map(({ title }) => title)).to.deep.equal([
      'DELETE /user/{*rest}',
      'GET /imports/',
      'GET /imports/:id/refused',
      'GET /imports/:id',
      'POST /imports/',
      'POST /imports/:id/rows',
      'POST /imports/:id/start',
      'POST /imports/:id/stop',
      'DELETE /imports/:id',
      'GET /keys/',
      'POST /keys/:id/rotate',
      'POST /keys/',
      'PATCH /keys/:id',
      'DELETE /keys/:id',
      'GET /views/',
      'GET /views/:id',
      'POST /views/',
      'PATCH /views/:id',
      'DELETE /views/:id',
      'GET /account/',
      'GET /account/sessions',
      'PATCH /account/password',
      'DELETE /account/sessions/:id',
      'DELETE /account/sessions',
      'POST /account/proof',
      'POST /account/factors/challenge',
      'POST /account/factors/totp/confirm',
      'POST /account/factors/totp',
      'POST /account/factors/passkey/confirm',
      'POST /account/factors/passkey',
      'POST /account/factors/recovery_codes',
      'DELETE /account/factors/:id',
      'GET /account/notifications',
      'PATCH /account/notifications',
      'DELETE /account/notifications',
      'GET /account/authorizations',
      'POST /account/authorizations',
    ]);
    expect(
      everyRoute.filter((tried) => isAllocation(tried.controller, tried.route)).map(({ route }) => route.method),
    ).to.deep.equal(Array(12).fill('POST'));
  });

  for (const tried of [...storageRoutes, ...everyRoute.filter(({ route }) => route.access === 'changes')]) {
    const need = needs(tried) ?? [];
    if (need.length === 0) continue;
    it(`${tried.title} refuses a key that lacks one of the rights ${need.join(', ')}, and writes nothing`, async () => {
      const before = await world.dump();
      for (const right of need) {
        const key = await keyIn(world, allWithout(right));
        for (const probe of allProbes(tried, world))
          expect((await send(key, probe)).summary, `${right} ${probe.path}`).to.equal('403 Insufficient permissions');
      }
      expect(await world.dump()).to.deep.equal(before);
    });
  }

  for (const tried of storageRoutes.filter((each) => each.route.method === 'GET' && isPlain(each))) {
    it(`${tried.title} gives a key with the required scope the same answer as the administrator`, async () => {
      // lists of subnets include location records for keys that may read locations
      const key = await keyIn(world, [...scopesFor(needs(tried) ?? []), 'location:read', 'feed']);
      for (const probe of allProbes(tried, world))
        for (const addition of tried.route.access === 'see' ? additions : ['']) {
          const expected = comparableWithoutSecrets(await send(world.server.client, probe, addition));
          expect(comparable(await send(key, probe, addition)), probe.path + addition).to.deep.equal(expected);
        }
    });
  }

  for (const tried of storageRoutes.filter((each) => each.route.method !== 'GET' && isPlain(each))) {
    it(`${tried.title} gives a key with the required scope the same answer as the administrator`, async () => {
      for (const probe of allProbes(tried, world).filter(({ counts }) => counts !== 'nobody')) {
        const [one, other] = [await start(), await start()];
        const key = await keyIn(one, [...scopesFor(needs(tried) ?? []), ...namedBy(tried), 'feed']);
        await keyIn(other, ['feed']);
        expect(comparable(await send(key, probe)), probe.path).to.deep.equal(comparable(await send(other.server.client, probe)));
      }
    });
  }

  for (const tried of adminRoutes) {
    it(`${tried.title} refuses keys without the admin scope`, async () => {
      const key = await keyIn(world, all);
      for (const probe of allProbes(tried, world))
        expect((await send(key, probe)).summary, probe.path).to.equal('403 Insufficient permissions');
    });
  }

  describe('limited to a section', () => {
    let target: PermissionWorld;
    let gone: PermissionWorld;
    before(async () => {
      target = await start();
      gone = await start();
      await gone.deleteHidden({ section: 0, subnet: 0 });
    });

    for (const tried of storageRoutes) {
      it(`${tried.title} answers as if the other section did not exist, and does not change it`, async () => {
        const before = await target.hidden({ section: 0, subnet: 0 });
        for (const probe of allProbes(tried, gone).flatMap((each) => withMistakes(each))) {
          for (const addition of tried.route.access === 'see' ? additions : ['']) await expectAlike(probe, addition);
        }
        expect(await target.hidden({ section: 0, subnet: 0 })).to.deep.equal(before);
      });
    }

    async function expectAlike(probe: Probe, addition: string): Promise<void> {
      const limits = { sections: [target.open.section] };
      const [there, without] = [await keyIn(target, all, limits), await keyIn(gone, all, limits)];
      const expected = comparable(await send(without, probe, addition));
      expect(comparable(await send(there, probe, addition)), probe.path + addition + JSON.stringify(probe.body)).to.deep.equal(
        expected,
      );
    }
  });
});
