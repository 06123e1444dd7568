import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { until } from '../../support/outcome/until.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';

/** Outcomes of the requests of a load. */
interface Outcomes {
  answered: number;
  /** Number of responses with `Connection: close`. */
  last: number;
  /** Reasons of connections that broke after a request and before its response. */
  readonly broken: string[];
}

/**
 * A request is lost if its connection ends without a response this many ms after sending, plus the longest delay of the event
 * loop on a busy machine. Before, request and end crossed.
 */
const crossingMs = 250;

/** Reads one response. @returns its head; undefined when the connection ends before. @throws when it is reset */
async function readAnswer(socket: Socket): Promise<string | undefined> {
  let text = '';
  for (;;) {
    const data: unknown = socket.read();
    if (data !== null) text += String(data);
    const [head = '', body] = text.split(/\r\n\r\n(.*)/s);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN);
    if (body !== undefined && (Number.isNaN(length) ? body.endsWith('0\r\n\r\n') : body.length >= length)) return head;
    if (socket.readableEnded || socket.destroyed) return undefined;
    await new Promise<void>((resolve, reject) => {
      for (const event of ['readable', 'end', 'close']) socket.once(event, () => resolve());
      socket.once('error', reject);
    });
  }
}

/** A load on a service, until the service accepts no connections. */
class Load {
  readonly outcomes: Outcomes = { answered: 0, last: 0, broken: [] };
  readonly #port: number;
  readonly #request: (name: string) => string;
  readonly #delays = monitorEventLoopDelay();
  #isOver = false;
  #stoppedAt = Number.POSITIVE_INFINITY;
  #names = 0;

  constructor(service: ServiceProcess, token: string) {
    this.#port = Number(new URL(service.url).port);
    const headers = `Host: x\r\ntoken: ${token}\r\nContent-Length: 0\r\n`;
    this.#request = (name) => `POST /api/default/sections/?name=${name} HTTP/1.1\r\n${headers}\r\n`;
  }

  /** Ignores broken connections that are opened from now on: the system may reset them while the listener closes. */
  expectStop(): void {
    this.#stoppedAt = performance.now();
    this.#delays.enable();
  }

  /** Ends the measurement of delays. */
  end(): void {
    this.#delays.disable();
  }

  /** Runs clients that use one connection until it ends. @param again whether they reconnect then */
  async runKept(clients: number, again: boolean): Promise<void> {
    await Promise.all(Array.from({ length: clients }, () => this.#runOne(true, again)));
  }

  /** Runs clients that open a connection for each request. */
  async runFresh(clients: number): Promise<void> {
    await Promise.all(Array.from({ length: clients }, () => this.#runOne(false, true)));
  }

  async #runOne(isKept: boolean, again: boolean): Promise<void> {
    for (let isFirst = true; !this.#isOver && (isFirst || again); isFirst = false) {
      const socket = connect(this.#port, '127.0.0.1')
        .setEncoding('latin1')
        .setMaxListeners(0)
        .on('error', () => {});
      try {
        await once(socket, 'connect');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') this.#isOver = true;
        else this.#break(performance.now(), `connecting: ${String(error)}`);
        continue;
      }
      const connectedAt = performance.now();
      while ((await this.#ask(socket, connectedAt)) && isKept);
      socket.destroy();
    }
  }

  #break(connectedAt: number, problem: string): void {
    if (connectedAt < this.#stoppedAt) this.outcomes.broken.push(problem);
  }

  /** @returns whether another request may be sent */
  async #ask(socket: Socket, connectedAt: number): Promise<boolean> {
    if (socket.readableEnded || socket.destroyed) return false;
    const sent = performance.now();
    socket.write(this.#request(`Section${++this.#names}`));
    try {
      const head = await readAnswer(socket);
      const longestCrossingMs = crossingMs + this.#delays.max / 1e6;
      if (head === undefined && performance.now() - sent > longestCrossingMs) this.#break(connectedAt, 'ended without an answer');
      if (head === undefined) return false;
      this.outcomes.answered++;
      const isLast = /^connection: close\r?$/im.test(head);
      if (isLast) this.outcomes.last++;
      return !isLast;
    } catch (error) {
      this.#break(connectedAt, String(error));
      return false;
    }
  }
}

// With several workers, connections that the main process accepted are reset when the last worker closes: no fresh ones.
for (const [name, words, fresh] of [
  ['on an embedded database', undefined, 10],
  ['on PostgreSQL', [], 10],
  ['of several workers', ['--workers', '2'], 0],
] as const)
  describe(`A service ${name} that is stopped under load`, function () {
    this.timeout(120_000);
    let folder: TemporaryFolder;
    beforeEach(() => {
      folder = makeTemporaryFolder();
    });
    afterEach(() => folder.remove());

    const variables = { HEXIPAM_METRICS_PUBLIC: 'on', HEXIPAM_METRICS_SUBNETS: '100' };
    const start = (): Promise<ServiceProcess> =>
      ServiceProcess.start(words === undefined ? { variables, databaseUrl: `file:${folder.path}/data` } : { variables, words });

    it('answers all requests sent to it, and logs no warnings or errors', async () => {
      const service = await start();
      const client = await service.signIn();
      const load = new Load(service, client.token ?? '');
      const loaded = Promise.all([load.runKept(60, fresh > 0), load.runFresh(fresh)]);
      await delay(1000);
      await until(() => load.outcomes.answered > 0);
      const before = load.outcomes.answered;
      load.expectStop();
      service.terminate();
      await loaded;
      load.end();
      expect(await service.exit()).to.equal(0);
      expect(before).to.be.greaterThan(0);
      expect(load.outcomes.broken).to.deep.equal([]);
      expect(load.outcomes.last).to.be.greaterThan(0);
      expect(service.complaints).to.deep.equal([]);
      client.close();
    });

    const stops = words?.length ? 1 : 2;
    it(`logs no warnings or errors in ${stops === 1 ? 'a stop' : `${stops} stops`} without load`, async () => {
      for (let stop = 0; stop < stops; stop++) {
        const service = await start();
        const client = await service.signIn();
        await client.post('/sections/', { name: `Section ${stop}` });
        await delay(Math.random() * 1200);
        await service.stop();
        expect(service.complaints).to.deep.equal([]);
        client.close();
      }
    });
  });
