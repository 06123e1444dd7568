import { expect } from 'chai';
import { faultKinds, type History, isAcknowledged } from '../support/storm/history/history.js';
import { runStorm } from '../support/storm/storm.js';

/** Addresses that were freed after a hold and then allocated again in the same subnet. */
function takenAgain({ events, final }: History): string[] {
  const expired = new Set(
    final.changes.flatMap(({ object, objectId, isExpiry }) => (isExpiry && object === 'address' ? [objectId] : [])),
  );
  const taken = events
    .filter(isAcknowledged)
    .flatMap(({ request, answer: { id = 0, data } }) =>
      request.kind === 'take address' ? [{ id, place: `${data} in ${request.subnet.id}` }] : [],
    );
  const freed = taken.filter(({ id }) => expired.has(id));
  return freed.flatMap(({ id, place }) => (taken.some((other) => other.place === place && other.id > id) ? [place] : []));
}

/** Number of request kinds. */
const kinds = 16;

/** The situations of a history. A short storm on a slow machine may miss some. */
function situationsOf(history: History): string[] {
  const done = history.events.filter(isAcknowledged);
  const held = done.filter((event) => 'hold' in event.request && event.request.hold);
  const expired = history.final.changes.filter(({ isExpiry, action }) => isExpiry && action === 'delete');
  return [
    ...history.faults.map(({ kind }) => `fault ${kind}`),
    ...done.map(({ request }) => `done ${request.kind}`),
    ...held.map(({ request }) => `held ${request.kind}`),
    ...expired.map(({ object }) => `expired ${object}`),
    ...(takenAgain(history).length > 0 ? ['taken again after a hold'] : []),
    ...(history.events.some(({ answer }) => answer?.isReplayed) ? ['replayed answer'] : []),
  ];
}

const expectedSituations = [
  ...faultKinds.map((kind) => `fault ${kind}`),
  ...['take address', 'take subnet', 'prolong address'].map((kind) => `held ${kind}`),
  ...['address', 'subnet'].map((object) => `expired ${object}`),
  'taken again after a hold',
  'replayed answer',
];

describe('Three processes on one PostgreSQL database, while processes, database and network fail', function () {
  this.timeout(480_000);

  it('lose no write, allocate nothing twice and leave no partial write while 32 clients write for 20 seconds', async () => {
    const met = new Set<string>();
    const isMissing = (situation: string): boolean => !met.has(situation);
    for (const seed of [1, 2, 3, 4]) {
      const { history, faults } = await runStorm({
        ...{ seconds: 20, kinds, clients: 32, processes: 3, faults: faultKinds, every: 3, seed, databaseTimeout: 10 },
      });
      expect(faults, `seed ${seed}`).to.deep.equal([]);
      for (const situation of situationsOf(history)) met.add(situation);
      if (!expectedSituations.some(isMissing)) break;
    }
    expect(expectedSituations.filter(isMissing)).to.deep.equal([]);
    expect([...met].filter((situation) => situation.startsWith('done '))).to.have.lengthOf(kinds);
  });
});
