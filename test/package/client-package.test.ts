import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { rolldown } from 'rolldown';
import type { ApiClient } from '../support/api-client.js';
import { TcpProxy } from '../support/databases/tcp-proxy.js';
import { packageRoot } from '../support/package/package-root.js';
import { adminPassword, ServiceProcess } from '../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';

interface Answer {
  readonly id?: number;
  readonly data?: unknown;
}

/** The client without its generated types. */
interface Client {
  get(path: string, init?: object): Promise<Answer>;
  post(path: string, init?: object): Promise<Answer>;
  delete(path: string, init?: object): Promise<Answer>;
  list(path: string, init?: object): AsyncIterable<Readonly<Record<string, unknown>>>;
  changes(options?: object): AsyncGenerator<{ readonly id: string; readonly after: Readonly<Record<string, unknown>> | null }>;
}

interface Package {
  createClient(options: object): Client;
  hasCode(error: unknown, ...codes: readonly string[]): boolean;
}

const built = join(packageRoot, 'dist/packages/client');
const read = (path: string): string => readFileSync(path, 'utf8');

const failureOf = (work: Promise<unknown>): Promise<Readonly<Record<string, unknown>>> =>
  work.then(
    () => ({}),
    (error: Readonly<Record<string, unknown>>) => error,
  );

