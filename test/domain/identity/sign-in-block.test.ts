import { expect } from 'chai';
import {
  beginsBlock,
  blockMinutes,
  clientNetworkOf,
  clientRule,
  combinedAttempts,
  maxAttemptsAtOnce,
  mayBegin,
  nameRule,
  noAttempts,
  outlivedAt,
  type SignInAttempts,
  verdictOn,
  withAbandoned,
  withBegun,
  withFailed,
  withSucceeded,
} from '../../../domain/access/sign-in-block.js';
import { expectRefusal } from '../support/refusal.js';

const now = new Date('2024-03-01T12:00:00.000Z');
const later = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
const second = 1000;
const minute = 60 * second;

/** Attempts with a number of failures, the last one now. */
const failed = (failures: number): SignInAttempts => ({ ...noAttempts, failures, lastFailure: now });
const pending = (count: number, failures = 0): SignInAttempts => ({ ...failed(failures), pending: count, lastBegun: now });

describe('the block of a client', () => {
  const cases: [what: string, failures: number, passed: number, left: number][] = [
    ['is off after ten failures', 10, 0, 0],
    ['is on after eleven failures', 11, 0, 5 * minute],
    ['is on after a hundred failures', 100, 0, 5 * minute],
    ['is on shortly before it ends', 11, 5 * minute - 1, 1],
    ['is off when it ends', 11, 5 * minute, 0],
    ['is off long after', 1000, 60 * minute, 0],
    ['is on when the clock went back', 11, -1000, 5 * minute + 1000],
  ];
  for (const [what, failures, passed, left] of cases) {
    it(what, () => {
      const expected = left > 0 ? { blockedFor: left } : 'free';
      expect(verdictOn(clientRule, failed(failures), later(passed))).to.deep.equal(expected);
    });
  }

  it('counts failures for five minutes, and forgets them together with their names', () => {
    expect(blockMinutes).to.equal(5);
    expect(withFailed(clientRule, failed(10), later(5 * minute - 1), 'ann').failures).to.equal(11);
    expect(withFailed(clientRule, failed(10), later(5 * minute), 'ann').failures).to.equal(1);
  });
});

describe('a successful sign-in of a client', () => {
  const failing = (...names: readonly string[]): SignInAttempts =>
    names.reduce((attempts, name) => withFailed(clientRule, attempts, now, name), noAttempts);

  it('removes the failures of its own name only', () => {
    const forgiven = withSucceeded(clientRule, failing('ann', 'bob', 'ann', 'eve', 'ann'), now, 'ann');
    expect(forgiven).to.deep.include({ failures: 2, failuresByName: { bob: 1, eve: 1 } });
    expect(withSucceeded(clientRule, forgiven, now, 'ann')).to.include({ failures: 2 });
    expect(withSucceeded(clientRule, forgiven, now, 'bob')).to.include({ failures: 1 });
  });

  it('removes no expired failures, and not more than are counted', () => {
    const anew = withFailed(clientRule, failing('ann', 'ann', 'ann'), later(5 * minute), 'bob');
    expect(withSucceeded(clientRule, anew, later(5 * minute), 'ann')).to.deep.include({
      failures: 1,
      failuresByName: { bob: 1 },
    });
    const unnamed = { ...failed(3), failuresByName: { ann: 9 } };
    expect(withSucceeded(clientRule, unnamed, now, 'ann')).to.include({ failures: 0 });
  });
});

describe('an abandoned attempt', () => {
  it('neither counts as a failure nor removes one', () => {
    for (const rule of [clientRule, nameRule]) {
      expect(withAbandoned(rule, pending(2, 3), now)).to.deep.equal(pending(1, 3));
      expect(withAbandoned(rule, noAttempts, now)).to.deep.equal(noAttempts);
    }
  });
});

describe('the delay for a user name', () => {
  it('doubles with each failure beyond ten, from a second to five minutes', () => {
    const pauses = Array.from({ length: 12 }, (_, i) => verdictOn(nameRule, failed(10 + i), now));
    const seconds = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300];
    expect(pauses).to.deep.equal(['free', ...seconds.map((each) => ({ blockedFor: each * second }))]);
  });

  it('permits one attempt when it is over, and doubles if that attempt fails', () => {
    const over = later(second);
    expect(verdictOn(nameRule, failed(11), over)).to.equal('free');
    const begun = withBegun(nameRule, failed(11), over);
    expect(verdictOn(nameRule, begun, over)).to.equal('busy');
    expect(verdictOn(nameRule, withFailed(nameRule, begun, over, 'ann'), over)).to.deep.equal({ blockedFor: 2 * second });
  });

  it('is not reset by a successful sign-in, but after an hour', () => {
    expect(withSucceeded(nameRule, pending(1, 15), now, 'ann')).to.include({ failures: 15, pending: 0 });
    expect(verdictOn(nameRule, failed(1000), later(60 * minute))).to.equal('free');
    expect(withFailed(nameRule, failed(1000), later(60 * minute), 'ann').failures).to.equal(1);
  });
});

