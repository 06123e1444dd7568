import { expect } from 'chai';
import { faultKinds, type History, isAcknowledged } from '../support/storm/history/history.js';
import { runStorm } from '../support/storm/storm.js';

/** Addresses that were held, and then given to others, in one subnet. */
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

/** How many kinds of requests there are. */
const kinds = 16;

describe('Three processes on one PostgreSQL database, while processes, database and network fail', function () {
  this.timeout(240_000);

  it('lose nothing, give nothing away twice and leave nothing half done while 32 clients write for 20 seconds', async () => {
    const { history, faults } = await runStorm({
      seconds: 20,
      kinds,
      clients: 32,
      processes: 3,
      faults: faultKinds,
      every: 3,
      seed: 1,
      databaseTimeout: 10,
    });
    expect(faults).to.deep.equal([]);
    expect(new Set(history.faults.map(({ kind }) => kind)), 'faults').to.deep.equal(new Set(faultKinds));
    const done = new Set(history.events.filter(isAcknowledged).map(({ request }) => request.kind));
    expect(done, 'kinds of requests that were done').to.have.property('size', kinds);
    const held = history.events.filter((event) => isAcknowledged(event) && 'hold' in event.request && event.request.hold);
    expect(new Set(held.map(({ request }) => request.kind)), 'holds').to.deep.equal(
      new Set(['take address', 'take subnet', 'prolong address']),
    );
    const expired = history.final.changes.filter(({ isExpiry, action }) => isExpiry && action === 'delete');
    expect(new Set(expired.map(({ object }) => object)), 'expired').to.deep.equal(new Set(['address', 'subnet']));
    expect(takenAgain(history), 'addresses that were taken again after their hold').not.to.have.lengthOf(0);
    const replayed = history.events.filter(({ answer }) => answer?.isReplayed);
    expect(replayed, 'requests that were done before their answer came').not.to.have.lengthOf(0);
  });
});
