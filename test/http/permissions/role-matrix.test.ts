import { expect } from 'chai';
import { needOf } from '../../../adapters/http/routes/scope-needs.js';
import { levelsByKind } from '../../../domain/access/kind-level.js';
import { builtInRoles } from '../../../domain/access/role.js';
import { type OpenKind as KindName, openKindNames as kindNames } from '../../../domain/catalog/kinds.js';
import type { ApiClient } from '../../support/api-client.js';
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

const rightsIn = ({ controller, route }: Tried): readonly string[] => needOf(controller, route) ?? [];
const names = (tried: Tried, kind: KindName): boolean => rightsIn(tried).some((right) => right.startsWith(`${kind}:`));

/** Whether a route also needs rights on another kind. */
const namesOthers = (tried: Tried, kind: KindName): boolean => kindNames.some((each) => each !== kind && names(tried, each));

/** Whether a route needs the same rights for all record types. */
const isPlain = ({ controller }: Tried): boolean => !['search', 'rows', 'kinds'].includes(controller.names[0]);

/** Whether a route returns subnet records, which include their name servers. */
const hasNameservers = ({ controller, route }: Tried): boolean =>
  controller.names[0] !== 'addresses' && route.access === 'see' && /subnet|^\/(:|$|all|slaves|cidr)|{/.test(route.path);

const denied = '403 Insufficient permissions';
const password = 'a long password';

/** A level on one kind, and read on name servers, which subnet records include. */
const only = (kind: KindName, level: string): string[] =>
  kind === 'nameserver' ? [`${kind}:${level}`] : [`${kind}:${level}`, 'nameserver:read'];

describe('The permission matrix of kinds and roles', () => {
  let world: PermissionWorld;
  const clients = new Map<string, ApiClient>();

  const clientOf = (name: string): ApiClient => {
    const client = clients.get(name);
    if (!client) throw new Error(`nobody is called ${name}`);
    return client;
  };

  before(async () => {
    world = await PermissionWorld.start({ section: 3, subnet: 3 });
    const { server } = world;
    const user = (username: string, given: object) => ({ username, password, groups: ['Guests'], ...given });
    const users = [
      ...kindNames.flatMap((kind) => [
        user(`no-${kind}`, { inventory: 'write', levels: [`${kind}:none`] }),
        user(`reads-${kind}`, { inventory: 'none', levels: only(kind, 'read') }),
        user(`writes-${kind}`, { inventory: 'none', levels: only(kind, 'write') }),
      ]),
      ...builtInRoles.map(({ name }) => user(`is-${name}`, { inventory: 'none', groups: ['Guests', `all-${name}`] })),
      user('is-nothing', { inventory: 'none' }),
    ];
    await server.provision({ groups: builtInRoles.map(({ name }) => ({ name: `all-${name}`, roles: [name] })), users });
    for (const { username } of users) {
      const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
      const { record } = await server
        .unauthenticated('main')
        .send({ method: 'POST', target: '/user/', headers: { authorization } });
      clients.set(username, server.unauthenticated('main').with({ token: String(record.token) }));
    }
  });
  after(() => world.close());

  for (const kind of kindNames) {
    const ofKind = storageRoutes.filter((tried) => names(tried, kind));

    it(`returns 403 for every route of ${kind} at level none, and writes nothing`, async () => {
      expect(ofKind).to.have.length.above(2);
      const before = await world.dump();
      for (const name of [`no-${kind}`, 'is-nothing'])
        for (const tried of ofKind)
          for (const probe of allProbes(tried, world))
            expect((await send(clientOf(name), probe)).summary, `${name} ${probe.method} ${probe.path}`).to.equal(denied);
      expect(await world.dump()).to.deep.equal(before);
    });

    it(`answers reads of other kinds than ${kind} at level none as for administrators`, async () => {
      const others = storageRoutes.filter((tried) => tried.route.method === 'GET' && isPlain(tried) && !names(tried, kind));
      for (const tried of others) {
        if (kind === 'nameserver' && hasNameservers(tried)) continue;
        if (kind === 'location' && showsLocations(tried)) continue;
        for (const probe of allProbes(tried, world)) {
          const expected = comparableWithoutSecrets(await send(world.server.client, probe));
          expect(comparable(await send(clientOf(`no-${kind}`), probe)), probe.path).to.deep.equal(expected);
        }
      }
    });

    it(`shows ${kind} from level read`, async () => {
      for (const tried of ofKind.filter(({ route }) => route.method === 'GET'))
        for (const probe of allProbes(tried, world)) {
          const expected = comparableWithoutSecrets(await send(world.server.client, probe));
          for (const client of [clientOf(`reads-${kind}`), clientOf(`writes-${kind}`)]) {
            const answer = await send(client, probe);
            if (namesOthers(tried, kind)) expect(answer.summary, probe.path).to.equal(denied);
            else expect(comparable(answer), probe.path).to.deep.equal(expected);
          }
        }
    });

    it(`allows writes of ${kind} only at level write`, async () => {
      const before = await world.dump();
      for (const tried of ofKind.filter(({ route }) => route.method !== 'GET' && route.access === 'inventory'))
        for (const probe of allProbes(tried, world)) {
          expect((await send(clientOf(`reads-${kind}`), probe)).summary, probe.path).to.equal(denied);
          const dry = { ...probe, body: { ...probe.body, dry_run: 1 } };
          expect((await send(clientOf(`writes-${kind}`), dry)).status, `${probe.method} ${probe.path}`).not.to.equal(403);
        }
      expect(await world.dump()).to.deep.equal(before);
    });

    it(`omits ${kind} from search, rows, feed and the list of controllers at level none`, async () => {
      const client = clientOf(`no-${kind}`);
      const found = await client.get('/search/1/?kinds=1&vlan=1&vrf=1');
      const { search_filter: searched, kinds: others } = found.record as Record<string, Record<string, unknown>>;
      if (searched && kind in searched) expect(String(searched[kind])).to.equal('0');
      expect(Object.keys(others ?? {})).not.to.include(kind);
      const { changes } = (await client.get('/changes/?before=now&limit=100')).record as unknown as {
        changes: { kind: string }[];
      };
      expect(changes).to.have.length.above(0);
      expect(changes.map((each) => each.kind)).not.to.include(kind);
      expect((await client.get('/')).text).not.to.match(new RegExp(`tools/${kind.toLowerCase()}s?/|/${kind}/`));
      expect((await client.get(`/rows/${wordOf[kind] ?? `${kind}s`}/`)).status).not.to.equal(200);
    });
  }

  it('omits hidden name servers from subnets, but shows their id', async () => {
    const path = `/subnets/${world.target.subnet}/`;
    const [seen, hidden] = [await world.server.client.get(path), await clientOf('no-nameserver').get(path)];
    expect(seen.record).to.have.property('nameservers');
    expect(hidden.record).not.to.have.property('nameservers');
    expect(hidden.record.nameserverId).to.equal(seen.record.nameserverId);
    expect((await clientOf('no-vlan').get(path)).record.vlanId).to.equal(seen.record.vlanId);
  });

  for (const role of builtInRoles) {
    it(`gives the members of a group with the role ${role.name} its levels and rights`, async () => {
      const client = clientOf(`is-${role.name}`);
      const { record } = await client.get('/user/rights/');
      const levels = levelsByKind(role);
      const userRights = record as unknown as {
        levels: { kind: KindName; level: string; rule: string }[];
        rights: { right: string; rule: string }[];
      };
      expect(Object.fromEntries(userRights.levels.map(({ kind, level }) => [kind, level]))).to.deep.equal(levels);
      for (const { level, rule } of userRights.levels)
        if (level !== 'none') expect(rule).to.equal(`role ${role.name} of group all-${role.name}`);
      const rights = role.name === 'Administrator' ? [...role.rights, 'administer'] : role.rights;
      expect(userRights.rights.map(({ right }) => right)).to.deep.equal(rights);
      for (const kind of kindNames) {
        const [read] = storageRoutes.filter((tried) => tried.route.method === 'GET' && rightsIn(tried).join() === `${kind}:read`);
        const [write] = storageRoutes.filter(
          (tried) => tried.route.method === 'DELETE' && rightsIn(tried).join() === `${kind}:write`,
        );
        const statusOf = async (tried: Tried | undefined) => {
          const [probe] = tried ? allProbes(tried, world) : [];
          if (!probe) throw new Error(`no route concerns ${kind} alone`);
          const body = probe.method === 'GET' ? {} : { body: { ...probe.body, dry_run: 1 } };
          return (await send(client, { ...probe, ...body })).status;
        };
        expect((await statusOf(read)) === 403, `${role.name} reads ${kind}`).to.equal(levels[kind] === 'none');
        expect((await statusOf(write)) === 403, `${role.name} writes ${kind}`).to.equal(levels[kind] !== 'write');
      }
    });
  }

  for (const tried of adminRoutes) {
    it(`requires for ${tried.title} a role with the right of this route`, async () => {
      const open = { manageUsers: [], audit: ['Auditor'] }[tried.route.access as string] ?? [];
      for (const probe of allProbes(tried, world))
        for (const { name } of builtInRoles) {
          const body = tried.route.method === 'GET' || tried.route.access === 'attempt' ? {} : { dry_run: 1 };
          const { status } = await send(clientOf(`is-${name}`), { ...probe, body: { ...probe.body, ...body } });
          const mayPass = name === 'Administrator' || open.some((each) => each === name);
          expect(status === 403, `${name} ${probe.path}`).to.equal(!mayPass);
        }
    });
  }

  it('shows only the ids of hidden locations in lists of subnets', async () => {
    const { client } = world.server;
    const location = String((await client.post('/tools/locations/', { name: 'Vault', address: 'Hidden Street 1' })).id);
    const [subnet] = (await client.get('/subnets/')).records;
    await client.patch(`/subnets/${subnet?.id}/`, { location });
    for (const path of ['/subnets/', '/subnets/all/']) {
      expect((await client.get(path)).text).to.include('Hidden Street');
      const answer = await clientOf('no-location').get(path);
      expect(answer.records.find(({ id }) => id === subnet?.id)?.location).to.equal(location);
      expect(answer.text).not.to.include('Hidden Street');
    }
    await client.patch(`/subnets/${subnet?.id}/`, { location: 0 });
    await client.delete(`/tools/locations/${location}/`);
  });

  it('refuses every route of a kind to users without any level', async () => {
    for (const tried of everyRoute.filter(({ route }) => route.access === 'everyone' || route.access === 'inventory'))
      for (const probe of allProbes(tried, world)) {
        if (!rightsIn(tried).some((right) => kindNames.some((kind) => right.startsWith(`${kind}:`)))) continue;
        expect((await send(clientOf('is-nothing'), probe)).summary, probe.path).to.equal(denied);
      }
  });
});

/** Whether a route lists subnets with location records, or with only their ids when locations are hidden. */
const showsLocations = ({ controller, route }: (typeof everyRoute)[number]): boolean =>
  controller.names.some((name) => ['subnets', 'folders'].includes(name)) && ['/', '/all{/*rest}'].includes(route.path);

const wordOf: Readonly<Partial<Record<KindName, string>>> = { nat: 'nat' };
