import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { RandomTokenSource, systemTimers } from '../../../adapters/system/index.js';
import { Administration } from '../../../application/access/administration/administration.js';
import { type Caller, internalCaller } from '../../../application/caller.js';
import type { ChangeEntry } from '../../../application/ports/change-log.js';
import { IpamError } from '../../../domain/errors.js';
import { app } from '../../domain/support/apps.js';
import { NotingHasher, start } from '../support/administration.js';
import { signInOver } from '../support/sign-in.js';

/** Counts password checks. */
class CountingHasher extends NotingHasher {
  looks = 0;
  /** Runs during each check; default: waits for 5 ms. */
  during = async (): Promise<void> => {
    await delay(5);
  };

  override async verify(password: string, hash: string): Promise<boolean> {
    this.looks++;
    await this.during();
    return super.verify(password, hash);
  }
}

const from = (clientAddress: string): Caller => ({ ...internalCaller, app, clientAddress });

/** Sign-in over an empty memory database with two users, on a clock that the test advances. */
async function setUp() {
  const { readers, unitOfWork } = createMemoryDatabase();
  const [tokens, hasher] = [new RandomTokenSource(), new CountingHasher()];
  let now = start;
  const clock = { now: () => now };
  const users = [
    { username: 'Ann', password: 'right' },
    { username: 'gone', password: 'right', disabled: true },
  ];
  await new Administration(readers, unitOfWork, clock, hasher, tokens).provision({ users });
  const { signIn, accessTokens } = signInOver({ readers, unitOfWork }, clock, systemTimers, hasher, tokens);
  const passSeconds = (seconds: number): void => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  /** The outcome of an attempt: `in` or the error code. */
  const attempt = async (client: string, password = 'wrong', name = 'ann'): Promise<string> => {
    try {
      await signIn.signIn(from(client), name, password);
      return 'in';
    } catch (error) {
      if (IpamError.is(error, 'signIn.nameBlocked')) return `${error.code} ${error.details.seconds}`;
      if (error instanceof IpamError) return error.code;
      throw error;
    }
  };
  let lastHost = 0;
  /** Fails to sign in under a name, each time from another address. */
  const failFromElsewhere = async (times: number, name = 'ann'): Promise<string[]> => {
    const ends: string[] = [];
    for (let i = 0; i < times; i++) ends.push(await attempt(`198.51.100.${++lastHost}`, 'wrong', name));
    return ends;
  };
  const audit = async (): Promise<ChangeEntry[]> => (await readers.changeLog.audit(1000)).reverse();
  /** The sign-in events of the history in short form. */
  const history = async (): Promise<string[]> =>
    (await audit())
      .filter(({ action }) => ['signIn', 'signInFailed', 'block'].includes(action))
      .map(({ object, objectName, action }) => `${action} ${object} ${objectName}`);
  return { readers, unitOfWork, hasher, signIn, accessTokens, passSeconds, attempt, failFromElsewhere, audit, history };
}

describe('A password that changes during its check', () => {
  it('is rejected in its old form, and is not overwritten', async () => {
    const { hasher, signIn, readers, unitOfWork } = await setUp();
    const user = await readers.users.findByName('ann');
    hasher.during = () => unitOfWork.run(({ users }) => users.setPasswordHash(user?.id ?? 0, 'another'));
    expect(await signIn.signIn(from('192.0.2.1'), 'ann', 'right').catch((error: unknown) => error))
      .to.be.instanceOf(IpamError)
      .with.property('code', 'signIn.failed');
    expect(await readers.users.findPasswordHash(user?.id ?? 0)).to.equal('another');
    expect(await readers.tokens.list()).to.deep.equal([]);
  });
});

const tally = (ends: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const end of ends) counts[end] = (counts[end] ?? 0) + 1;
  return counts;
};

