import { expect } from 'chai';
import type { Answer } from '../../support/api-client.js';
import type { Probe } from '../support/permission-probes.js';
import { allProbes, comparable, isAllowed, storageRoutes } from '../support/permission-routes.js';
import { PermissionWorld } from '../support/permission-world.js';

const levels = { section: 3, subnet: 3 } as const;

/** All stored records of a world and its change feed. */
async function stateOf(world: PermissionWorld): Promise<readonly string[]> {
  const { text } = await world.server.client.get('/changes/?limit=1000');
  return [...(await world.dump()), text.replace(/,"time".*/, '')];
}

const send = (
  world: PermissionWorld,
  { method, path, body = {} }: Probe,
  headers: object,
  further: object = {},
): Promise<Answer> =>
  world.server.client.send({
    method,
    target: path,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ ...body, ...further }),
  });

describe('Every route that writes', () => {
  let named: PermissionWorld;
  before(async () => {
    named = await PermissionWorld.start(levels);
  });
  after(() => named.close());

  for (const tried of storageRoutes.filter(({ route }) => route.method !== 'GET' && route.access !== 'nothing')) {
    it(`${tried.title} writes nothing with dry_run, and writes once with an idempotency key`, async () => {
      let sound = 0;
      for (const probe of allProbes(tried, named).filter(
        (one) => isAllowed(tried.route, one, levels) || one.counts === 'nobody',
      )) {
        const world = await PermissionWorld.start(levels);
        const before = await stateOf(world);
        const trial = await send(world, probe, { 'Idempotency-Key': 'key' }, { dry_run: 1 });
        expect(await stateOf(world), `${probe.path} with dry_run`).to.deep.equal(before);
        const first = await send(world, probe, { 'Idempotency-Key': 'key' });
        const after = await stateOf(world);
        const again = await send(world, probe, { 'Idempotency-Key': 'key' });
        expect(comparable(again), `${probe.path} again`).to.deep.equal(comparable(first));
        expect(await stateOf(world), `${probe.path} again`).to.deep.equal(after);
        expectTrialOf(first, trial, probe.path);
        if (first.status < 400) {
          sound++;
          expect(again.headers['idempotent-replayed'], probe.path).to.equal('true');
          expect(after, `${probe.path} writes`).not.to.deep.equal(before);
        }
        await world.close();
      }
      expect(sound, 'sound requests').to.be.greaterThan(0);
    });
  }
});

/** The results of a bulk request, without the ids of created records. */
const withoutNewIds = (data: unknown): unknown =>
  Array.isArray(data) ? data.map(({ id, ...item }) => (item.status === '201' ? item : { id, ...item })) : data;

/** Expects the answer of a dry run to equal that of the write, without ids of new records. */
function expectTrialOf(done: Answer, trial: Answer, message: string): void {
  expect(trial.status, message).to.equal(done.status);
  expect(trial.headers.location, message).to.equal(undefined);
  const { id, time: _, ...content } = done.envelope;
  const envelope = 'data' in content ? { ...content, data: withoutNewIds(content.data) } : content;
  const { time: __, ...tried } = trial.envelope;
  if (done.status >= 400) expect(tried, message).to.deep.equal(envelope);
  else
    expect(tried, message).to.deep.equal({
      ...envelope,
      ...('data' in envelope && { data: unwritten(envelope.data) }),
      ...(done.status === 201 ? {} : id && { id }),
      dry_run: true,
    });
}

/** Turns the report of a row import into that of a dry run; returns other data unchanged. */
const unwritten = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'imported' in data ? { ...data, imported: false, written: '0' } : data;
