import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { TcpProxy } from '../../support/databases/tcp-proxy.js';
import { ServiceProcess } from '../../support/processes/service-process.js';

/** Clients that write sections one after another, with one request at a time each. */
class Writers {
  /** Number of 503 responses by client. */
  readonly failures: number[] = [];
  /** Number of successful requests by client. */
  readonly successes: number[] = [];
  #isOver = false;
  #onFailure: (() => Promise<void>) | undefined;
  readonly #runs: Promise<void>[];

  constructor(client: ApiClient, url: string, count: number) {
    this.#runs = Array.from({ length: count }, (_, slot) => this.#run(client.with({ url }), slot));
  }

  /** Sets the function that runs after each failure. */
  onFailure(onFailure: () => Promise<void>): void {
    this.#onFailure = onFailure;
  }

  /** Waits until each count has increased. */
  async allHave(counts: readonly number[]): Promise<void> {
    const before = [...counts];
    while (before.some((count, slot) => counts[slot] === count)) await delay(20);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#runs);
  }

  async #run(client: ApiClient, slot: number): Promise<void> {
    this.failures[slot] = 0;
    this.successes[slot] = 0;
    for (let number = 0; !this.#isOver; number++) {
      const { status } = await client.post('/sections/', { name: `Section ${slot}.${number}` });
      const counts = status === 201 ? this.successes : this.failures;
      counts[slot] = (counts[slot] ?? 0) + 1;
      expect(status).to.be.oneOf([201, 503]);
      if (status === 503) await this.#onFailure?.();
    }
    client.close();
  }
}

describe('A service with database connections that become silent', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let proxy: TcpProxy;
  let service: ServiceProcess;
  let client: ApiClient;
  let writers: Writers;
  beforeEach(async () => {
    database = await createPostgresDatabase();
    proxy = await TcpProxy.inFrontOf(database.url);
    service = await ServiceProcess.start({
      databaseUrl: proxy.urlOf(database.url),
      variables: { HEXIPAM_DATABASE_POOL_SIZE: '56' },
    });
    client = await service.signIn();
    writers = new Writers(client, service.url, 16);
    await writers.allHave(writers.successes);
  });
  afterEach(async () => {
    client?.close();
    await service?.kill9();
    await proxy?.close();
    await database?.drop();
  });

  const readiness = async (): Promise<number> => (await fetch(new URL('/readyz', service.url))).status;

  it('fails at most one request of each client when its connections freeze and new ones work', async () => {
    proxy.freezePresent();
    await writers.allHave(writers.successes);
    await writers.allHave(writers.successes);
    await writers.end();
    expect(Math.max(...writers.failures)).to.be.at.most(1);
    expect(await readiness()).to.equal(200);
  });

  it('is not ready while its requests fail, and is ready again after the network recovers', async () => {
    const whenFailed: number[] = [];
    writers.onFailure(async () => void whenFailed.push(await readiness()));
    proxy.goSilent();
    while (whenFailed.length < 16) await delay(20);
    expect(new Set(whenFailed)).to.deep.equal(new Set([503]));
    proxy.pass();
    while ((await readiness()) !== 200) await delay(50);
    const before = [...writers.failures];
    await writers.allHave(writers.successes);
    await writers.end();
    expect(Math.max(...writers.failures.map((count, slot) => count - (before[slot] ?? 0)))).to.be.at.most(1);
  });
});