describe('Signing in', () => {
  it('returns a new token each time, regardless of the case of the name', async () => {
    const { signIn, accessTokens } = await setUp();
    const tokens = [
      await signIn.signIn(from('192.0.2.1'), 'ANN', 'right'),
      await signIn.signIn(from('192.0.2.1'), 'ann', 'right'),
    ];
    for (const { token } of tokens) expect((await accessTokens.authenticate(token)).username).to.equal('Ann');
    expect(tokens[0]?.token).not.to.equal(tokens[1]?.token);
  });

  it('is rejected for a disabled user with the right password, and counts as a failure', async () => {
    const { attempt } = await setUp();
    const ends: string[] = [];
    for (let i = 0; i < 12; i++) ends.push(await attempt('192.0.2.1', 'right', 'gone'));
    expect(tally(ends)).to.deep.equal({ 'signIn.userDisabled': 11, 'signIn.blocked': 1 });
  });

  it('checks a password also for an unknown user, with the same error', async () => {
    const { hasher, attempt } = await setUp();
    expect([await attempt('192.0.2.1', 'wrong', 'ann'), hasher.looks]).to.deep.equal(['signIn.failed', 1]);
    expect([await attempt('192.0.2.1', 'wrong', 'nobody'), hasher.looks]).to.deep.equal(['signIn.failed', 2]);
  });
});

describe('A client that fails to sign in', () => {
  it('is blocked for five minutes after the eleventh failure, and blocked attempts do not extend this', async () => {
    const { hasher, attempt, passSeconds } = await setUp();
    const ends: string[] = [];
    for (let i = 0; i < 20; i++) ends.push(await attempt('192.0.2.1', 'wrong', `name ${i}`));
    expect(tally(ends)).to.deep.equal({ 'signIn.failed': 11, 'signIn.blocked': 9 });
    passSeconds(299);
    expect(await attempt('192.0.2.1', 'right')).to.equal('signIn.blocked');
    expect(hasher.looks).to.equal(11);
    passSeconds(1);
    expect(await attempt('192.0.2.1', 'right')).to.equal('in');
  });

  it('retains its own tokens, and does not block clients with other addresses', async () => {
    const { signIn, accessTokens, attempt } = await setUp();
    const { token } = await signIn.signIn(from('192.0.2.1'), 'ann', 'right');
    for (let i = 0; i < 12; i++) await attempt('192.0.2.1', 'wrong', `name ${i}`);
    expect(await attempt('192.0.2.1', 'right')).to.equal('signIn.blocked');
    expect((await accessTokens.authenticate(token)).username).to.equal('Ann');
    expect(await accessTokens.refresh(token)).to.be.instanceOf(Date);
    expect(await attempt('192.0.2.2', 'right')).to.equal('in');
  });

  it('shares its block only with its /64 in IPv6', async () => {
    const { attempt } = await setUp();
    for (let i = 0; i < 11; i++) await attempt(`2001:db8:0:1::${i}`, 'wrong', `name ${i}`);
    expect(await attempt('2001:db8:0:1:ffff::1', 'right')).to.equal('signIn.blocked');
    expect(await attempt('2001:db8:0:2::1', 'right')).to.equal('in');
  });

  it('starts a new count after a successful sign-in under the same name', async () => {
    const { attempt } = await setUp();
    for (let turn = 0; turn < 3; turn++) {
      for (let i = 0; i < 10; i++) expect(await attempt('192.0.2.1', 'wrong', 'Ann')).to.equal('signIn.failed');
      expect(await attempt('192.0.2.1', 'right')).to.equal('in');
    }
  });

  it('is blocked for guesses at other names, even with successful sign-ins in between', async () => {
    const { attempt, hasher } = await setUp();
    const ends: string[] = [];
    for (let i = 0; i < 20; i++) {
      ends.push(await attempt('192.0.2.1', 'wrong', `name ${i}`));
      await attempt('192.0.2.1', 'right');
    }
    expect(tally(ends)).to.deep.equal({ 'signIn.failed': 11, 'signIn.blocked': 9 });
    expect(hasher.looks).to.equal(11 + 10);
  });

  it('gets no more password checks with 50 concurrent guesses', async () => {
    const { hasher, attempt } = await setUp();
    const ends = await Promise.all(Array.from({ length: 50 }, (_, i) => attempt('192.0.2.1', 'wrong', `name ${i}`)));
    expect(tally(ends)).to.deep.equal({ 'signIn.failed': 11, 'signIn.blocked': 39 });
    expect(hasher.looks).to.equal(11);
  });

  it('is not confused with a client of 50 concurrent successful sign-ins', async () => {
    const { attempt } = await setUp();
    const ends = await Promise.all(Array.from({ length: 50 }, () => attempt('192.0.2.1', 'right')));
    expect(tally(ends)).to.deep.equal({ in: 50 });
  });
});

