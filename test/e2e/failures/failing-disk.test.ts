import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { fillWithEmbeddedDatabase } from '../../support/databases/prepared-databases.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { makeTemporaryFolder } from '../../support/temporary-folder.js';
import { Disk } from '../support/disk.js';

const variables = { HEXIPAM_EMBEDDED_SYNC: 'on', HEXIPAM_STOP_TIMEOUT: '2' };

/** Size of the disk in MiB: a database and free space. */
const size = 256;

/** Waits until /readyz returns a status. */
async function ready(service: ServiceProcess, status: number): Promise<void> {
  while ((await fetch(new URL('/readyz', service.url))).status !== status) await delay(50);
}

const addSection = (client: ApiClient, name: string): Promise<Answer> => client.post('/sections/', { name });

async function sectionsOf(client: ApiClient): Promise<string[]> {
  const answer = await client.get('/sections/');
  expect(answer.status, answer.text).to.equal(200);
  return answer.records.map(({ name }) => String(name));
}

/** Adds sections with 4 parallel writers until end(). Collects the acknowledged names and all statuses. */
class Writing {
  readonly acknowledged: string[] = [];
  readonly #statuses = new Set<number>();
  #ended = false;
  readonly #writers: Promise<void>;

  constructor(client: ApiClient) {
    const write = async (writer: number): Promise<void> => {
      for (let turn = 0; !this.#ended; turn++) {
        const name = `Section ${writer}.${turn}`;
        const answer = await addSection(client, name).catch(() => undefined);
        if (!answer) return;
        this.#statuses.add(answer.status);
        if (answer.status === 201) this.acknowledged.push(name);
      }
    };
    this.#writers = Promise.all(Array.from({ length: 4 }, (_, writer) => write(writer))).then(() => {});
  }

  /** Waits for 20 acknowledged writes. */
  async begun(): Promise<this> {
    while (this.acknowledged.length < 20) await delay(10);
    return this;
  }

  /** Waits for the last answers of all writers. @returns the sorted set of statuses */
  async end(): Promise<number[]> {
    this.#ended = true;
    await this.#writers;
    return [...this.#statuses].sort();
  }
}

const startOn = (directory: string, launcher: readonly string[] = []): Promise<ServiceProcess> =>
  ServiceProcess.start({ databaseUrl: `file:${directory}`, variables, launcher });

const expectRefusal = (answer: Answer): void => {
  expect(answer.status).to.equal(503);
  expect(Number(answer.headers['retry-after'])).to.be.at.least(1);
};

describe('A service on the embedded database with a failing disk (skipped without permission to mount disks)', function () {
  this.timeout(120_000);
  let disk: Disk | undefined;
  let service: ServiceProcess;
  before(function () {
    // mounting a small disk needs root
    if (!Disk.isPossible()) this.skip();
  });
  beforeEach(async () => {
    disk = new Disk(size);
    await fillWithEmbeddedDatabase(join(disk.path, 'data'));
    service = await startOn(join(disk.path, 'data'));
  });
  afterEach(async () => {
    await service?.kill9();
    disk?.remove();
    disk = undefined;
  });

  /** Restarts the service as after a machine failure. @returns the names of its sections */
  const sectionsAfterRestart = async (): Promise<string[]> => {
    await service.kill9();
    disk?.repair();
    service = await startOn(join(disk?.path ?? '', 'data'));
    return sectionsOf(await service.signIn());
  };

  it('refuses writes while the disk is full, serves reads, and recovers when there is space', async () => {
    const client = await service.signIn();
    const writing = await new Writing(client).begun();
    disk?.fill();
    await ready(service, 503);
    expect(await writing.end()).to.deep.equal([201, 503]);
    expectRefusal(await addSection(client, 'Too much'));
    expect((await fetch(new URL('/healthz', service.url))).status).to.equal(200);
    expect(await sectionsOf(client))
      .to.include.members(writing.acknowledged)
      .and.not.include('Too much');
    const signedIn = await service.signIn();
    expect(await sectionsOf(signedIn)).to.include.members(writing.acknowledged);
    expect((await addSection(signedIn, 'Too much')).text).to.include('refuses writes');
    disk?.makeRoom();
    await ready(service, 200);
    expect((await addSection(client, 'Room again')).status).to.equal(201);
    while ((await addSection(signedIn, 'Room for a token')).status === 401) await delay(50);
    expect(await sectionsOf(signedIn)).to.include('Room for a token');
    for (const one of [client, signedIn]) one.close();
    expect(await sectionsAfterRestart()).to.include.members([...writing.acknowledged, 'Room again']);
  });

  it('acknowledges no writes after the disk becomes read-only, stops, and loses nothing across a restart', async () => {
    const client = await service.signIn();
    const writing = await new Writing(client).begun();
    disk?.breakDown();
    expect(await service.exit()).to.equal(1);
    expect([201, 503]).to.include.members(await writing.end());
    expect(service.logs).to.include('stopping: the database failed');
    client.close();
    expect(await sectionsAfterRestart()).to.include.members(writing.acknowledged);
  });

  it('is not ready on a read-only disk, even without a write; it refuses writes, and serves reads or stops', async () => {
    const client = await service.signIn();
    await addSection(client, 'Before');
    await ready(service, 200);
    disk?.breakDown();
    const end = await Promise.race([ready(service, 503).catch(() => service.exit()), service.exit()]);
    const read = await client.get('/sections/').catch(() => undefined);
    const write = await addSection(client, 'After').catch(() => undefined);
    if (write) expectRefusal(write);
    if (read?.status === 200) expect(read.records.map(({ name }) => name)).to.deep.equal(['Before']);
    else expect(end ?? (await service.exit())).to.equal(1); // a background job wrote, as in the previous test
    client.close();
    expect(await sectionsAfterRestart()).to.deep.equal(['Before']);
  });
});

/** Command prefix that drops the capability to override file permissions. */
const asUsualUser = ['setpriv', '--bounding-set=-dac_override', '--inh-caps=-dac_override', '--'];

function canStartAsUsualUser(): boolean {
  if (process.platform === 'win32') return false;
  if (process.getuid?.() !== 0) return true;
  try {
    execFileSync('setpriv', [...asUsualUser.slice(1), 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('A service with an unwritable directory (skipped where root cannot drop its capabilities)', function () {
  this.timeout(120_000);
  before(function () {
    // root needs setpriv to start the service as another user
    if (!canStartAsUsualUser()) this.skip();
  });

  it('refuses writes, serves reads, and recovers when the directory is writable again', async () => {
    const folder = makeTemporaryFolder();
    await fillWithEmbeddedDatabase(folder.path);
    const service = await startOn(folder.path, process.getuid?.() === 0 ? asUsualUser : []);
    try {
      const client = await service.signIn();
      await addSection(client, 'Before');
      chmodSync(join(folder.path, 'postgres'), 0o500);
      await ready(service, 503);
      expectRefusal(await addSection(client, 'Meanwhile'));
      expect(await sectionsOf(client))
        .to.include('Before')
        .and.not.include('Meanwhile');
      chmodSync(join(folder.path, 'postgres'), 0o700);
      await ready(service, 200);
      expect((await addSection(client, 'After')).status).to.equal(201);
      client.close();
    } finally {
      await service.kill9();
      folder.remove();
    }
  });
});