describe('The package @hexipam/client', function () {
  this.timeout(180_000);
  let folder: TemporaryFolder;
  let service: ServiceProcess;
  let proxy: TcpProxy;
  let admin: ApiClient;
  let api: Package;
  let subnetId: number;

  before(async () => {
    execFileSync(process.execPath, ['.ci/pack-client.js'], { cwd: packageRoot, stdio: 'inherit' });
    folder = makeTemporaryFolder();
    const modules = join(folder.path, 'node_modules');
    mkdirSync(join(modules, '@hexipam'), { recursive: true });
    cpSync(built, join(modules, '@hexipam/client'), { recursive: true });
    for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types'])
      symlinkSync(join(packageRoot, 'node_modules', name), join(modules, name));
    writeFileSync(join(folder.path, 'package.json'), JSON.stringify({ type: 'module' }));
    api = (await import(pathToFileURL(join(modules, '@hexipam/client/index.js')).href)) as Package;
    service = await ServiceProcess.start({ databaseUrl: 'pglite:' });
    proxy = await TcpProxy.inFrontOf(service.url);
    admin = await service.signIn();
    const sectionId = (await admin.post('/sections/', { name: 'Clients' })).id;
    subnetId = (await admin.post('/subnets/', { subnet: '10.20.0.0', mask: 24, sectionId })).id;
  });
  after(async () => {
    admin?.close();
    await proxy?.close();
    await service?.stop();
    folder?.remove();
  });

  const credentials = { username: 'Admin', password: adminPassword };
  const connect = (options: object = {}) => api.createClient({ url: service.url, credentials, ...options });
  const throughProxy = (options: object = {}) => connect({ url: `http://127.0.0.1:${proxy.port}`, ...options });
  const addressesOf = async (id: number) => (await admin.get(`/subnets/${id}/addresses/?limit=100`)).records.map(({ ip }) => ip);
  const newNetwork = async (third: number) => {
    const { sectionId } = (await admin.get(`/subnets/${subnetId}/`)).record;
    return (await admin.post('/subnets/', { subnet: `10.21.${third}.0`, mask: 24, sectionId })).id;
  };
  const take = (client: Client, id: number, init: object = {}) =>
    client.post('/addresses/first_free/{subnetId}/', { params: { path: { subnetId: id } }, ...init });

  it('has the version of the service, and one dependency', () => {
    const { version } = JSON.parse(read(join(packageRoot, 'package.json')));
    const description = JSON.parse(read(join(built, 'package.json')));
    expect(description.version).to.equal(version);
    expect(Object.keys(description.dependencies)).to.deep.equal(['openapi-fetch']);
  });

  it('has at most 15 kB as one compressed file with its dependency', async () => {
    const bundle = await rolldown({ input: join(built, 'index.js'), logLevel: 'silent' });
    const { output } = await bundle.generate({ minify: true });
    await bundle.close();
    const { length } = gzipSync(output[0].code);
    console.log(`      ${length} bytes`);
    expect(length).to.be.below(15_000);
  });

  it('runs the recipes of its README, which a strict compiler accepts', () => {
    const blocks = [...read(join(built, 'README.md')).matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
    expect(blocks).to.have.length(10);
    const imported = new Set(
      blocks.flatMap((code) =>
        [...code.matchAll(/import \{ (.*?) \} from '@hexipam\/client';/g)].flatMap(([, names = '']) => names.split(', ')),
      ),
    );
    const bodies = blocks.slice(1).map((code) => `{\n${code.replace(/^import .*\n/gm, '')}\n}`);
    const program = [
      `import { ${[...imported].join(', ')} } from '@hexipam/client';`,
      "const { URL: url = '', PASSWORD: password = '', SUBNET = '' } = process.env;",
      'const subnetId = Number(SUBNET);',
      "const ipam = createClient({ url, credentials: { username: 'Admin', password } });",
      ...bodies,
    ].join('\n');
    writeFileSync(join(folder.path, 'recipes.ts'), program);
    const options = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--exactOptionalPropertyTypes', '--types', 'node'];
    const tsc = join(packageRoot, 'node_modules/@typescript/native/bin/tsc');
    execFileSync(process.execPath, [tsc, ...options, 'recipes.ts'], { cwd: folder.path, stdio: 'inherit' });
    const env = { ...process.env, URL: service.url, PASSWORD: adminPassword, SUBNET: String(subnetId) };
    const printed = execFileSync(process.execPath, ['recipes.js'], { cwd: folder.path, encoding: 'utf8', env, timeout: 60_000 });
    expect(printed).to.contain('allocated 10.20.0.1 with the id').and.contain('created').and.contain('the address is in use');
  });

  it('refuses a program that names an unknown path or member', () => {
    const program = [
      "import { createClient } from '@hexipam/client';",
      "const ipam = createClient({ url: '', key: '' });",
      "await ipam.get('/moons/');",
      "await ipam.post('/sections/', { body: { title: 'x' } });",
      "(await ipam.get('/sections/')).data[0]?.nothing;",
    ].join('\n');
    writeFileSync(join(folder.path, 'wrong.ts'), program);
    const options = [
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--strict',
      '--noEmit',
      '--types',
      'node',
      '--pretty',
      'false',
    ];
    const tsc = join(packageRoot, 'node_modules/@typescript/native/bin/tsc');
    let printed = '';
    try {
      execFileSync(process.execPath, [tsc, ...options, 'wrong.ts'], { cwd: folder.path, encoding: 'utf8' });
    } catch (error) {
      printed = String((error as { stdout?: string }).stdout);
    }
    expect([3, 4, 5].filter((line) => !printed.includes(`wrong.ts(${line},`))).to.deep.equal([]);
  });

  it('allocates one address when the connection breaks after the request was sent', async () => {
    const id = await newNetwork(1);
    const client = throughProxy();
    await client.get('/sections/');
    proxy.holdAnswers();
    const taking = take(client, id);
    await expectEventually(async () => (await addressesOf(id)).length === 1);
    proxy.cut();
    proxy.pass();
    expect((await taking).data).to.equal('10.21.1.1');
    expect(await addressesOf(id)).to.deep.equal(['10.21.1.1']);
  });

  it('reports the idempotency key of a write without an answer; a repetition has no second effect', async () => {
    const id = await newNetwork(2);
    const client = throughProxy({ retries: { attempts: 1 } });
    await client.get('/sections/');
    proxy.holdAnswers();
    const taking = failureOf(take(client, id));
    await expectEventually(async () => (await addressesOf(id)).length === 1);
    proxy.cut();
    proxy.pass();
    const { name, idempotencyKey } = await taking;
    expect(name).to.equal('ConnectionError');
    expect(idempotencyKey).to.be.a('string');
    const again = await take(connect(), id, { headers: { 'Idempotency-Key': String(idempotencyKey) } });
    expect(again.data).to.equal('10.21.2.1');
    expect(await addressesOf(id)).to.deep.equal(['10.21.2.1']);
  });

  it('waits for the time of Retry-After, and sends the same key with each attempt of a write', async () => {
    const seen: (string | undefined)[] = [];
    const begun = Date.now();
    const answers = [503, 429, 409];
    const { url, close } = await listening((request, response) => {
      seen.push(request.headers['idempotency-key'] as string | undefined);
      const status = answers.shift();
      if (status) response.writeHead(status, { 'Retry-After': '1', 'Content-Type': 'application/json' }).end('{}');
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"code":200,"success":true,"data":"10.0.0.1"}');
    });
    const answer = await take(api.createClient({ url, key: 'x' }), 1);
    await close();
    expect(answer.data).to.equal('10.0.0.1');
    expect(seen).to.have.length(4);
    expect(new Set(seen).size).to.equal(1);
    expect(seen[0]).to.match(/^[\da-f-]{36}$/);
    expect(Date.now() - begun).to.be.at.least(2900);
  });

  it('repeats a write with its key if the body of the answer is cut off or stalls', async () => {
    const seen: unknown[] = [];
    const { url, close } = await listening((request, response) => {
      seen.push(request.headers['idempotency-key']);
      response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': '55' });
      response.write('{"code":201,"success":true,');
      if (seen.length === 1) setImmediate(() => response.destroy());
      else if (seen.length > 2) response.end('"data":"10.0.0.1","time":0 }');
    });
    const answer = await take(api.createClient({ url, key: 'x', retries: { attemptMs: 500 } }), 1);
    expect(answer.data).to.equal('10.0.0.1');
    expect(seen).to.have.length(3);
    expect(new Set(seen).size).to.equal(1);
    seen.length = 0;
    const failure = await failureOf(take(api.createClient({ url, key: 'x', retries: { attempts: 1 } }), 1));
    await close();
    expect(failure).to.include({ name: 'ConnectionError', idempotencyKey: seen[0] });
  });

  it('repeats neither a request with a final answer nor a sign-in without an answer', async () => {
    let requests = 0;
    const { url, close } = await listening((request, response) => {
      requests++;
      if (request.url?.includes('/user/')) request.socket.destroy();
      else response.writeHead(409, { 'Content-Type': 'application/json' }).end('{"message":"no"}');
    });
    expect(await failureOf(api.createClient({ url, key: 'x' }).get('/sections/'))).to.include({ status: 409, message: 'no' });
    expect(requests).to.equal(1);
    expect(await failureOf(api.createClient({ url, credentials }).get('/sections/'))).to.include({ name: 'ConnectionError' });
    expect(requests).to.equal(2);
    await close();
  });

  it('follows no redirect, so that no key, password or write reaches another server', async () => {
    const seen: string[] = [];
    const other = await listening((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response.end('{}');
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const { url, close } = await listening((_request, response) => response.writeHead(status, { Location: other.url }).end());
      const message = `the service redirects to ${other.url}, and the client follows no redirects`;
      const client = api.createClient({ url, key: 'x' });
      expect(await failureOf(client.get('/sections/'))).to.include({ name: 'HexipamError', status, message });
      expect(await failureOf(take(client, 1))).to.include({ name: 'HexipamError', status, message });
      expect(await failureOf(api.createClient({ url, credentials }).get('/sections/'))).to.include({ status, message });
      await close();
    }
    await other.close();
    expect(seen).to.deep.equal([]);
  });

  it('ends at the time limit of all attempts', async () => {
    const { url, close } = await listening(() => {});
    const begun = Date.now();
    const client = api.createClient({ url, key: 'x', retries: { attemptMs: 200, totalMs: 1000 } });
    expect(await failureOf(client.get('/sections/'))).to.include({ name: 'ConnectionError' });
    expect(Date.now() - begun).to.be.within(150, 5000);
    const stop = new AbortController();
    const waiting = failureOf(api.createClient({ url, key: 'x' }).get('/sections/', { signal: stop.signal }));
    stop.abort(new Error('enough'));
    expect(await waiting).to.include({ message: 'enough' });
    await close();
  });

  it('signs in once for concurrent requests, and again after the end of the session', async () => {
    let signIns = 0;
    const counting = (request: Request) => {
      if (request.url.endsWith('/user/') && request.method === 'POST') signIns++;
      return fetch(request);
    };
    const client = connect({ fetch: counting });
    await Promise.all(Array.from({ length: 5 }, () => client.get('/sections/')));
    expect(signIns).to.equal(1);
    await client.delete('/user/');
    await Promise.all(Array.from({ length: 5 }, () => client.get('/sections/')));
    expect(signIns).to.equal(2);
    const wrong = connect({ credentials: { username: 'Admin', password: 'wrong' } });
    expect(await failureOf(wrong.get('/sections/'))).to.include({ status: 500, code: 'signIn.failed' });
  });

  it('throws errors with code, request id and explanation', async () => {
    const client = connect();
    const unknown = await failureOf(client.get('/subnets/{id}/', { params: { path: { id: 999_999 } } }));
    expect(unknown).to.include({ name: 'HexipamError', code: 'path.subnetUnknown' });
    expect(unknown.requestId).to.be.a('string');
    expect(api.hasCode(unknown, 'section.unknown', 'path.subnetUnknown')).to.equal(true);
    expect(api.hasCode(unknown, 'section.unknown')).to.equal(false);
    const full = await newNetwork(3);
    await admin.patch(`/subnets/${full}/`, { isFull: 1 });
    const refused = await failureOf(
      client.post('/addresses/first_free/{subnetId}/', { params: { path: { subnetId: full }, query: { explain: true } } }),
    );
    expect(refused).to.include({ status: 404, code: 'allocation.subnetFull' });
    expect(refused.explain).to.be.an('object');
  });

  it('iterates over all pages of a list', async () => {
    const id = await newNetwork(4);
    const items = Array.from({ length: 23 }, (_, index) => ({ action: 'create', subnetId: id, ip: `10.21.4.${index + 1}` }));
    const client = connect();
    await client.post('/addresses/bulk/', { body: { items, atomic: true } });
    const listed: unknown[] = [];
    const init = { params: { path: { id } }, pageSize: 5 };
    for await (const { ip } of client.list('/subnets/{id}/addresses/', init)) listed.push(ip);
    expect(listed).to.deep.equal(items.map(({ ip }) => ip));
    const none: unknown[] = [];
    const nothing = { params: { path: { id: await newNetwork(5) } } };
    for await (const each of client.list('/subnets/{id}/addresses/', nothing)) none.push(each);
    expect(none).to.deep.equal([]);
  });

  it('receives each change once and in order over broken connections', async () => {
    const id = await newNetwork(6);
    const client = throughProxy();
    const stop = new AbortController();
    const { after } = (await admin.get('/changes/?after=now')).record;
    const changes = client.changes({ after, kinds: ['address'], subnet: id, signal: stop.signal });
    const seen: unknown[] = [];
    const next = changes.next();
    for (let last = 1; last <= 4; last++) await admin.post('/addresses/', { subnetId: id, ip: `10.21.6.${last}` });
    const first = await next;
    if (!first.done) seen.push(first.value.after?.ip);
    proxy.cut();
    for (let last = 5; last <= 8; last++) await admin.post('/addresses/', { subnetId: id, ip: `10.21.6.${last}` });
    while (seen.length < 8) {
      const { value, done } = await changes.next();
      if (done) break;
      seen.push(value.after?.ip);
    }
    const started = ['10.21.6.1', '10.21.6.2', '10.21.6.3', '10.21.6.4', '10.21.6.5', '10.21.6.6', '10.21.6.7', '10.21.6.8'];
    expect(seen).to.deep.equal(started);
    const pending = failureOf(changes.next());
    stop.abort(new Error('enough'));
    expect(await pending).to.include({ message: 'enough' });
  });

  it('ends the changes with an error code if the changes after the cursor are deleted', async () => {
    const { url, close } = await listening((_request, response) => {
      response.writeHead(410, { 'Content-Type': 'application/json', 'Hexipam-Error': 'feed.pruned' }).end('{"message":"gone"}');
    });
    const failure = await failureOf(api.createClient({ url, key: 'x' }).changes({ after: '1.0' }).next());
    await close();
    expect(failure).to.include({ name: 'HexipamError', status: 410, code: 'feed.pruned' });
  });

  it('ends the changes with an error for a cursor that the service does not know', async () => {
    const failure = await failureOf(connect().changes({ after: 'no cursor' }).next());
    expect(failure).to.include({ status: 400 });
  });
});

async function expectEventually(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}

async function listening(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
