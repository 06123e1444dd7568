import { expect } from 'chai';
import fc from 'fast-check';
import { FairSemaphore, type Release, type SemaphoreLimits } from '../../application/fair-semaphore.js';
import { ManualTimers } from '../support/time/manual-timers.js';

type State = 'waiting' | 'granted' | 'refused';

/** A request for a slot, and its state in the model and in the semaphore. */
interface Asked {
  readonly key: string;
  readonly cancel: AbortController;
  expected: State;
  actual: State;
  release: Release;
}

/** A simple model of the semaphore: a list of requests, searched from its start each time. */
class Model {
  readonly #limits: Required<SemaphoreLimits>;
  readonly #asked: Asked[] = [];
  /** Keys with waiting requests, the next one first. */
  #turns: string[] = [];

  constructor(limits: Required<SemaphoreLimits>) {
    this.#limits = limits;
  }

  add(asked: Asked): void {
    this.#asked.push(asked);
    if (this.#isFree(asked.key)) asked.expected = 'granted';
    else if (!this.#turns.includes(asked.key)) this.#turns.push(asked.key);
  }

  end(asked: Asked): void {
    asked.expected = 'refused';
    for (;;) {
      this.#turns = this.#turns.filter((key) => this.#waiting(key).length > 0);
      const open = this.#turns.filter((key) => this.#isFree(key));
      const fewest = Math.min(...open.map((key) => this.#taken(key)));
      const next = open.find((key) => this.#taken(key) === fewest);
      const [first] = next === undefined ? [] : this.#waiting(next);
      if (!first) return;
      first.expected = 'granted';
      this.#turns = [...this.#turns.filter((key) => key !== next), first.key];
    }
  }

  #isFree(key: string): boolean {
    const all = this.#asked.filter(({ expected }) => expected === 'granted').length;
    return all < this.#limits.total && this.#taken(key) < this.#limits.perKey;
  }

  #taken = (key: string): number => this.#asked.filter((each) => each.key === key && each.expected === 'granted').length;

  #waiting = (key: string): Asked[] => this.#asked.filter((each) => each.key === key && each.expected === 'waiting');
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('FairSemaphore', () => {
  const limit = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(Number.POSITIVE_INFINITY));
  const step = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), ends: fc.option(fc.nat()), tries: fc.boolean() });

  it('grants, queues and cancels requests like the model', () =>
    fc.assert(
      fc.asyncProperty(limit, limit, fc.array(step, { maxLength: 40 }), async (total, perKey, steps) => {
        const [semaphore, model] = [new FairSemaphore({ total, perKey }), new Model({ total, perKey })];
        const all: Asked[] = [];
        for (const { key, ends, tries } of steps) {
          const open = all.filter(({ expected }) => expected !== 'refused');
          if (ends !== null && open.length > 0) end(model, open[ends % open.length] as Asked);
          else ask(semaphore, model, all, key, tries);
          await Promise.resolve().then(() => {});
          expect(all.map(({ actual }) => actual)).to.deep.equal(all.map(({ expected }) => expected));
          for (const of of ['a', 'b', 'c', 'd'])
            expect(semaphore.sizeOf(of)).to.equal(all.filter((each) => each.key === of && each.actual !== 'refused').length);
        }
      }),
    ));

  function ask(semaphore: FairSemaphore, model: Model, all: Asked[], key: string, tries: boolean): void {
    const cancel = new AbortController();
    const asked: Asked = { key, cancel, expected: 'waiting', actual: 'waiting', release: () => {} };
    all.push(asked);
    model.add(asked);
    if (tries && asked.expected === 'waiting') expect(semaphore.tryAcquire(key)).to.equal(undefined);
    void semaphore.acquire(key, { signal: cancel.signal }).then((release) => {
      asked.actual = release ? 'granted' : 'refused';
      if (release) asked.release = release;
    });
  }

  function end(model: Model, asked: Asked): void {
    model.end(asked);
    asked.cancel.abort();
    asked.release();
    asked.actual = 'refused';
    asked.release();
  }

  it('ends a wait after its limit, and gives the slot to the next request', async () => {
    const timers = new ManualTimers();
    const semaphore = new FairSemaphore({ perKey: 1 }, timers);
    const release = semaphore.tryAcquire('a');
    const waits = [10, 20].map((maxWaitMs) => semaphore.acquire('a', { maxWaitMs }));
    await timers.pass(10);
    expect(await waits[0]).to.equal(undefined);
    release?.();
    expect(await waits[1]).to.be.a('function');
    await timers.pass(10);
    expect(semaphore.tryAcquire('a')).to.equal(undefined);
    expect(await semaphore.acquire('a', { signal: AbortSignal.abort() })).to.equal(undefined);
    expect(semaphore.sizeOf('a')).to.equal(1);
  });

  it('counts several slots of one request, and exempts a key from its limit', () => {
    const semaphore = new FairSemaphore({ total: 10, perKey: 4 });
    const release = semaphore.tryAcquire('a', { count: 4 });
    expect(semaphore.tryAcquire('a')).to.equal(undefined);
    expect(semaphore.tryAcquire('b', { count: 6, isExempt: true })).to.be.a('function');
    expect(semaphore.tryAcquire('c')).to.equal(undefined);
    release?.();
    release?.();
    expect([semaphore.acquiredBy('a'), semaphore.acquiredBy('b'), semaphore.keys]).to.deep.equal([0, 6, 1]);
  });

  it('runs one task at a time in order, also after a failure', async () => {
    const semaphore = new FairSemaphore({ total: 1 });
    const log: string[] = [];
    const work = (name: string) => async (): Promise<string> => {
      log.push(`${name} begins`);
      await settled();
      log.push(`${name} ends`);
      if (name === 'a') throw new Error(name);
      return name;
    };
    const [a, b] = await Promise.allSettled([semaphore.run('', work('a')), semaphore.run('', work('b'))]);
    expect(log).to.deep.equal(['a begins', 'a ends', 'b begins', 'b ends']);
    expect([a.status, b.status]).to.deep.equal(['rejected', 'fulfilled']);
  });
});
