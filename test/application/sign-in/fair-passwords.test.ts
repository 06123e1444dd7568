import { expect } from 'chai';
import { FairPasswords } from '../../../application/access/sign-in/fair-passwords.js';
import { SignInSlots } from '../../../application/access/sign-in/sign-in-slots.js';
import type { PasswordClient, PasswordHasher } from '../../../application/ports/environment.js';
import { passwordsAtOnce } from '../../../config/password-checks.js';
import { IpamError } from '../../../domain/errors.js';
import { ManualTimers } from '../../support/time/manual-timers.js';
import { codeOf } from '../support/application.js';

/** Starts a hash or a check immediately. The test ends them in order with `end`. */
class SteppedHasher implements PasswordHasher {
  readonly begun: string[] = [];
  readonly #ends: (() => void)[] = [];

  async hash(password: string): Promise<string> {
    await this.#step(`hash ${password}`);
    return `hash of ${password}`;
  }

  async verify(password: string): Promise<boolean> {
    await this.#step(password);
    if (password === 'broken') throw new Error('broken');
    return password === 'right';
  }

  isOutdated(hash: string): boolean {
    return hash === 'old';
  }

  /** Ends the oldest operation, and waits for the start of the next one. */
  async end(): Promise<void> {
    this.#ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }

  #step(name: string): Promise<void> {
    this.begun.push(name);
    return new Promise((resolve) => this.#ends.push(resolve));
  }
}

const from = (network: string, isGone = () => false): PasswordClient => ({ network, isGone });
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Password checks', () => {
  it('run in limited number, including hashes of administration, and return their results', async () => {
    const hasher = new SteppedHasher();
    const passwords = new FairPasswords(hasher, 2);
    const ends = Promise.all([
      passwords.verify('right', '', from('a')),
      passwords.verify('wrong', '', from('b')),
      passwords.hash('new'),
      codeOf(passwords.verify('broken', '', from('c'))).catch((error: Error) => error.message),
      passwords.hash('last', from('d')),
    ]);
    for (const begun of [2, 3, 4, 5, 5, 5]) {
      await settled();
      expect(hasher.begun).to.have.length(begun);
      await hasher.end();
    }
    expect(await ends).to.deep.equal([true, false, 'hash of new', 'broken', 'hash of last']);
    expect([passwords.isOutdated('old'), passwords.isOutdated('new')]).to.deep.equal([true, false]);
  });

  it('alternate between networks, regardless of the number of requests of each', async () => {
    const hasher = new SteppedHasher();
    const passwords = new FairPasswords(hasher, 1);
    const asked = [
      ...Array.from({ length: 50 }, (_, i) => passwords.verify(`a${i}`, '', from('a'))),
      passwords.verify('b0', '', from('b')),
      passwords.verify('b1', '', from('b')),
      passwords.verify('c0', '', from('c')),
    ];
    await settled();
    for (let i = 0; i < asked.length; i++) await hasher.end();
    await Promise.all(asked);
    expect(hasher.begun.slice(0, 7)).to.deep.equal(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']);
    expect(hasher.begun).to.have.length(53);
  });

  it('are skipped for disconnected clients', async () => {
    const hasher = new SteppedHasher();
    const passwords = new FairPasswords(hasher, 1);
    let isGone = false;
    const first = passwords.verify('right', '', from('a'));
    const abandoned = Array.from({ length: 200 }, () =>
      codeOf(
        passwords.verify(
          'right',
          '',
          from('a', () => isGone),
        ),
      ),
    );
    const other = passwords.verify('other', '', from('a'));
    await settled();
    isGone = true;
    await hasher.end();
    expect(new Set(await Promise.all(abandoned))).to.deep.equal(new Set(['signIn.busy']));
    await hasher.end();
    expect([await first, await other]).to.deep.equal([true, false]);
    expect(hasher.begun).to.deep.equal(['right', 'other']);
  });

  it('leave processors and threads for other work', () => {
    const cases: [processors: number, threads: number, atOnce: number][] = [
      [1, 4, 1],
      [2, 4, 1],
      [3, 4, 2],
      [16, 4, 2],
      [16, 32, 15],
      [16, 1, 1],
    ];
    for (const [processors, threads, atOnce] of cases) expect(passwordsAtOnce(processors, threads)).to.equal(atOnce);
    expect(passwordsAtOnce()).to.be.at.least(1);
  });
});

