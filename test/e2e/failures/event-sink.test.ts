import { expect } from 'chai';
import type { ApiClient, WireRecord } from '../../support/api-client.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { eventMismatch } from '../../support/described/described-event.js';
import { until } from '../../support/outcome/until.js';
import { brokers, type StoredMessage, type TestBroker } from '../../support/processes/message-brokers.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { DatabaseSession } from '../support/database-session.js';

const password = 'secret of the sink';

interface Feed {
  readonly changes: readonly WireRecord[];
  readonly after: string;
}

async function feedFrom(client: ApiClient, cursor: string): Promise<readonly WireRecord[]> {
  const found: WireRecord[] = [];
  for (let after = cursor; ; ) {
    const page = (await client.get(`/changes/?after=${after}&limit=1000`)).record as unknown as Feed;
    found.push(...page.changes);
    if (page.after === after) return found;
    after = page.after;
  }
}

/** The ids of the first deliveries of each object, in order. */
function firstIds(messages: readonly StoredMessage[]): ReadonlyMap<string, readonly string[]> {
  const ofObjects = new Map<string, string[]>();
  for (const { id, body } of messages) {
    const { subject } = JSON.parse(body);
    const ids = ofObjects.get(subject) ?? [];
    if (!ids.includes(id)) ids.push(id);
    ofObjects.set(subject, ids);
  }
  return ofObjects;
}

for (const variant of brokers)
  describe(`Two services with an event sink: ${variant.name}`, function () {
    this.timeout(180_000);
    let broker: TestBroker;
    let database: TestDatabase;
    let session: DatabaseSession;
    const services: ServiceProcess[] = [];
    const start = async (): Promise<ServiceProcess> => {
      const variables = { HEXIPAM_SINK_URL: broker.url, HEXIPAM_SINK_USER: 'ipam', HEXIPAM_SINK_PASSWORD: password };
      const service = await ServiceProcess.start({ databaseUrl: database.url, variables });
      services.push(service);
      return service;
    };
    const holder = async (): Promise<string | null | undefined> =>
      (await session.rows<{ holder: string | null }>("select holder from followers where name = 'sink'"))[0]?.holder;

    before(async function () {
      // the server or program of this variant is not installed
      if (!variant.isThere) this.skip();
      broker = await variant.start({ user: 'ipam', password });
      database = await createPostgresDatabase();
      session = await DatabaseSession.open(database.url);
    });
    after(async () => {
      for (const service of services) await service.kill9();
      await session?.close();
      await database?.drop();
      await broker?.remove();
    });

    it('publish every change, in order for each object, despite lost acknowledgements, killed brokers and services', async () => {
      const first = await start();
      await until(async () => typeof (await holder()) === 'string');
      const second = await start();
      const [client, other] = [await first.signIn(), await second.signIn()];
      const { after: cursor } = (await client.get('/changes/?after=now')).record as unknown as Feed;
      const section = (await other.post('/sections/', { name: 'Published' })).id;
      const subnet = (await other.post('/subnets/', { subnet: '10.1.0.0', mask: 24, sectionId: section })).id;
      const ids: unknown[] = [];
      for (let count = 0; count < 5; count++) ids.push((await other.post(`/addresses/first_free/${subnet}/`)).id);
      let edits = 0;
      const edit = async (rounds: number): Promise<void> => {
        for (let round = 0; round < rounds; round++)
          for (const id of ids) {
            const { status } = await other.patch(`/addresses/${id}/`, { description: `edit ${++edits}` });
            expect(status).to.equal(200);
          }
      };
      const stored = async (): Promise<ReadonlySet<string>> => new Set((await broker.read()).map(({ id }) => id));
      const untilPublished = async (): Promise<readonly WireRecord[]> => {
        const expected = await feedFrom(other, cursor);
        await until(async () => {
          const present = await stored();
          return expected.every(({ id }) => present.has(String(id)));
        });
        return expected;
      };

      await edit(4);
      await untilPublished();

      await broker.loseNextAcknowledgement();
      await edit(4);
      await untilPublished();

      await broker.kill();
      await edit(4); // the service answers as usual
      await broker.start();
      await untilPublished();

      await edit(4);
      await first.kill9();
      await edit(4);
      await session.rows("update followers set until = '-infinity'"); // as if the lease of the killed process had expired
      const expected = await untilPublished();

      const messages = await broker.read();
      for (const { body } of messages) expect(eventMismatch('natsEvent', JSON.parse(body))).to.equal(undefined);
      const bodies = new Map<string, string>();
      for (const { id, body } of messages) {
        expect(bodies.get(id) ?? body, 'a repetition is the same').to.equal(body);
        bodies.set(id, body);
      }
      const published = firstIds(messages);
      for (const id of ids) {
        const ofObject = expected.filter(({ kind, objectId }) => kind === 'address' && String(objectId) === String(id));
        expect(ofObject).to.have.length(21);
        expect(published.get(`address/${id}`)).to.deep.equal(ofObject.map((change) => change.id));
      }
      const logs = services.map((service) => service.logs).join('');
      expect(logs).to.include('change follower failed').and.not.to.include(password);
    });

    it('delete the position of a sink that is no longer configured', async () => {
      for (const service of services) await service.kill9();
      await session.rows("update followers set until = '-infinity'");
      expect(await holder()).not.to.equal(undefined);
      services.push(await ServiceProcess.start({ databaseUrl: database.url }));
      await until(async () => (await holder()) === undefined);
    });
  });