describe('A user name with failures from many addresses', () => {
  for (const name of ['ann', 'nobody']) {
    it(`is blocked for growing periods after ten failures: ${name}`, async () => {
      const { attempt, failFromElsewhere, passSeconds } = await setUp();
      expect(tally(await failFromElsewhere(11, name))).to.deep.equal({ 'signIn.failed': 11 });
      for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
        expect(await failFromElsewhere(2, name)).to.deep.equal(Array(2).fill(`signIn.nameBlocked ${seconds}`));
        passSeconds(seconds);
        expect(await failFromElsewhere(1, name)).to.deep.equal(['signIn.failed']);
      }
      passSeconds(3600);
      expect(await attempt('192.0.2.1', 'right')).to.equal('in');
    });
  }

  it('is usable after the block, and other names at any time', async () => {
    const { attempt, failFromElsewhere, passSeconds } = await setUp();
    await failFromElsewhere(11);
    expect(await attempt('192.0.2.1', 'right')).to.equal('signIn.nameBlocked 1');
    expect(await attempt('192.0.2.1', 'wrong', 'other')).to.equal('signIn.failed');
    passSeconds(1);
    expect(await attempt('192.0.2.1', 'right')).to.equal('in');
  });

  it('is usable at any time from an address of an earlier sign-in', async () => {
    const { attempt, failFromElsewhere, passSeconds } = await setUp();
    expect(await attempt('192.0.2.1', 'right')).to.equal('in');
    passSeconds(29 * 86_400);
    await failFromElsewhere(20);
    expect([await attempt('192.0.2.1', 'right'), await attempt('192.0.2.2', 'right')]).to.deep.equal([
      'in',
      'signIn.nameBlocked 1',
    ]);
    passSeconds(31 * 86_400);
    await failFromElsewhere(20);
    expect(await attempt('192.0.2.1', 'right')).to.equal('signIn.nameBlocked 1');
  });

  it('is not guessed more often with sign-ins under another name in between', async () => {
    const { attempt, hasher } = await setUp();
    const ends: string[] = [];
    for (let i = 0; i < 5; i++) {
      for (let guess = 0; guess < 5; guess++) ends.push(await attempt('192.0.2.1', 'wrong', 'gone'));
      await attempt('192.0.2.1', 'right');
    }
    expect(tally(ends)).to.deep.equal({ 'signIn.failed': 11, 'signIn.blocked': 14 });
    expect(hasher.looks).to.equal(11 + 2);
  });

  it('gets no more password checks from 50 addresses concurrently', async () => {
    const { hasher, attempt } = await setUp();
    const ends = await Promise.all(Array.from({ length: 50 }, (_, i) => attempt(`198.51.100.${i}`)));
    expect(tally(ends)).to.deep.equal({ 'signIn.failed': 11, 'signIn.nameBlocked 1': 39 });
    expect(hasher.looks).to.equal(11);
  });
});

describe('The history of sign-ins', () => {
  it('contains the user, application and address of each sign-in and failure', async () => {
    const { attempt, audit } = await setUp();
    await attempt('192.0.2.1', 'right');
    await attempt('2001:db8::1', 'wrong');
    const recentEntries = (await audit()).slice(-2).map(({ at: _at, differences: _differences, ...entry }) => entry);
    const where = { appId: 'main', object: 'user', objectId: 1, objectName: 'Ann' };
    expect(recentEntries).to.deep.equal([
      { ...where, action: 'signIn', userId: 1, by: 'Ann', clientAddress: '192.0.2.1' },
      { ...where, action: 'signInFailed', userId: null, by: 'main', clientAddress: '2001:db8::1' },
    ]);
  });

  it('contains each block once, and no blocked attempt', async () => {
    const { attempt, history } = await setUp();
    for (let i = 0; i < 30; i++) await attempt('192.0.2.1');
    expect(tally(await history())).to.deep.equal({
      'signInFailed user Ann': 11,
      'block user Ann': 1,
      'block clientAddress 192.0.2.1': 1,
    });
  });

  it('contains no unknown user name, and neither do the counters', async () => {
    const { attempt, history, audit, readers } = await setUp();
    for (let i = 0; i < 12; i++) await attempt('192.0.2.1', 'wrong', 'my secret password');
    expect(tally(await history())).to.deep.equal({
      'signInFailed user null': 11,
      'block user null': 1,
      'block clientAddress 192.0.2.1': 1,
    });
    expect(JSON.stringify(await audit())).not.to.include('my secret password');
    expect(await readers.signInAttempts.find('name my secret password')).to.equal(undefined);
  });
});
