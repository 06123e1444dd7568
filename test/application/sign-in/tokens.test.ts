import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { RandomTokenSource } from '../../../adapters/system/index.js';
import { Administration } from '../../../application/access/administration/administration.js';
import { type Caller, internalCaller } from '../../../application/caller.js';
import { app } from '../../domain/support/apps.js';
import { ManualTimers } from '../../support/time/manual-timers.js';
import { NotingHasher } from '../support/administration.js';
import { codeOf } from '../support/application.js';
import { signInOver } from '../support/sign-in.js';

/** A password hasher that waits between `hold` and `release`. */
class HeldHasher extends NotingHasher {
  #release: (() => void) | undefined;
  #held: Promise<void> = Promise.resolve();

  hold(): void {
    this.#held = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  release(): void {
    this.#release?.();
  }

  override async verify(password: string, hash: string): Promise<boolean> {
    await this.#held;
    return super.verify(password, hash);
  }
}

/** Sign-in with tokens that are valid for 60 seconds, on manual timers. */
async function setUp() {
  const { readers, unitOfWork } = createMemoryDatabase();
  const timers = new ManualTimers();
  const clock = { now: () => new Date(Date.UTC(2024, 2, 1) + timers.now) };
  const [tokens, hasher] = [new RandomTokenSource(), new HeldHasher()];
  const administration = new Administration(readers, unitOfWork, clock, hasher, tokens);
  await administration.provision({ users: [{ username: 'ann', password: 'right' }] });
  const { signIn, accessTokens } = signInOver({ readers, unitOfWork }, clock, timers, hasher, tokens);
  const caller: Caller = { ...internalCaller, app, clientAddress: '192.0.2.1' };
  const grant = async () => (await signIn.signIn(caller, 'ann', 'right')).token;
  const secondsLeft = async (token: string) => ((await accessTokens.expiryOf(token)).getTime() - clock.now().getTime()) / 1000;
  return { administration, signIn, accessTokens, timers, hasher, caller, grant, secondsLeft };
}

describe('A token', () => {
  it('reports its expiry without a change of it, and is valid for its full time again after a refresh', async () => {
    const { accessTokens, timers, grant, secondsLeft } = await setUp();
    const token = await grant();
    expect(await secondsLeft(token)).to.equal(60);
    await timers.pass(40_000);
    expect([await secondsLeft(token), await secondsLeft(token)]).to.deep.equal([20, 20]);
    await accessTokens.refresh(token);
    expect(await secondsLeft(token)).to.equal(60);
  });

  it('is different at each sign-in, and its revocation affects no other', async () => {
    const { accessTokens, grant, secondsLeft } = await setUp();
    const [first, second] = [await grant(), await grant()];
    expect(first).not.to.equal(second);
    await accessTokens.revoke(first);
    expect(await codeOf(accessTokens.expiryOf(first))).to.equal('token.invalid');
    expect(await secondsLeft(second)).to.equal(60);
  });

  it('causes token.invalid if it is unknown or of a disabled user, and token.expired after its time', async () => {
    const { administration, accessTokens, timers, grant } = await setUp();
    const uses = [
      (token: string) => accessTokens.expiryOf(token),
      (token: string) => accessTokens.refresh(token),
      (token: string) => accessTokens.revoke(token),
    ];
    for (const use of uses) expect(await codeOf(use('x'.repeat(24)))).to.equal('token.invalid');
    const expired = await grant();
    await timers.pass(60_000);
    for (const use of uses) expect(await codeOf(use(expired))).to.equal('token.expired');
    const disabled = await grant();
    await administration.provision({ users: [{ username: 'ann', disabled: true }] });
    await timers.pass(1000);
    for (const use of uses) expect(await codeOf(use(disabled))).to.equal('token.invalid');
  });
});

describe('A sign-in behind eleven running password checks', () => {
  it('is rejected as signIn.busy after a timeout, and continues when they end', async () => {
    const { signIn, timers, hasher, caller } = await setUp();
    hasher.hold();
    const attempt = (password: string) =>
      signIn.signIn(caller, 'ann', password).then(
        () => 'in',
        (error) => error.code,
      );
    const others = Array.from({ length: 11 }, () => attempt('right'));
    await timers.pass(1);
    expect(await timers.until(attempt('right'))).to.equal('signIn.busy');
    const patient = attempt('right');
    await timers.pass(50);
    hasher.release();
    expect(await timers.until(Promise.all([...others, patient]))).to.deep.equal(Array<string>(12).fill('in'));
  });
});
