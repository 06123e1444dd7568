import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { type Caller, internalCaller } from '../../../application/caller.js';
import type { Readers } from '../../../application/ports/unit-of-work.js';
import { type AnnounceWrites, ReadRouter } from '../../../application/unit-of-work/read-router.js';
import { app } from '../../domain/support/apps.js';

const callerNamed = (id: string): Caller => ({ ...internalCaller, app: { ...app, id } });
const [ada, berta] = [callerNamed('ada'), callerNamed('berta')];

/** A router of reads over a replica whose state the test sets. */
function world(announceWrites?: AnnounceWrites) {
  const state = { now: 1000, shown: 0 };
  const stored = { name: 'stored' } as unknown as Readers;
  const copied = { name: 'copied' } as unknown as Readers;
  const replica = {
    readers: copied,
    now: () => state.now,
    shows: (moment: number) => moment <= state.shown,
    isUsable: true,
    lag: 0,
  };
  const places = new ReadRouter(stored, replica, announceWrites);
  return { state, places, from: (caller: Caller) => (places.readersFor(caller) === copied ? 'replica' : 'database') };
}

describe('The source of the reads of a caller', () => {
  it('is the replica once it contains all writes acknowledged before the start of the process', () => {
    const { state, from } = world();
    expect(from(ada)).to.equal('database');
    state.shown = 1000;
    expect(from(ada)).to.equal('replica');
  });

  it('is the primary during a write and until the replica contains it, also after a failure', async () => {
    const { state, places, from } = world();
    state.shown = 2000;
    state.now = 2100;
    const failed = places.writing(ada, async () => {
      expect([from(ada), from(berta)]).to.deep.equal(['database', 'replica']);
      state.now = 2200;
      throw new Error('refused');
    });
    await failed.then(
      () => expect.fail('no error'),
      (error: Error) => expect(error.message).to.equal('refused'),
    );
    state.shown = 2199;
    expect([from(ada), from(berta)]).to.deep.equal(['database', 'replica']);
    state.shown = 2200;
    expect(from(ada)).to.equal('replica');
  });

  it('is announced to all processes before a write is acknowledged, at most once a second', async () => {
    const announcements: (() => void)[] = [];
    const { state, places } = world(() => new Promise((resolve) => announcements.push(resolve)));
    let acknowledged = 0;
    const write = () => places.writing(ada, async () => {}).then(() => acknowledged++);
    const writes = [write(), write()];
    await nextTurn();
    expect([announcements.length, acknowledged]).to.deep.equal([1, 0]);
    announcements[0]?.();
    await Promise.all(writes);
    state.now += 999;
    await write();
    expect([announcements.length, acknowledged]).to.deep.equal([1, 3]);
    state.now += 1;
    const third = write();
    await nextTurn();
    expect([announcements.length, acknowledged]).to.deep.equal([2, 3]);
    announcements[1]?.();
    await third;
  });

  it('is announced again when a write outlasts the first announcement', async () => {
    let announcementCount = 0;
    const { state, places } = world(async () => void announcementCount++);
    await places.writing(ada, async () => {
      state.now += 5001;
    });
    expect(announcementCount).to.equal(2);
  });

  it('is the primary for five seconds after an announcement by another process, and until the replica reaches that time', () => {
    const { state, places, from } = world(async () => {});
    state.now = 10_000;
    state.shown = 9_999;
    expect(from(ada)).to.equal('replica');
    places.received('ada ');
    state.shown = 14_999;
    expect([from(ada), from(berta)]).to.deep.equal(['database', 'replica']);
    state.shown = 15_000;
    expect(from(ada)).to.equal('replica');
  });

  it('is the primary for all callers whose writes are evicted from the full cache', async () => {
    const { state, places, from } = world();
    state.shown = 1500;
    state.now = 2000;
    for (let count = 0; count <= 10_000; count++) await places.writing(callerNamed(`writer ${count}`), async () => {});
    expect([from(callerNamed('writer 0')), from(callerNamed('writer 10000'))]).to.deep.equal(['database', 'database']);
    state.shown = 2000;
    expect(from(callerNamed('writer 0'))).to.equal('replica');
  });
});
