import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import express from 'express';
import {
  acceptedStrategies,
  type ChangeEvent,
  callerOf,
  createIpam,
  IpAddress,
  type Ipam,
  IpamError,
  type IpamOptions,
  internalCaller,
  Prefix,
  StorageError,
  services,
} from 'hexipam';
import { createMemoryDatabase } from 'hexipam/memory';
import { Hs256Bearer } from './hs256-bearer.js';

const apps = [
  { id: 'main', permission: 'admin', security: 'none', showLinks: true },
  { id: 'plain', permission: 'read', security: 'none', showLinks: false },
];
const users = [
  { username: 'ann', password: 'secret', role: 'Administrator' },
  { username: 'gone', password: 'secret', disabled: true },
];

async function start(options: Partial<IpamOptions> = {}): Promise<Ipam> {
  const ipam = await createIpam({ storage: { database: createMemoryDatabase() }, ...options });
  await ipam.administration.provision({ apps, users });
  return ipam;
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Answer {
  readonly status: number;
  readonly location: string | null;
  readonly body: { readonly data?: unknown; readonly id?: number; readonly message?: string };
}

async function send(url: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(url, init);
  return { status: answer.status, location: answer.headers.get('location'), body: (await answer.json()) as Answer['body'] };
}

/** Waits until a condition is true. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await delay(5);
}

describe('A strategy for bearer tokens (HS256)', () => {
  const secret = 'a secret that both know';
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const sign = (claims: object, { key = secret, alg = 'HS256' } = {}): string => {
    const signed = `${encode({ alg, typ: 'JWT' })}.${encode(claims)}`;
    return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
  };
  const soon = Math.floor(Date.now() / 1000) + 60;
  let ipam: Ipam;
  let server: Server;
  let url: string;
  before(async () => {
    const accepted = { ...acceptedStrategies, none: { ...acceptedStrategies.none, requests: ['hs256', 'userToken'] } };
    ipam = await start({ strategies: [new Hs256Bearer(secret)], accepted });
    server = createServer((request, response) => ipam.handle(request, response));
    url = await listen(server);
  });
  after(async () => {
    server.close();
    await ipam.close();
  });
  const statusWith = async (token: string): Promise<number> =>
    (await send(`${url}/api/main/subnets/cidr/10.0.0.0/8/`, { headers: { authorization: `Bearer ${token}` } })).status;

  it('authenticates the user in the token, and refuses invalid tokens', async () => {
    expect(await statusWith(sign({ sub: 'ANN', exp: soon }))).not.to.equal(401);
    expect(
      (await send(`${url}/api/main/sections/`, { headers: { authorization: `Bearer ${sign({ sub: 'ann', exp: soon })}` } }))
        .status,
    ).to.equal(200);
    const refused = {
      'another key': sign({ sub: 'ann', exp: soon }, { key: 'other' }),
      'another algorithm': sign({ sub: 'ann', exp: soon }, { alg: 'none' }),
      'a user that is not there': sign({ sub: 'nobody', exp: soon }),
      'a user that is disabled': sign({ sub: 'gone', exp: soon }),
      'a time that is over': sign({ sub: 'ann', exp: 1 }),
      'no signature': sign({ sub: 'ann', exp: soon }).replace(/[^.]*$/, ''),
      rubbish: 'x.y.z',
    };
    for (const [title, token] of Object.entries(refused)) expect(await statusWith(token), title).to.equal(401);
  });

  it('works together with user tokens', async () => {
    const basic = `Basic ${Buffer.from('ann:secret').toString('base64')}`;
    const { body } = await send(`${url}/api/main/user/`, { method: 'POST', headers: { authorization: basic } });
    const { token } = body.data as { token: string };
    expect((await send(`${url}/api/main/sections/`, { headers: { token } })).status).to.equal(200);
  });
});

describe('The interface below /ipam in Express', () => {
  let ipam: Ipam;
  let server: Server;
  let url: string;
  let token: string;
  const over: string[] = [];
  before(async () => {
    ipam = await start({ basePath: '/ipam' });
    const app = express();
    app.use(express.json(), express.urlencoded({ extended: true }), express.text({ type: 'application/xml' }));
    app.use('/ipam', async (request, response) => {
      await ipam.handle(request, response);
      over.push(`${request.method} ${response.writableFinished}`);
    });
    server = createServer(app);
    url = await listen(server);
    token = (await ipam.signIn.signIn(internalCaller, 'ann', 'secret')).token;
  });
  after(async () => {
    server.close();
    await ipam.close();
  });
  const api = (path: string, init: RequestInit = {}): Promise<Answer> =>
    send(`${url}/ipam/api/main${path}`, { ...init, headers: { token, ...init.headers } });
  const hrefs = (value: unknown): string[] =>
    [...JSON.stringify(value).matchAll(/"href":"([^"]*)"/g)].map(([, href = '']) => href);

  it('accepts bodies that Express has parsed: JSON, forms and XML', async () => {
    const bodies = {
      'application/json': JSON.stringify({ name: 'From JSON', strictMode: true }),
      'application/x-www-form-urlencoded': 'name=From+a+form&strictMode=1',
      'application/xml': '<section><name>From XML</name></section>',
    };
    for (const [type, body] of Object.entries(bodies)) {
      const answer = await fetch(`${url}/ipam/api/main/sections/`, {
        method: 'POST',
        headers: { token, 'content-type': type },
        body,
      });
      expect(answer.status, await answer.text()).to.equal(201);
    }
    const { body } = await api('/sections/');
    expect((body.data as { name: string }[]).map(({ name }) => name)).to.include.members([
      'From JSON',
      'From a form',
      'From XML',
    ]);
  });

  it('has links and locations below /ipam', async () => {
    const made = await api('/sections/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Linked"}',
    });
    expect(made.status).to.equal(201);
    if (made.location !== null) expect(made.location).to.match(/^\/ipam\/api\/main\//);
    const record = await api(`/sections/${made.body.id}/`);
    const links = hrefs(record.body.data);
    expect(links.length).to.be.greaterThan(1);
    for (const href of links) {
      expect(href).to.match(/^\/ipam\/api\/main\/sections\//);
      expect((await send(url + href, { headers: { token } })).status, href).not.to.equal(400);
    }
    expect((await send(`${url}${links[0]}`, { headers: { token } })).body.data).to.deep.equal(record.body.data);
    for (const href of hrefs((await api('/', { method: 'OPTIONS' })).body)) expect(href).to.match(/^\/ipam\/api\/main\//);
    const refused = await send(`${url}/ipam/api/main/sections/`);
    expect([refused.status, refused.location]).to.deep.equal([401, '/ipam/api/main/user/']);
  });

  it('resolves for Express when the answer is sent', async () => {
    over.length = 0;
    await api('/sections/');
    await until(() => over.length > 0);
    expect(over).to.deep.equal(['GET true']);
  });

  it('removes the base path itself in a plain server', async () => {
    const plain = createServer((request, response) => ipam.handle(request, response));
    const plainUrl = await listen(plain);
    expect((await send(`${plainUrl}/ipam/api/main/sections/`, { headers: { token } })).status).to.equal(200);
    plain.close();
  });
});

describe('A listener for committed changes', () => {
  it('receives every change once, in order and with ids; errors of other listeners have no effect', async () => {
    const ipam = await start();
    const receivedEvents: ChangeEvent[] = [];
    ipam.onCommitted(() => {
      throw new Error('a listener that throws');
    });
    ipam.onCommitted(() => Promise.reject(new Error('a listener that rejects')));
    const end = ipam.onCommitted((changes) => receivedEvents.push(...changes));
    const sectionId = await ipam.sections.create(internalCaller, { name: 'Heard' });
    const { id: subnetId } = await ipam.subnets.create(internalCaller, Prefix.parse('10.0.0.0/24'), { sectionId });
    const addressId = await ipam.addresses.create(internalCaller, { subnetId, ip: IpAddress.parse('10.0.0.9') });
    await Promise.all(Array.from({ length: 20 }, () => ipam.allocation.allocateAddress(internalCaller, subnetId, {})));
    await ipam.addresses.change(internalCaller, addressId, { hostname: 'a.example' });
    await ipam.access.groups.add(internalCaller, { name: 'Heard too' });
    await ipam.subnets.create(internalCaller, Prefix.parse('10.0.0.0/25'), { sectionId: 4711 }).catch(() => {});
    await ipam.sections.delete(internalCaller, sectionId);
    await until(() => receivedEvents.some(({ action, kind }) => action === 'delete' && kind === 'section'));
    const summaries = receivedEvents.map(({ action, kind, objectId }) => `${action} ${kind} ${objectId}`);
    expect(summaries.slice(0, 3)).to.deep.equal([
      `add section ${sectionId}`,
      `add subnet ${subnetId}`,
      `add address ${addressId}`,
    ]);
    expect(summaries.filter((each) => each.startsWith('add address'))).to.have.length(21);
    expect(summaries.filter((each) => each.startsWith('delete address'))).to.have.length(21);
    expect(summaries).to.include(`edit address ${addressId}`).and.include(`delete subnet ${subnetId}`);
    expect(receivedEvents.filter(({ kind }) => kind === 'group').map(({ action }) => action)).to.deep.equal(['add']);
    expect(new Set(receivedEvents.map(({ id }) => id)).size).to.equal(receivedEvents.length);
    const before = receivedEvents.length;
    end();
    await ipam.sections.create(internalCaller, { name: 'Not heard' });
    await delay(50);
    expect(receivedEvents).to.have.length(before);
    await ipam.close();
  });
});

describe('A closed instance', () => {
  it('publishes the changes that it committed before', async () => {
    const ipam = await start();
    const publishedKinds: string[] = [];
    ipam.onCommitted((changes) => publishedKinds.push(...changes.map(({ kind }) => kind)));
    await ipam.sections.create(internalCaller, { name: 'Last' });
    await ipam.close();
    expect(publishedKinds).to.deep.equal(['section']);
  });
});

describe('An embedded instance', () => {
  it('sees changes of its access administration at once', async () => {
    const ipam = await start();
    expect(await ipam.directory.app('new')).to.equal(undefined);
    await ipam.access.apps.add(internalCaller, { id: 'new', permission: 'read', security: 'static' });
    const app = await ipam.directory.app('new');
    expect(app).to.include({ permission: 'read' });
    expect(app).not.to.have.any.keys('code', 'codeDigest');
    await ipam.access.apps.set(internalCaller, 'new', { permission: 'write' });
    expect((await ipam.directory.app('new'))?.permission).to.equal('write');
    await ipam.administration.provision({ apps: [{ id: 'new', permission: 'admin', security: 'none' }] });
    expect((await ipam.directory.app('new'))?.permission).to.equal('admin');
    await ipam.close();
  });

  it('permits only unrestricted callers to administer access', async () => {
    const ipam = await start();
    const restricted = { ...internalCaller, principal: { unrestricted: false, groups: [2], inventory: 'write' as const } };
    const tries = [
      () => ipam.access.users.add(restricted, { username: 'eve', password: 'secret' }),
      () => ipam.access.groups.add(restricted, { name: 'Eves' }),
      () => ipam.access.apps.set(restricted, 'main', { permission: 'read' }),
      () => ipam.access.settings.set(restricted, { vlanMax: 7 }),
      () => ipam.access.customFields.add(restricted, { on: 'subnets', name: 'custom_eve', type: 'text' }),
      () => ipam.access.tokens.removeAllOf(restricted, 'ann'),
      () => ipam.access.webhooks.remove(restricted, 'none'),
      () => ipam.access.webhooks.test(restricted, 'none'),
      () => ipam.access.webhooks.retry(restricted, 'none'),
    ];
    for (const attempt of tries) {
      const error: unknown = await attempt().catch((reason: unknown) => reason);
      expect(IpamError.is(error, 'permission.denied'), `${attempt}: ${error}`).to.equal(true);
    }
    await ipam.close();
  });

  it('permits an application to administer access only with the permission admin', async () => {
    const ipam = await start();
    const outcomes: Record<string, string> = {};
    for (const [id, permission] of Object.entries({ reader: 'read', writer: 'write', setter: 'admin' } as const)) {
      await ipam.access.apps.add(internalCaller, { id, permission, security: 'static' });
      const app = await ipam.directory.app(id);
      if (!app) throw new Error(`${id} is not there`);
      const caller = callerOf(app, null, { enforceUserPermissions: true });
      outcomes[id] = await ipam.access.groups.add(caller, { name: `Of ${id}` }).then(
        () => 'added',
        (error: unknown) => (error instanceof IpamError ? error.code : String(error)),
      );
    }
    expect(outcomes).to.deep.equal({ reader: 'permission.denied', writer: 'permission.denied', setter: 'added' });
    await ipam.close();
  });

  it('rejects promises instead of throwing synchronously', async () => {
    const ipam = await start();
    // @ts-expect-error no caller
    const promise = ipam.sections.create(undefined, {});
    expect(await promise.catch((error: unknown) => error)).to.be.instanceOf(Error);
    const missing: unknown = await ipam.subnets
      .create(internalCaller, null, { sectionId: 4711 })
      .catch((error: unknown) => error);
    expect(missing).to.be.instanceOf(IpamError);
    await ipam.close();
  });

  it('fails with a StorageError if its storage fails', async () => {
    const database = createMemoryDatabase();
    const ipam = await createIpam({ storage: { database } });
    await database.close();
    const error: unknown = await ipam.sections.create(internalCaller, { name: 'Late' }).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(StorageError).with.property('failure', 'unavailable');
    const url = 'postgres://nobody@127.0.0.1:1/none';
    expect(await createIpam({ storage: { url } }).catch((reason: unknown) => reason)).to.be.instanceOf(StorageError);
    await ipam.close();
  });

  it('uses rebound services and given options', async () => {
    const at = new Date('2001-01-01T00:00:00Z');
    const ipam = await start({
      rebind: (container) => void container.rebind(services.clock).toConstantValue({ now: () => at }),
      tokenTtl: 60,
    });
    const { expires } = await ipam.signIn.signIn(internalCaller, 'ann', 'secret');
    expect(expires.toISOString()).to.equal('2001-01-01T00:01:00.000Z');
    await ipam[Symbol.asyncDispose]();
  });
});
