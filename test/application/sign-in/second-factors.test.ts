import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { OtpCodes } from '../../../adapters/second-factors/otp-codes.js';
import { WebauthnPasskeys } from '../../../adapters/second-factors/webauthn-passkeys.js';
import { RandomTokenSource, systemRandom, systemTimers } from '../../../adapters/system/index.js';
import { Administration } from '../../../application/access/administration/administration.js';
import { type Caller, callerOf, commandLineCaller, internalCaller } from '../../../application/caller.js';
import { type Application, createApplication } from '../../../application/index.js';
import type { Readers } from '../../../application/ports/unit-of-work.js';
import type { User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import { app } from '../../domain/support/apps.js';
import { codeAt } from '../../support/factors/totp-app.js';
import { errorOf } from '../../support/outcome/error-of.js';
import { NotingHasher } from '../support/administration.js';

const username = 'ann';
const password = 'correct horse';
const client = { party: undefined, token: undefined, isGone: () => false };
const codeOf = async (work: Promise<unknown>): Promise<string> => (await errorOf(work, IpamError)).code;

describe('Second factors of an account', () => {
  let ipam: Application;
  let administration: Administration;
  let readers: Readers;
  let user: User;
  let caller: Caller;
  let now: Date;

  beforeEach(async () => {
    now = new Date(Date.UTC(2030, 0, 1));
    const database = createMemoryDatabase({ now: () => now }, { checksLocks: true });
    readers = database.readers;
    const { unitOfWork } = database;
    const [clock, passwords, tokens] = [{ now: () => now }, new NotingHasher(), new RandomTokenSource()];
    ipam = createApplication({
      ...{ readers, unitOfWork, clock, timers: systemTimers, random: systemRandom, passwords, tokens, tokenTtl: 3600 },
      ...{ oneTimeCodes: new OtpCodes(), passkeys: new WebauthnPasskeys() },
    });
    administration = new Administration(readers, unitOfWork, clock, passwords, tokens);
    await ipam.access.users.add(commandLineCaller, { username, password });
    user = (await readers.users.findByName(username)) as User;
    caller = callerOf(app, user, { enforceUserPermissions: true }, '192.0.2.7');
  });

  const signIn = (code?: string) =>
    ipam.signIn.signIn(internalCaller, username, password, undefined, code === undefined ? {} : { factor: { code } });

  async function enrol(): Promise<string> {
    const { secret } = await ipam.ownAccount.beginTotp(caller, { password }, 'Phone', client);
    await ipam.ownAccount.confirmTotp(caller, codeAt(secret, now), client);
    now = new Date(now.getTime() + 30_000);
    return secret;
  }

  it('are requested after a correct password, and each code is valid once', async () => {
    const secret = await enrol();
    expect(await codeOf(signIn())).to.equal('signIn.factorNeeded');
    expect(await codeOf(signIn('000000'))).to.equal('signIn.factorWrong');
    await signIn(codeAt(secret, now));
    expect(await codeOf(signIn(codeAt(secret, now)))).to.equal('signIn.factorWrong');
  });

  it('are required by the setting', async () => {
    await ipam.access.settings.set(commandLineCaller, { secondFactor: 'all' });
    expect(await codeOf(signIn())).to.equal('signIn.factorMissing');
    expect(await codeOf(ipam.signIn.signIn(internalCaller, username, 'wrong'))).to.equal('signIn.failed');
  });

  it('change only with a new proof, and not by a key or an application', async () => {
    const secret = await enrol();
    const [factor] = (await ipam.ownAccount.read(caller)).factors;
    const remove = (proof: object, by = caller) => ipam.ownAccount.removeFactor(by, factor?.id ?? '', proof, client);
    expect(await codeOf(remove({}))).to.equal('account.proofNeeded');
    expect(await codeOf(remove({ password }))).to.equal('account.factorNeeded');
    expect(await codeOf(remove({ code: '000000' }))).to.equal('account.proofWrong');
    expect(await codeOf(remove({ password }, { ...caller, user: null }))).to.equal('permission.denied');
    expect(await codeOf(remove({ password }, { ...caller, key: {} as never }))).to.equal('permission.denied');
    expect((await ipam.ownAccount.read(caller)).factors).to.have.length(1);
    await remove({ code: codeAt(secret, now) });
    await signIn();
  });

  it('reject a wrong first code, and count it as a failure', async () => {
    const { secret } = await ipam.ownAccount.beginTotp(caller, { password }, 'Phone', client);
    expect(await codeOf(ipam.ownAccount.confirmTotp(caller, '000000', client))).to.equal('account.codeWrong');
    expect((await readers.signInAttempts.find('client 192.0.2.7'))?.failures).to.equal(1);
    await ipam.ownAccount.confirmTotp(caller, codeAt(secret, now), client);
    expect(await readers.signInAttempts.find('client 192.0.2.7')).to.equal(undefined);
  });

  it('or passwords renew the proof that a session needs to create keys', async () => {
    const { token } = await signIn();
    const session = { ...caller, session: ipam.accessTokens.digestOf(token) };
    const key = { name: 'planted', scopes: ['*:read'] };
    now = new Date(now.getTime() + 300_000);
    expect(await codeOf(ipam.ownKeys.add(session, key))).to.equal('account.proofOutdated');
    await ipam.ownAccount.reauthenticate(session, { password }, client);
    await ipam.ownKeys.add(session, key);
    expect(await codeOf(ipam.ownKeys.add({ ...session, session: 'ended' }, key))).to.equal('account.proofOutdated');
    const provider = { name: 'sso', type: 'oidc', label: 'SSO', oidc: { issuer: 'https://sso.example', clientId: 'ipam' } };
    await ipam.access.signInProviders.add(commandLineCaller, provider);
    await ipam.access.users.set(commandLineCaller, username, { provider: 'sso' });
    expect(await codeOf(ipam.ownAccount.reauthenticate(session, { password }, client))).to.equal('account.proofOutdated');
  });

  it('are not available to users of an external provider', async () => {
    const provider = { name: 'sso', type: 'oidc', label: 'SSO', oidc: { issuer: 'https://sso.example', clientId: 'ipam' } };
    await ipam.access.signInProviders.add(commandLineCaller, provider);
    await ipam.access.users.set(commandLineCaller, username, { provider: 'sso' });
    expect(await codeOf(ipam.ownAccount.beginTotp(caller, { password }, '', client))).to.equal('account.enrolment');
    expect((await ipam.ownAccount.read(caller)).canHaveFactors).to.equal(false);
  });

  it('are reset on the command line together with recovery codes', async () => {
    await enrol();
    expect(await ipam.access.factors.reset(commandLineCaller, username)).to.have.length(1);
    expect(await readers.secondFactors.list(user.id)).to.deep.equal([]);
    expect(await readers.secondFactors.countRecoveryCodes(user.id)).to.equal(0);
    await signIn();
    const [entry] = await ipam.access.audit(commandLineCaller, 2, ['delete']);
    expect(entry).to.include({ action: 'delete', object: 'factor', objectName: 'ann Phone' });
  });

  it('have up to 20 open challenges for a client, which housekeeping deletes after they expire', async () => {
    const party = { id: 'ipam.example', origin: 'https://ipam.example' };
    for (let times = 0; times < 25; times++) await ipam.secondFactors.signInOptions(party, '192.0.2.7');
    await ipam.secondFactors.signInOptions(party, '192.0.2.8');
    expect(await administration.sweepRequestNonces()).to.equal(0);
    now = new Date(now.getTime() + 301_000);
    expect(await administration.sweepRequestNonces()).to.equal(21);
    expect(await administration.sweepRequestNonces()).to.equal(0);
  });

  it('accept an imported secret of 80 bits, and reject an unreadable one', async () => {
    const codes = new OtpCodes();
    const short = 'JBSWY3DPEHPK3PXP';
    const step = Math.floor(now.getTime() / 30_000);
    expect(await codes.stepOf(short, codeAt(short, now), now)).to.equal(step);
    expect(await codes.stepOf(short, codeAt(short, now, -1), now)).to.equal(step - 1);
    expect(await codes.stepOf(short, codeAt(short, now, 1), now)).to.equal(step + 1);
    expect(await codes.stepOf(short, codeAt(short, now, 2), now)).to.equal(undefined);
    for (const length of [26, 27, 28, 29, 30, 31, 32]) {
      const odd = 'ZXWVUTSRQPONMLKJIHGFEDCBA765432Z'.slice(0, length);
      expect(await codes.stepOf(odd, codeAt(odd, now), now), odd).to.equal(step);
    }
    expect(await codes.stepOf('no base32 1', '123456', now)).to.equal(undefined);
    expect(await codes.stepOf(short, '12345', now)).to.equal(undefined);
  });

  it('compute the codes of RFC 6238', async () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const samples: readonly [number, string][] = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [2_000_000_000, '279037'],
    ];
    for (const [seconds, code] of samples) {
      const at = new Date(seconds * 1000);
      expect(codeAt(secret, at)).to.equal(code);
      expect(await new OtpCodes().stepOf(secret, code, at)).to.equal(Math.floor(seconds / 30));
    }
  });
});
