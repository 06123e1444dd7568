import { expect } from 'chai';
import type { Caller } from '../../../application/caller.js';
import type { BulkItem } from '../../../application/transfer/bulk/bulk-writes.js';
import { listFieldsOf } from '../../../domain/listing/list-field.js';
import { errorOf } from '../../support/outcome/error-of.js';
import { anyone, type Started, startApplication } from '../support/application.js';

class Left extends Error {
  override readonly name = 'Left';
}

/** A caller whose client disconnects at the n-th check. */
const leavingAt = (nth: number, writeOptions?: Caller['writeOptions']): Caller & { readonly asked: () => number } => {
  let asked = 0;
  const requireAwaited = (): void => {
    asked++;
    if (asked >= nth) throw new Left();
  };
  return { ...anyone, ...(writeOptions ? { writeOptions } : {}), requireAwaited, asked: () => asked };
};

const budget = { does: <T>(work: () => T): T => work(), rest: () => undefined, isSpent: false };

describe('Work of a disconnected client', () => {
  let started: Started;
  let master: number;
  let networks: readonly number[];
  const left = async () => await started.readers.subnets.count({ masterSubnetId: master, order: { by: 'id' } });
  const deletions = (): BulkItem[] => networks.map((id) => ({ action: 'delete', id }));

  beforeEach(async () => {
    started = await startApplication();
    master = await started.network('10.0.0.0/16');
    networks = [];
    for (let n = 0; n < 200; n++) networks = [...networks, await started.network(`10.0.${n}.0/24`, { masterSubnetId: master })];
  });

  for (const [name, terms] of [
    ['atomically', undefined],
    ['in a dry run', { isDryRun: true }],
  ] as const) {
    it(`stops before its next chunk when a bulk is written ${name}, and changes nothing`, async () => {
      const caller = leavingAt(6, terms);
      await errorOf(started.subnetBulk.atomically(caller, deletions()), Left);
      expect(caller.asked()).to.equal(6);
      expect(await left()).to.equal(200);
    });
  }

  it('stops between two units of work when items are written one by one, and retains committed ones', async () => {
    const piece = 64;
    const first = leavingAt(Number.POSITIVE_INFINITY);
    await started.subnetBulk.oneByOne(first, deletions().slice(0, piece));
    const second = leavingAt(first.asked() + 1);
    await errorOf(started.subnetBulk.oneByOne(second, deletions().slice(piece)), Left);
    expect(await left()).to.equal(200 - 2 * piece);
  });

  it('releases its locks, and other writes succeed', async () => {
    await errorOf(started.subnetBulk.atomically(leavingAt(6), deletions()), Left);
    await started.subnets.change(anyone, master, { description: 'free again' });
    await started.subnetBulk.atomically(anyone, deletions());
    expect(await left()).to.equal(0);
  });

  it('stops a deletion of all records that match a filter', async () => {
    const field = listFieldsOf({}, []).get('id');
    const where = field ? [{ field, is: 'oneOf', values: networks, orUnset: false, negated: false } as const] : [];
    const caller = leavingAt(10);
    await errorOf(started.selectedDeletion.subnets(caller, false, { where, expected: 200, budget }), Left);
    expect(caller.asked()).to.equal(10);
    expect(await left()).to.equal(200);
  });
});
