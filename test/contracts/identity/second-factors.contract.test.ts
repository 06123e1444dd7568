import { expect } from 'chai';
import type { AccessToken } from '../../../domain/access/access-token.js';
import type { PasskeyFactor, TotpFactor } from '../../../domain/access/second-factor.js';
import { newUser, uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';
import { expectError } from '../support/expect-error.js';

const at = (seconds: number): Date => new Date(Date.UTC(2030, 0, 1, 0, 0, seconds, 123));

const common = (userId: number) => ({
  ...{ id: uniqueWord(), userId, name: 'Factor', created: at(0), lastUsed: null, isConfirmed: true },
});

const totpOf = (userId: number, given: Partial<TotpFactor> = {}): TotpFactor => ({
  ...common(userId),
  ...{ type: 'totp', secret: 'JBSWY3DPEHPK3PXP', lastStep: null },
  ...given,
});

const passkeyOf = (userId: number, given: Partial<PasskeyFactor> = {}): PasskeyFactor => ({
  ...common(userId),
  ...{ type: 'passkey', credentialId: uniqueWord(), publicKey: 'AQ', rpId: 'ipam.example', transports: ['usb'], counter: 0 },
  ...given,
});

describeContract('Second factors', ['identity'], (storage) => {
  const insertUser = (): Promise<number> => storage.write(({ users }) => users.insert(newUser(), 'hash'));
  const insert = (factor: TotpFactor | PasskeyFactor): Promise<void> =>
    storage.write(({ secondFactors }) => secondFactors.insert(factor));
  const listed = (userId: number) => storage.readers.secondFactors.list(userId);

  it('store their whole definition, and are listed in order of creation', async () => {
    const userId = await insertUser();
    const samples = [
      totpOf(userId, { name: `it's "日"`, isConfirmed: false }),
      totpOf(userId, { created: at(1), lastStep: 59_999_999, lastUsed: at(9) }),
      passkeyOf(userId, { created: at(2) }),
      passkeyOf(userId, { created: at(3), counter: 4_294_967_295, transports: [] }),
    ];
    for (const factor of samples.toReversed()) await insert(factor);
    expect(await listed(userId)).to.deep.equal(samples);
    const [, , passkey] = samples;
    expect(await storage.readers.secondFactors.findPasskey((passkey as PasskeyFactor).credentialId)).to.deep.equal(passkey);
    expect(await storage.readers.secondFactors.findPasskey('none')).to.equal(undefined);
  });

  it('are rejected for missing users, and deleted with their users', async () => {
    await expectError(insert(totpOf(987654321)), 'signIn.failed');
    const userId = await insertUser();
    const passkey = passkeyOf(userId);
    await insert(passkey);
    await storage.write(({ secondFactors }) => secondFactors.replaceRecoveryCodes(userId, ['a', 'b']));
    await storage.write(({ users }) => users.delete(userId));
    expect(await listed(userId)).to.deep.equal([]);
    expect(await storage.readers.secondFactors.findPasskey(passkey.credentialId)).to.equal(undefined);
    expect(await storage.readers.secondFactors.countRecoveryCodes(userId)).to.equal(0);
  });

  it('reject a duplicate passkey', async () => {
    const passkey = passkeyOf(await insertUser());
    await insert(passkey);
    await expectError(insert({ ...passkey, id: uniqueWord() }), 'account.enrolment');
  });

  it('accept a time step once, and no earlier one', async () => {
    const factor = totpOf(await insertUser());
    await insert(factor);
    const use = (step: number): Promise<boolean> =>
      storage.write(({ secondFactors }) => secondFactors.useStep(factor.id, step, at(step)));
    expect([await use(5), await use(5), await use(4), await use(6)]).to.deep.equal([true, false, false, true]);
    expect((await listed(factor.userId))[0]).to.deep.include({ lastStep: 6, lastUsed: at(6) });
  });

  it('accept one of several equal concurrent time steps', async () => {
    const factor = totpOf(await insertUser());
    await insert(factor);
    const uses = Array.from({ length: 8 }, () =>
      storage.write(({ secondFactors }) => secondFactors.useStep(factor.id, 7, at(0))),
    );
    expect((await Promise.all(uses)).filter(Boolean)).to.have.length(1);
  });

  it('accept a higher counter, or 0 from an authenticator without a counter', async () => {
    const [counting, plain] = [passkeyOf(await insertUser(), { counter: 3 }), passkeyOf(await insertUser())];
    await insert(counting);
    await insert(plain);
    const use = (id: string, counter: number): Promise<boolean> =>
      storage.write(({ secondFactors }) => secondFactors.useCounter(id, counter, at(1)));
    expect([await use(counting.id, 3), await use(counting.id, 0), await use(counting.id, 9)]).to.deep.equal([false, false, true]);
    expect([await use(plain.id, 0), await use(plain.id, 0)]).to.deep.equal([true, true]);
  });

  it('are confirmed and deleted one at a time', async () => {
    const userId = await insertUser();
    const [first, second] = [totpOf(userId, { isConfirmed: false }), totpOf(userId, { created: at(1) })];
    await insert(first);
    await insert(second);
    await storage.write(({ secondFactors }) => secondFactors.confirm(first.id));
    expect((await listed(userId)).map(({ isConfirmed }) => isConfirmed)).to.deep.equal([true, true]);
    expect(await storage.write(({ secondFactors }) => secondFactors.delete(first.id))).to.equal(true);
    expect(await storage.write(({ secondFactors }) => secondFactors.delete(first.id))).to.equal(false);
    expect(await listed(userId)).to.deep.equal([second]);
  });

  it('have recovery codes that are valid once, each for one user', async () => {
    const [userId, other] = [await insertUser(), await insertUser()];
    await storage.write(({ secondFactors }) => secondFactors.replaceRecoveryCodes(userId, ['a', 'b', 'c']));
    await storage.write(({ secondFactors }) => secondFactors.replaceRecoveryCodes(userId, ['b', 'd']));
    const use = (id: number, digest: string): Promise<boolean> =>
      storage.write(({ secondFactors }) => secondFactors.useRecoveryCode(id, digest));
    expect([await use(userId, 'a'), await use(other, 'b'), await use(userId, 'b'), await use(userId, 'b')]).to.deep.equal([
      ...[false, false, true, false],
    ]);
    expect(await storage.readers.secondFactors.countRecoveryCodes(userId)).to.equal(1);
  });

  it('have challenges that are valid once, and not after their expiry', async () => {
    const [known, outlived] = [uniqueWord(), uniqueWord()];
    await storage.write(({ requestNonces }) => requestNonces.note(known, at(10), at(0)));
    await storage.write(({ requestNonces }) => requestNonces.note(outlived, at(10), at(0)));
    const take = (digest: string, now: Date): Promise<boolean> =>
      storage.write(({ requestNonces }) => requestNonces.take(digest, now));
    expect([
      await take(known, at(1)),
      await take(known, at(1)),
      await take(outlived, at(11)),
      await take('none', at(1)),
    ]).to.deep.equal([true, false, false, false]);
  });
});

describeContract('Sessions', ['identity'], (storage) => {
  it('store the details of the sign-in, and the time of the last use', async () => {
    const userId = await storage.write(({ users }) => users.insert(newUser(), 'hash'));
    const times = { created: at(0), lastUsed: at(0), proven: at(0) };
    const session = { method: 'password+totp', ...times, clientAddress: '192.0.2.7', userAgent: 'curl/8' };
    const token: AccessToken = { digest: uniqueWord().padStart(64, '0'), userId, expires: at(60), session };
    await storage.write(({ tokens }) => tokens.insert(token));
    expect(await storage.readers.tokens.find(token.digest)).to.deep.equal(token);
    await storage.write(({ tokens }) => tokens.extend(token.digest, at(90), at(30)));
    expect(await storage.readers.tokens.find(token.digest)).to.deep.equal({
      ...token,
      ...{ expires: at(90), session: { ...session, lastUsed: at(30) } },
    });
    expect((await storage.readers.tokens.list()).find(({ digest }) => digest === token.digest)?.session?.method).to.equal(
      'password+totp',
    );
  });

  it('store the time of the last authentication', async () => {
    const userId = await storage.write(({ users }) => users.insert(newUser(), 'hash'));
    const times = { created: at(0), lastUsed: at(0), proven: at(0) };
    const session = { method: 'password', ...times, clientAddress: null, userAgent: '' };
    const token: AccessToken = { digest: uniqueWord().padStart(64, '0'), userId, expires: at(60), session };
    await storage.write(({ tokens }) => tokens.insert(token));
    await storage.write(({ tokens }) => tokens.noteAuthentication(token.digest, at(20)));
    await storage.write(({ tokens }) => tokens.noteAuthentication('none', at(20)));
    expect((await storage.readers.tokens.find(token.digest))?.session).to.deep.equal({ ...session, proven: at(20) });
  });

  it('are optional for a token', async () => {
    const userId = await storage.write(({ users }) => users.insert(newUser(), 'hash'));
    const token: AccessToken = { digest: uniqueWord().padStart(64, '0'), userId, expires: at(60) };
    await storage.write(({ tokens }) => tokens.insert(token));
    await storage.write(({ tokens }) => tokens.extend(token.digest, at(61), at(1)));
    expect(await storage.readers.tokens.find(token.digest)).to.deep.equal({ ...token, expires: at(61) });
  });
});
