import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Access, Route } from '../../../adapters/http/api-request.js';
import { RouteTable } from '../../../adapters/http/routes/route-table.js';
import { Authenticator } from '../../../application/access/sign-in/authenticator.js';
import { requireInventory } from '../../../application/caller.js';
import type { StoredApp } from '../../../domain/access/app.js';
import { app as anApp } from '../../domain/support/apps.js';
import { presenting, storedAppsOf, strategiesOver } from '../../support/strategies.js';
import { EncryptingClient } from '../support/encrypting-client.js';
import {
  allProbes,
  comparable,
  comparableWithoutSecrets,
  everyRoute,
  send,
  storageRoutes,
} from '../support/permission-routes.js';
import { PermissionWorld } from '../support/permission-world.js';

const nowhere = { section: 0, subnet: 0 } as const;

describe('A route', () => {
  const withAccess = (access: unknown, method: Route['method'] = 'GET') => {
    const route: Route = { method, path: '/', access: access as Access, docs: null, handle: () => ({}) };
    return () => new RouteTable([{ names: ['new'], routes: [route] }]);
  };

  it('without a declared access is refused', () => {
    for (const access of [undefined, null, '', 'read', 'write', 'admin', 'constructor', '__proto__', 1])
      expect(withAccess(access), String(access)).to.throw(/declares no access/);
  });

  it('is refused when it writes with a read access, or reads with a write access', () => {
    for (const access of ['see', 'everyone', 'users']) {
      expect(withAccess(access, 'POST'), access).to.throw(/cannot have the access/);
      expect(withAccess(access, 'GET'), access).not.to.throw();
    }
    for (const access of ['change', 'writeAddresses', 'inventory', 'signIn']) {
      expect(withAccess(access, 'GET'), access).to.throw(/cannot have the access/);
      expect(withAccess(access, 'DELETE'), access).not.to.throw();
    }
  });
});

describe('A user', () => {
  let world: PermissionWorld;
  before(async () => {
    world = await PermissionWorld.startOther(nowhere, {
      apps: [...apps, { id: 'write', permission: 'write', security: 'none' }],
    });
  });
  after(() => world.close());

  for (const tried of storageRoutes.filter(({ route }) => route.access === 'inventory')) {
    it(`without inventory right gets 403 from ${tried.title}, which writes nothing`, async () => {
      const before = await world.dump();
      for (const probe of allProbes(tried, world))
        expect((await send(world.reader, probe)).summary, probe.path).to.equal('403 Insufficient permissions');
      expect(await world.dump()).to.deep.equal(before);
    });
  }

  for (const tried of storageRoutes.filter(({ route }) => route.access === 'everyone')) {
    it(`without any right reads ${tried.title}`, async () => {
      for (const probe of allProbes(tried, world))
        expect(comparable(await send(world.reader, probe)), probe.path).to.deep.equal(
          comparableWithoutSecrets(await send(world.server.client, probe)),
        );
    });
  }

  it('gets lists of users only through an application that may show them', async () => {
    for (const path of ['/user/all/', '/user/admins/']) {
      expect((await world.viewer.get(path)).summary).to.equal('200');
      expect((await world.viewer.with({ app: 'write' }).get(path)).summary).to.equal('503 Invalid app permissions');
      expect((await world.server.client.get(path)).summary).to.equal('200');
    }
  });

  it('that is not an administrator cannot create a top-level section', async () => {
    expect((await world.viewer.post('/sections/', { name: 'Mine' })).summary).to.equal('403 Insufficient permissions');
  });

  it('gains or loses access at the first request after a change of permissions', async () => {
    const { target, server, viewer } = world;
    const read = async () => (await viewer.get(`/subnets/${target.subnet}/`)).summary;
    expect(await read()).to.equal(`400 Invalid subnet Id (${target.subnet})`);
    await server.client.patch(`/sections/${target.section}/`, { permissions: { 3: 1 } });
    expect(await read()).to.equal(`400 Invalid subnet Id (${target.subnet})`);
    await server.client.patch(`/subnets/${target.subnet}/permissions/`, { Guests: 'ro' });
    expect(await read()).to.equal('200');
    await server.client.delete(`/subnets/${target.subnet}/permissions/`);
    expect(await read()).to.equal(`400 Invalid subnet Id (${target.subnet})`);
  });
});

