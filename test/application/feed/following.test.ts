import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { authorship, internalCaller } from '../../../application/caller.js';
import { ChangeFeed } from '../../../application/changes/feed/change-feed.js';
import { type Follower, Following } from '../../../application/changes/feed/following.js';
import type { FollowerState } from '../../../application/ports/feed.js';
import { CommitSignal } from '../../../application/unit-of-work/commit-signal.js';
import { announcedUnits } from '../../../application/unit-of-work/write-stack.js';
import { quiet } from '../../support/quiet-log.js';
import { ManualTimers } from '../../support/time/manual-timers.js';

/** A storage with a change feed. `following` starts a process that feeds a follower from it. */
class World {
  readonly timers = new ManualTimers();
  readonly clock = { now: () => new Date(Date.UTC(2024, 0, 1) + this.timers.now) };
  readonly database = createMemoryDatabase(this.clock);
  readonly signal = new CommitSignal();
  readonly unitOfWork = announcedUnits(this.database.unitOfWork, this.signal);
  readonly feed = new ChangeFeed(this.database.readers, this.database.unitOfWork);
  #last = 0;

  following(follower: Follower, holder = 'process'): Following {
    const { feed, signal, timers } = this;
    const { unitOfWork } = this.database;
    return new Following(follower, { feed, unitOfWork, signal, timers, log: quiet, holder, chance: () => 0 });
  }

  async change(count = 1): Promise<number[]> {
    const made: number[] = [];
    for (let i = 0; i < count; i++) {
      const objectId = ++this.#last;
      const by = authorship(internalCaller, '2024-01-01 00:00:00');
      const entry = { object: 'vlan', objectId, objectName: null, action: 'edit', differences: [], ...by } as const;
      await this.unitOfWork.run(({ changeLog }) => changeLog.append(entry));
      made.push(objectId);
    }
    return made;
  }

  state(): Promise<FollowerState | undefined> {
    return this.unitOfWork.run(async ({ feed }) => (await feed.followers())[0]);
  }
}

/** A follower that records the objects of its changes. It fails the next `fails` calls. */
class Notes implements Follower {
  readonly name = 'notes';
  readonly max = 3;
  readonly begins: Follower['begins'];
  readonly receivedIds: number[] = [];
  readonly tries: number[] = [];
  fails = 0;

  constructor(begins: Follower['begins'] = 'oldest') {
    this.begins = begins;
  }

  handle: Follower['handle'] = async (entries, failures) => {
    this.tries.push(failures);
    if (this.fails-- > 0) throw new Error('not now');
    this.receivedIds.push(...entries.map(({ objectId }) => objectId));
    return entries.length;
  };
}

describe('Following', () => {
  it('delivers every change once and in order, also changes older than the follower', async () => {
    const world = new World();
    const notes = new Notes();
    const made = await world.change(7);
    const following = world.following(notes);
    following.start();
    await world.timers.pass(10);
    expect(notes.receivedIds).to.deep.equal(made);
    made.push(...(await world.change(2)));
    await world.timers.pass(0); // the commit signal needs no wait
    expect(notes.receivedIds).to.deep.equal(made);
    await world.timers.until(following.stop());
    expect((await world.state())?.position).to.equal(9);
  });

  it('starts with later changes when the follower begins now', async () => {
    const world = new World();
    const notes = new Notes('now');
    await world.change(5);
    const following = world.following(notes);
    following.start();
    await world.timers.pass(10);
    const made = await world.change(2);
    await world.timers.pass(10);
    expect(notes.receivedIds).to.deep.equal(made);
    await world.timers.until(following.stop());
  });

  it('repeats the changes after a failure with growing delays, and loses none', async () => {
    const world = new World();
    const notes = new Notes();
    notes.fails = 4;
    const following = world.following(notes);
    following.start();
    const made = await world.change(2);
    await world.timers.pass(999);
    expect(notes.tries).to.deep.equal([0]);
    made.push(...(await world.change(5))); // does not shorten the delay
    await world.timers.pass(1);
    expect(notes.tries).to.deep.equal([0, 1]);
    await world.timers.pass(1999);
    expect(notes.tries).to.have.length(2);
    await world.timers.pass(1 + 4000 + 8000);
    expect(notes.tries.slice(0, 5)).to.deep.equal([0, 1, 2, 3, 4]);
    expect(notes.receivedIds).to.deep.equal(made);
    expect(await world.state()).to.deep.include({ position: 7, failures: 0 });
    await world.timers.until(following.stop());
  });

  it('feeds a follower from one process at a time, and another process takes over after a stop', async () => {
    const world = new World();
    const [first, second] = [new Notes(), new Notes()];
    const one = world.following(first, 'one');
    one.start();
    await world.timers.pass(10);
    const other = world.following(second, 'other');
    other.start();
    const made = await world.change(4);
    await world.timers.pass(20_000);
    expect([first.receivedIds, second.receivedIds]).to.deep.equal([made, []]);
    await world.timers.until(one.stop());
    made.push(...(await world.change(2)));
    await world.timers.pass(5000);
    expect([first.receivedIds, second.receivedIds]).to.deep.equal([made.slice(0, 4), made.slice(4)]);
    await world.timers.until(other.stop());
  });

  it('takes over from a dead process after its lease has expired', async () => {
    const world = new World();
    await world.unitOfWork.run(({ feed }) => feed.addFollower('notes', 0));
    await world.unitOfWork.run(({ feed }) => feed.lease('notes', 'dead', 30));
    const notes = new Notes();
    const following = world.following(notes, 'alive');
    const made = await world.change(1);
    following.start();
    await world.timers.pass(29_000);
    expect(notes.receivedIds).to.deep.equal([]);
    await world.timers.pass(6000);
    expect(notes.receivedIds).to.deep.equal(made);
    await world.timers.until(following.stop());
  });

  it('continues after deleted changes, and reports the missed positions', async () => {
    const world = new World();
    const missed: object[] = [];
    const notes = Object.assign(new Notes(), { missed: async (positions: object) => void missed.push(positions) });
    await world.change(3);
    await world.unitOfWork.run(async ({ feed, changeLog }) => {
      await feed.addFollower('notes', 1);
      await changeLog.deleteBefore('2025-01-01 00:00:00', null);
    });
    const made = await world.change(1);
    const following = world.following(notes);
    following.start();
    await world.timers.pass(10);
    expect(missed).to.deep.equal([{ after: 1, until: 3 }]);
    expect(notes.receivedIds).to.deep.equal(made);
    await world.timers.until(following.stop());
  });
});