describe('Sign-in slots', () => {
  /** Requests slots for a network. `counts` returns the numbers of acquired, waiting and rejected requests. */
  const asking = (places: SignInSlots) => {
    const tally = { given: [] as (() => void)[], asked: 0, refused: 0 };
    const ask = (times: number, asker: PasswordClient): void => {
      for (let i = 0; i < times; i++) {
        tally.asked++;
        const refuse = (error: unknown): void => {
          if (!IpamError.is(error, 'signIn.busy')) throw error;
          tally.refused++;
        };
        places.acquire(asker).then((leave) => tally.given.push(leave), refuse);
      }
    };
    const counts = async (): Promise<number[]> => {
      await settled();
      return [tally.given.length, tally.asked - tally.given.length - tally.refused, tally.refused];
    };
    return { ask, counts, given: tally.given };
  };

  it('are limited to 11 for one network, and to 100 including waiting requests', async () => {
    const { ask, counts, given } = asking(new SignInSlots(new ManualTimers()));
    ask(120, from('a'));
    expect(await counts()).to.deep.equal([11, 89, 20]);
    for (const leave of [...given]) leave();
    expect(await counts()).to.deep.equal([22, 78, 20]);
    ask(20, from('a'));
    expect(await counts()).to.deep.equal([22, 89, 29]);
    ask(1, from('b'));
    expect(await counts()).to.deep.equal([23, 89, 29]);
  });

  it('are waited for up to 30 seconds', async () => {
    const timers = new ManualTimers();
    const { ask, counts, given } = asking(new SignInSlots(timers));
    ask(13, from('a'));
    await timers.pass(29_999);
    given[0]?.();
    expect(await counts()).to.deep.equal([12, 1, 0]);
    await timers.pass(1);
    expect(await counts()).to.deep.equal([12, 0, 1]);
    await timers.pass(60_000);
    expect(await counts()).to.deep.equal([12, 0, 1]);
  });

  it('are not assigned to clients that disconnect while waiting', async () => {
    const { ask, counts, given } = asking(new SignInSlots(new ManualTimers()));
    let isGone = false;
    ask(11, from('a'));
    ask(
      80,
      from('a', () => isGone),
    );
    ask(1, from('a'));
    isGone = true;
    expect(await counts()).to.deep.equal([11, 81, 0]);
    given[0]?.();
    expect(await counts()).to.deep.equal([12, 0, 80]);
    for (const leave of given.slice(1)) leave();
    ask(111, from('a'));
    expect(await counts()).to.deep.equal([23, 89, 91]);
  });

  it('are released 500 ms later when a client disconnects before its response', async () => {
    const timers = new ManualTimers();
    const { ask, counts, given } = asking(new SignInSlots(timers));
    ask(
      11,
      from('a', () => true),
    );
    ask(1, from('a'));
    await settled();
    for (const leave of [...given]) leave();
    expect(await counts()).to.deep.equal([11, 1, 0]);
    await timers.pass(499);
    expect(await counts()).to.deep.equal([11, 1, 0]);
    await timers.pass(1);
    expect(await counts()).to.deep.equal([12, 0, 0]);
  });

  it('are divided when many networks need them, with at least one for each network', async () => {
    const { ask, counts } = asking(new SignInSlots(new ManualTimers()));
    for (const network of ['a', 'b', 'c', 'd']) ask(101, from(network));
    expect(await counts()).to.deep.equal([44, 356, 4]);
    ask(100, from('e'));
    expect((await counts())[2]).to.equal(4 + 20);
    for (let i = 0; i < 500; i++) ask(1, from(`network ${i}`));
    expect((await counts())[2]).to.equal(4 + 20);
    ask(1, from('network 1'));
    expect((await counts())[2]).to.equal(4 + 20 + 1);
  });
});
