import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { EventListener } from '../../http/support/event-listener.js';
import type { ApiClient, WireRecord } from '../../support/api-client.js';
import { createDatabase, type OwnPostgres, startOwnPostgres } from '../../support/databases/postgres-server.js';
import { ServiceProcess } from '../../support/processes/service-process.js';

/** Number of listeners over all workers. */
const count = 24;

describe('Listeners to changes at a service of several workers', function () {
  this.timeout(120_000);
  let server: OwnPostgres;
  let service: ServiceProcess;
  let client: ApiClient;
  const listeners: EventListener[] = [];
  const listen = (token: string, lastId = ''): EventListener => {
    const goesOn: Record<string, string> = lastId === '' ? {} : { 'last-event-id': lastId };
    const listener = new EventListener(`${service.url}/api/default/changes/?after=now&kind=section`, { token, ...goesOn });
    listeners.push(listener);
    return listener;
  };
  /** Collects `wanted` changes. Reconnects at the last id when the stream ends, as browsers do. */
  const receive = async (listener: EventListener, wanted: number): Promise<WireRecord[]> => {
    const received: WireRecord[] = [];
    let place = listener.lastId;
    for (let current = listener; ; ) {
      await current.until(({ changes }) => received.length + changes.length === wanted).catch(() => {}); // the stream may end
      received.push(...current.changes);
      if (received.length >= wanted) return received;
      place = current.lastId || place;
      do {
        await delay(200);
        current = listen(client.token ?? '', place);
        await current.until(({ status }) => status > 0).catch(() => {});
      } while (current.status !== 200);
    }
  };

  before(async () => {
    server = await startOwnPostgres({ durable: true });
    const { url } = await createDatabase(server.url);
    service = await ServiceProcess.start({ databaseUrl: url, words: ['--workers', '2'], variables: { HEXIPAM_TOKEN_TTL: '20' } });
    client = await service.signIn();
  });
  after(async () => {
    for (const listener of listeners) listener.close();
    client?.close();
    await service?.kill9();
    await server?.stop();
  });

  /** Creates a section, once the database accepts writes again. */
  const make = async (name: string): Promise<void> => {
    while ((await client.send({ method: 'POST', target: `/sections/?name=${name}` })).status !== 201) await delay(100);
  };

  it('receive every change once and in order, from every worker, also after a database crash', async () => {
    const all = Array.from({ length: count }, () => listen(client.token ?? ''));
    await Promise.all(all.map((listener) => listener.until(({ lastId }) => lastId !== '')));
    const names = Array.from({ length: 6 }, (_, n) => `section-${n}`);
    for (const name of names.slice(0, 3)) await make(name);
    await Promise.all(all.map((listener) => listener.until(({ changes }) => changes.length === 3)));
    await server.crash();
    for (const name of names.slice(3)) await make(name);
    const receivedByEach = await Promise.all(all.map((listener) => receive(listener, 6)));
    for (const changes of receivedByEach)
      expect(changes.map(({ after }) => (after as { name: string }).name)).to.deep.equal(names);
  });

  it('are disconnected when their token expires, which listening does not extend, or is revoked in any worker', async () => {
    const [expiring, revoked] = [await service.signIn(), await service.signIn()];
    const lasting = listen(expiring.token ?? '');
    const ended = Array.from({ length: 8 }, () => listen(revoked.token ?? ''));
    await Promise.all([lasting, ...ended].map((listener) => listener.until(({ lastId }) => lastId !== '')));
    expect((await revoked.send({ method: 'DELETE', target: '/user/' })).status).to.equal(200);
    await Promise.all(ended.map((listener) => listener.untilOver()));
    expect(lasting.isOver).to.equal(false);
    await lasting.untilOver(); // no request uses its token
    expect((await expiring.send({ method: 'GET', target: '/sections/' })).status).to.be.oneOf([401, 403]);
    for (const each of [expiring, revoked]) each.close();
  });
});