const code = 'c'.repeat(32);
const apps = [
  { id: 'main', permission: 'admin', security: 'none', showLinks: false },
  { id: 'crypt', permission: 'write', security: 'crypt', code, showLinks: false },
  { id: 'crypt-read', permission: 'read', security: 'crypt', code, showLinks: false },
];

describe('Where settings do not enforce the permissions of users', () => {
  let world: PermissionWorld;
  before(async () => {
    world = await PermissionWorld.startOther(nowhere, { settings: { linkField: 'custom_link', enforceUserPermissions: false } });
  });
  after(() => world.close());

  for (const tried of everyRoute.filter(({ route }) => ['see', 'everyone'].includes(route.access))) {
    it(`${tried.title} answers every user as it answers administrators`, async () => {
      for (const probe of allProbes(tried, world))
        expect(comparable(await send(world.reader, probe)), probe.path).to.deep.equal(
          comparableWithoutSecrets(await send(world.server.client, probe)),
        );
    });
  }

  it('every user may write everything', async () => {
    const { reader, target, records } = world;
    expect((await reader.post('/sections/', { name: 'Mine' })).summary).to.equal('201');
    expect((await reader.patch(`/vlans/${records.vlan}/`, { description: 'mine' })).summary).to.equal('200');
    expect((await reader.post(`/addresses/first_free/${target.subnet}/`)).summary).to.equal('201');
    expect((await reader.get('/user/all/')).summary).to.equal('200');
    expect((await reader.delete(`/sections/${target.section}/`)).summary).to.equal('200');
  });
});

describe('An application that authenticates by its code', () => {
  let world: PermissionWorld;
  before(async () => {
    world = await PermissionWorld.startOther(nowhere, { apps });
  });
  after(() => world.close());

  it('has only its own permission when it encrypts its requests', async () => {
    const [writer, reader] = ['crypt', 'crypt-read'].map(
      (app) => new EncryptingClient(world.server.unauthenticated(app), app, code),
    );
    const { subnet, address } = world.target;
    for (const client of [writer, reader]) {
      expect((await client?.send('GET', 'subnets', { id: subnet }))?.summary).to.equal('200');
      expect((await client?.send('GET', 'addresses', { id: address }))?.summary).to.equal('200');
    }
    for (const [controller, parameters] of [
      ['vlans', { name: 'made', number: 7 }],
      ['addresses', { subnetId: subnet, ip: '10.2.0.77' }],
      ['sections', { name: 'Made' }],
    ] as const) {
      expect((await reader?.send('POST', controller, parameters))?.summary).to.equal('401 invalid permissions');
      expect((await writer?.send('POST', controller, parameters))?.summary).to.equal('201');
    }
  });

  it('is not limited by groups or inventory rights when it sends its code', async () => {
    const { accessTokens, directory } = world.server.application;
    const apps = storedAppsOf(codeApp);
    const authenticator = new Authenticator(strategiesOver(world.server.application, apps), directory, accessTokens);
    const authentication = await authenticator.authenticate(codeApp, presenting({ headers: { token: code } }), 'requests');
    if (!('caller' in authentication)) throw new Error('the application is refused');
    expect(authentication.caller.principal).to.deep.equal({ unrestricted: true, groups: [], inventory: 'write' });
    expect(() => requireInventory(authentication.caller, 'vlan')).not.to.throw();
  });
});

const codeApp: StoredApp = {
  ...anApp,
  id: 'static',
  permission: 'write',
  security: 'static',
  codeDigest: createHash('sha256').update(code).digest('hex'),
};