for (const [name, rule] of Object.entries({ clientRule, nameRule })) {
  describe(`concurrent attempts with ${name}`, () => {
    it('are limited to eleven', () => {
      let attempts = noAttempts;
      let begun = 0;
      while (verdictOn(rule, attempts, now) === 'free') {
        attempts = withBegun(rule, attempts, now);
        begun++;
      }
      expect([begun, verdictOn(rule, attempts, now)]).to.deep.equal([11, 'busy']);
      for (let i = 0; i < begun; i++) attempts = withFailed(rule, attempts, now, 'ann');
      expect(attempts).to.include({ failures: 11, pending: 0 });
      expect(verdictOn(rule, attempts, now)).to.have.property('blockedFor');
    });

    it('permit another attempt after a successful one', () => {
      expect(verdictOn(rule, withSucceeded(rule, pending(11), now, 'ann'), now)).to.equal('free');
    });

    it('count as abandoned after a minute', () => {
      expect(verdictOn(rule, pending(11), later(minute - 1))).to.equal('busy');
      expect(verdictOn(rule, pending(11), later(minute))).to.equal('free');
    });

    it('are never negative in number', () => {
      expect(withFailed(rule, failed(1), now, 'ann')).to.include({ failures: 2, pending: 0 });
      expect(withSucceeded(rule, noAttempts, now, 'ann')).to.include({ failures: 0, pending: 0 });
    });

    it('are outdated when they no longer count', () => {
      expect(outlivedAt(rule, noAttempts)).to.equal(undefined);
      expect(outlivedAt(rule, failed(1))).to.deep.equal(later(rule.memory));
      expect(outlivedAt(rule, pending(1))).to.deep.equal(later(minute));
    });

    it('begin a block once', () => {
      expect([10, 11, 12].map((count) => beginsBlock(rule, failed(count)))).to.deep.equal([false, true, false]);
    });
  });
}

describe('the network that counts as one client', () => {
  const cases: [address: string, client: string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '::/64'],
    ['unknown', 'unknown'],
  ];
  for (const [address, client] of cases)
    it(`is ${client} for ${address}`, () => expect(clientNetworkOf(address)).to.equal(client));
});

describe('an attempt to sign in', () => {
  it('begins while fewer than the maximum are in progress', () => {
    for (const rule of [clientRule, nameRule]) {
      expect([
        mayBegin(rule, pending(maxAttemptsAtOnce - 1), now),
        mayBegin(rule, pending(maxAttemptsAtOnce), now),
      ]).to.deep.equal([true, false]);
      expect(mayBegin(rule, failed(10), now)).to.equal(true);
    }
  });

  it('is refused during a block, with minutes for a client and seconds for a name', () => {
    expectRefusal(() => mayBegin(clientRule, failed(11), now), 'signIn.blocked', { minutes: 5 });
    expectRefusal(() => mayBegin(nameRule, failed(13), later(1)), 'signIn.nameBlocked', { seconds: 4 });
  });
});

describe('two counters of the same client', () => {
  it('are combined into the higher numbers and the later times, in either order', () => {
    const stored: SignInAttempts = { ...pending(1, 3), failuresByName: { ann: 3 } };
    const inMemory: SignInAttempts = {
      failures: 5,
      lastFailure: later(minute),
      pending: 0,
      lastBegun: later(-minute),
      failuresByName: { ann: 1, ben: 4 },
    };
    const both = { failures: 5, lastFailure: later(minute), pending: 1, lastBegun: now, failuresByName: { ann: 3, ben: 4 } };
    expect(combinedAttempts(stored, inMemory)).to.deep.equal(both);
    expect(combinedAttempts(inMemory, stored)).to.deep.equal(both);
    expect(combinedAttempts(stored, noAttempts)).to.deep.equal(stored);
  });
});
