import { expect } from 'chai';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ApiServer, passwords } from '../../support/api-server.js';
import { SoftwareAuthenticator } from '../../support/factors/software-authenticator.js';
import { codeAt } from '../../support/factors/totp-app.js';

const json = { 'Content-Type': 'application/json' };
const needed =
  '401 A code of a second factor is needed, in the header X-Hexipam-OTP or as otp; programs use a key of a service account';
const invalidCode = '401 The code of the second factor is wrong or was used before';
const factorNeeded = '403 A code or a passkey is needed for this change, since the account has second factors';
const unproven = '403 The password, a code or a passkey is needed for this change';

interface Enrolled {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

describe('Second factors', () => {
  let server: ApiServer;
  let now: Date;
  let guest: ApiClient;
  const password = passwords.guest ?? '';

  beforeEach(async () => {
    now = new Date(Date.UTC(2030, 0, 1, 12));
    server = await ApiServer.start({ clock: { now: () => now } });
    guest = await server.signIn('guest', 'main');
  });
  afterEach(async () => {
    expect(server.complaints).to.deep.equal([]);
    await server.close();
  });

  const pass = (seconds: number): void => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  const signIn = (given: string, headers: Record<string, string> = {}, body?: object, name = 'guest'): Promise<Answer> =>
    server.unauthenticated('main').send({
      method: 'POST',
      target: '/user/',
      headers: {
        authorization: `Basic ${Buffer.from(`${name}:${given}`).toString('base64')}`,
        ...headers,
        ...(body ? json : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const withCode = (code: string, given = password): Promise<Answer> => signIn(given, { 'x-hexipam-otp': code });
  const code = (secret: string, stepsLater = 0): string => codeAt(secret, now, stepsLater);
  const remove = (client: ApiClient, target: string, body: object = {}): Promise<Answer> =>
    client.send({ method: 'DELETE', target, headers: json, body: JSON.stringify(body) });

  /** Adds an authenticator app to the account of a client, and uses its first code. */
  async function enrol(client = guest, given = password): Promise<Enrolled> {
    const begun = await client.post('/account/factors/totp/', { password: given, name: 'Phone' });
    expect(begun.summary).to.equal('200');
    const secret = String(begun.record.secret);
    const added = await client.post('/account/factors/totp/confirm/', { code: code(secret) });
    expect(added.summary).to.equal('201');
    pass(30);
    return { secret, recoveryCodes: added.record.recoveryCodes as readonly string[] };
  }

  it('are added by the first code of an app, with recovery codes that are shown once', async () => {
    expect((await guest.get('/account/')).record).to.deep.include({ canHaveFactors: '1', needsFactor: '0', factors: [] });
    const { secret, recoveryCodes } = await enrol();
    expect(secret).to.match(/^[A-Z2-7]{32}$/);
    expect(recoveryCodes).to.have.length(10);
    expect(new Set(recoveryCodes).size).to.equal(10);
    const account = await guest.get('/account/');
    expect(account.record).to.deep.include({ username: 'guest', recoveryCodes: '10' });
    expect(account.record.factors).to.have.length(1);
    expect(account.text).not.to.include(secret);
    const listed = await server.client.get('/admin/users/guest/factors/');
    expect(listed.records).to.have.length(1);
    expect(listed.text).not.to.include(secret);
    const history = await server.client.get('/admin/history/');
    expect(history.records[0]).to.deep.include({ action: 'add', kind: 'factor', name: 'guest Phone', by: 'Gu Est' });
    expect(history.text).not.to.include(secret);
  });

  it('are not active before the first correct code, which must arrive within 15 minutes', async () => {
    const begun = await guest.post('/account/factors/totp/', { password });
    const secret = String(begun.record.secret);
    expect((await signIn(password)).summary).to.equal('200');
    const confirm = async (given: string) => (await guest.post('/account/factors/totp/confirm/', { code: given })).summary;
    expect(await confirm('000000')).to.equal('400 Second factor refused: the code is not one of the new secret');
    pass(901);
    expect(await confirm(code(secret))).to.equal(
      '400 Second factor refused: the setup was not started or has expired, start again',
    );
    expect((await signIn(password)).summary).to.equal('200');
  });

  it('block after wrong first codes, which count as failed sign-ins', async () => {
    const begun = await guest.post('/account/factors/totp/', { password });
    const secret = String(begun.record.secret);
    const confirm = (given: string) => guest.post('/account/factors/totp/confirm/', { code: given });
    const statuses: string[] = [];
    for (let tries = 0; tries < 12; tries++) statuses.push((await confirm(code(secret, 7))).summary);
    expect(statuses[0]).to.equal('400 Second factor refused: the code is not one of the new secret');
    expect(statuses.at(-1)).to.match(/^(429|500 Your IP has been blocked)/);
    expect((await confirm(code(secret))).status).to.be.oneOf([429, 500]);
    expect((await guest.get('/account/')).record.factors).to.deep.equal([]);
    const history = await server.client.get('/admin/history/?only=signIns');
    expect(history.records.some(({ differences }) => String(differences).includes('secondFactor'))).to.equal(true);
  });

  it('do not count a first code without a secret as a failed sign-in', async () => {
    for (let tries = 0; tries < 12; tries++)
      expect((await guest.post('/account/factors/totp/confirm/', { code: '000000' })).status).to.equal(400);
    expect((await signIn(password)).summary).to.equal('200');
  });

  it('are required in addition to the password, in a header or the body', async () => {
    const { secret } = await enrol();
    expect((await signIn(password)).summary).to.equal(needed);
    expect((await withCode(code(secret))).summary).to.equal('200');
    pass(30);
    expect((await signIn(password, {}, { otp: code(secret) })).summary).to.equal('200');
  });

  it('accept each code once, of the present step and its neighbours', async () => {
    const { secret } = await enrol();
    pass(300);
    const present = code(secret);
    expect((await withCode(code(secret, -2))).summary).to.equal(invalidCode);
    expect((await withCode(code(secret, 2))).summary).to.equal(invalidCode);
    expect((await withCode(code(secret, -1))).summary).to.equal('200');
    expect((await withCode(present)).summary).to.equal('200');
    expect((await withCode(present)).summary).to.equal(invalidCode);
    expect((await withCode(code(secret, -1))).summary).to.equal(invalidCode);
    expect((await withCode(code(secret, 1))).summary).to.equal('200');
  });

  it('accept one of many equal codes at the same time', async () => {
    const { secret } = await enrol();
    const answers = await Promise.all(Array.from({ length: 5 }, () => withCode(code(secret))));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
  });

  it('accept each recovery code once, in any case and with any separator', async () => {
    const { recoveryCodes } = await enrol();
    const [first = '', second = ''] = recoveryCodes;
    expect((await withCode(first)).summary).to.equal('200');
    expect((await withCode(first)).summary).to.equal(invalidCode);
    expect((await withCode(second.replaceAll('-', ' ').toUpperCase())).summary).to.equal('200');
    expect((await guest.get('/account/')).record.recoveryCodes).to.equal('8');
  });

  it('block after wrong codes, which count as failed sign-ins', async () => {
    const { secret } = await enrol();
    const statuses: string[] = [];
    for (let tries = 0; tries < 12; tries++) statuses.push((await withCode(code(secret, 7))).summary);
    expect(statuses[0]).to.equal(invalidCode);
    expect(statuses.at(-1)).to.match(/^(429|500 Your IP has been blocked)/);
    expect((await withCode(code(secret))).status).to.be.oneOf([429, 500]);
    const history = await server.client.get('/admin/history/?only=signIns');
    expect(history.records.some(({ differences }) => String(differences).includes('secondFactor'))).to.equal(true);
  });

  it('block after wrong codes also with right passwords in between', async () => {
    const { secret } = await enrol();
    for (let tries = 0; tries < 10; tries++) {
      expect((await withCode(code(secret, 7))).summary).to.equal(invalidCode);
      expect((await signIn(password)).summary).to.equal(needed);
    }
    expect((await withCode(code(secret, 7))).summary).to.equal(invalidCode);
    expect((await withCode(code(secret))).status).to.be.oneOf([429, 500]);
  });

  it('are not revealed without the right password, and neither are users', async () => {
    await enrol();
    const answers = [
      await signIn('wrong'),
      await signIn('wrong', { 'x-hexipam-otp': '123456' }),
      await signIn('wrong', {}, undefined, 'nobody'),
      await signIn('wrong', { 'x-hexipam-otp': '123456' }, undefined, 'nobody'),
      await signIn('wrong', {}, undefined, 'operator'),
    ];
    expect(new Set(answers.map(({ summary }) => summary))).to.deep.equal(new Set(['500 Invalid username or password']));
  });

  it('cannot be read or changed with keys', async () => {
    const made = await server.client.post('/keys/', { name: 'all', scopes: ['*:write', 'admin'] });
    const key = server.unauthenticated('main').with({ token: String(made.record.key) });
    const denied = '403 Insufficient permissions';
    expect((await key.get('/account/')).summary).to.equal(denied);
    expect((await key.get('/account/sessions/')).summary).to.equal(denied);
    expect((await key.post('/account/factors/totp/', { password: passwords.Admin })).summary).to.equal(denied);
    expect((await key.post('/account/factors/passkey/', { password: passwords.Admin })).summary).to.equal(denied);
    expect((await remove(key, '/account/sessions/')).summary).to.equal(denied);
  });

  it('are added and removed only with a new proof of identity', async () => {
    const { secret, recoveryCodes } = await enrol();
    const [factor] = (await guest.get('/account/')).record.factors as readonly { readonly id: string }[];
    const target = `/account/factors/${factor?.id}/`;
    expect((await remove(guest, target)).summary).to.equal(unproven);
    for (const target of ['totp', 'passkey', 'recovery_codes'])
      expect((await guest.post(`/account/factors/${target}/`, { password })).summary).to.equal(factorNeeded);
    expect((await remove(guest, target, { password })).summary).to.equal(factorNeeded);
    expect((await remove(guest, target, { code: '000000' })).summary).to.equal('403 The password, code or passkey is wrong');
    expect((await guest.post('/account/factors/totp/', {})).summary).to.equal(unproven);
    expect((await guest.post('/account/factors/passkey/', {})).summary).to.equal(unproven);
    expect((await guest.post('/account/factors/recovery_codes/', {})).summary).to.equal(unproven);
    const renewed = await guest.post('/account/factors/recovery_codes/', { code: code(secret) });
    expect(renewed.record.recoveryCodes).to.have.length(10);
    expect((await withCode(recoveryCodes[0] ?? '')).summary).to.equal(invalidCode);
    pass(30);
    expect((await remove(guest, target, { code: code(secret) })).summary).to.equal('200');
    expect((await signIn(password)).summary).to.equal('200');
    expect((await guest.get('/account/')).record).to.deep.include({ factors: [], recoveryCodes: '0' });
  });

  it('of another user cannot be removed', async () => {
    await enrol();
    const [factor] = (await guest.get('/account/')).record.factors as readonly { readonly id: string }[];
    const operator = await server.signIn('operator', 'main');
    const answer = await remove(operator, `/account/factors/${factor?.id}/`, { password: passwords.operator });
    expect(answer.summary).to.equal(`404 There is no factor ${factor?.id}`);
  });

  describe('that settings require', () => {
    const demand = (rule: string) => server.client.patch('/admin/settings/', { secondFactor: rule });
    const missing =
      '403 A second factor is required: add one at the sign-in to the web console; programs use a key of a service account';

    it('are required from all users, from administrators or from none', async () => {
      await demand('administrators');
      expect((await signIn(password)).summary).to.equal('200');
      expect((await signIn(passwords.Admin ?? '', {}, undefined, 'Admin')).summary).to.equal(missing);
      await demand('all');
      expect((await signIn(password)).summary).to.equal(missing);
      expect((await signIn('wrong')).summary).to.equal('500 Invalid username or password');
      expect((await guest.get('/account/')).record.needsFactor).to.equal('1');
      await demand('none');
      expect((await signIn(password)).summary).to.equal('200');
    });

    it('cannot all be removed by their owner', async () => {
      const { secret } = await enrol();
      await demand('all');
      const [factor] = (await guest.get('/account/')).record.factors as readonly { readonly id: string }[];
      expect((await remove(guest, `/account/factors/${factor?.id}/`, { code: code(secret) })).summary).to.equal(
        '400 Second factor refused: a second factor is required, add another one first',
      );
    });
  });

  it('are reset by administrators', async () => {
    await enrol();
    const reset = await remove(server.client, '/admin/users/guest/factors/');
    expect(reset.record).to.deep.equal({ removed: '1' });
    expect((await signIn(password)).summary).to.equal('200');
    expect((await remove(guest, '/admin/users/Admin/factors/')).status).to.equal(403);
    expect((await remove(server.client, '/admin/users/Admin/factors/')).summary).to.equal('403 Insufficient permissions');
  });

  describe('Passkeys', () => {
    let passkey: SoftwareAuthenticator;

    const optionsOf = (answer: Answer): Readonly<Record<string, unknown>> => JSON.parse(String(answer.record.options));
    async function add(client = guest, given = password, own = passkey): Promise<Answer> {
      const begun = await client.post('/account/factors/passkey/', { password: given });
      expect(begun.summary).to.equal('200');
      return client.post('/account/factors/passkey/confirm/', { passkey: own.create(optionsOf(begun)), name: 'Laptop' });
    }
    const challenge = async (client = guest) => optionsOf(await client.post('/account/factors/challenge/', {}));
    const prove = async (answer: object, client = guest) =>
      (await client.post('/account/factors/recovery_codes/', { passkey: answer })).summary;
    const refused = '403 The password, code or passkey is wrong';

    beforeEach(async () => {
      passkey = new SoftwareAuthenticator(server.url);
      expect((await add()).summary).to.equal('201');
    });

    it('prove the identity of their user', async () => {
      expect(await prove(passkey.get(await challenge()))).to.equal('200');
      expect((await signIn(password)).summary).to.equal(needed);
    });

    it('answer a challenge once', async () => {
      const answer = passkey.get(await challenge());
      expect(await prove(answer)).to.equal('200');
      expect(await prove(answer)).to.equal(refused);
    });

    it('answer a challenge within five minutes', async () => {
      const options = await challenge();
      pass(301);
      expect(await prove(passkey.get(options))).to.equal(refused);
    });

    it('are refused for a challenge of another user or purpose, or an invented one', async () => {
      const operator = await server.signIn('operator', 'main');
      const other = new SoftwareAuthenticator(server.url);
      expect((await add(operator, passwords.operator, other)).summary).to.equal('201');
      expect(await prove(passkey.get(await challenge(operator)))).to.equal(refused);
      expect(await prove(other.get(await challenge()))).to.equal(refused);
      const proof = { passkey: passkey.get(await challenge()) };
      const creation = optionsOf(await guest.post('/account/factors/passkey/', proof));
      expect(await prove(passkey.get(creation))).to.equal(refused);
      expect(await prove(passkey.get({ challenge: 'bWFkZSB1cA' }))).to.equal(refused);
    });

    it('are accepted only with the right server, signature, counter and type', async () => {
      const lies = [
        { origin: 'https://ipam.example' },
        { origin: server.url.replace('http:', 'https:') },
        { rpId: 'ipam.example' },
        { type: 'webauthn.create' },
        { signer: new SoftwareAuthenticator(server.url) },
      ];
      for (const lie of lies) expect(await prove(passkey.get(await challenge(), lie)), JSON.stringify(lie)).to.equal(refused);
      expect(await prove(passkey.get(await challenge(), { counter: 50 }))).to.equal('200');
      expect(await prove(passkey.get(await challenge(), { counter: 50 }))).to.equal(refused);
      for (const broken of [{}, { id: passkey.id }, { id: passkey.id, response: { clientDataJSON: 'AA' } }, { response: 7 }])
        expect(await prove(broken)).to.equal(refused);
    });

    it('are not added for another server, or twice', async () => {
      const begin = async () =>
        optionsOf(await guest.post('/account/factors/passkey/', { passkey: passkey.get(await challenge()) }));
      const confirm = async (answer: object) =>
        (await guest.post('/account/factors/passkey/confirm/', { passkey: answer })).summary;
      const unverified = '400 Second factor refused: the passkey could not be verified, try again';
      const next = new SoftwareAuthenticator(server.url);
      expect(await confirm(next.create(await begin(), { origin: 'https://evil.example' }))).to.equal(unverified);
      expect(await confirm(next.create(await begin(), { rpId: 'evil.example' }))).to.equal(unverified);
      const options = await begin();
      expect(await confirm(next.create(options))).to.equal('201');
      expect(await confirm(next.create(options))).to.equal(unverified);
      expect(await confirm(next.create(await begin()))).to.equal('400 Second factor refused: this passkey is already registered');
    });
  });
});

describe('Own accounts', () => {
  let server: ApiServer;
  let guest: ApiClient;
  const password = passwords.guest ?? '';

  beforeEach(async () => {
    server = await ApiServer.start();
    guest = await server.signIn('guest', 'main');
  });
  afterEach(() => server.close());

  const remove = (client: ApiClient, target: string): Promise<Answer> => client.send({ method: 'DELETE', target });

  it('list sessions with client, method and last use, the current one first', async () => {
    const authorization = `Basic ${Buffer.from(`guest:${password}`).toString('base64')}`;
    const agent = `evil\u00e9${'x'.repeat(500)}`;
    await server
      .unauthenticated('main')
      .send({ method: 'POST', target: '/user/', headers: { authorization, 'user-agent': agent } });
    const { records } = await guest.get('/account/sessions/');
    expect(records).to.have.length(2);
    expect(records[0]).to.deep.include({ user: 'guest', method: 'password', clientAddress: '127.0.0.1', isCurrent: '1' });
    expect(records[1]?.userAgent).to.match(/^evil [x]{195}$/);
    const tokens = await server.client.get('/admin/tokens/?user=guest');
    expect(tokens.records.map(({ method }) => method)).to.deep.equal(['password', 'password']);
    const history = await server.client.get('/admin/history/?only=signIns');
    expect(history.records[0]).to.deep.include({ action: 'signIn', differences: ['[method]:  => password'] });
  });

  it('end one session, and all others', async () => {
    const [second, third] = [await server.signIn('guest', 'main'), await server.signIn('guest', 'main')];
    const [own, ...others] = (await guest.get('/account/sessions/')).records;
    expect(others).to.have.length(2);
    expect((await remove(server.client, `/account/sessions/${own?.id}/`)).summary).to.equal(`404 There is no session ${own?.id}`);
    expect((await remove(guest, `/account/sessions/${others[0]?.id}/`)).summary).to.equal('200');
    const alive = [await second.get('/sections/'), await third.get('/sections/')].filter(({ status }) => status !== 401);
    expect(alive).to.have.length(1);
    expect((await remove(guest, '/account/sessions/')).record).to.deep.equal({ ended: '1' });
    expect((await second.get('/account/')).status).to.equal(401);
    expect((await third.get('/account/')).status).to.equal(401);
    expect((await guest.get('/account/')).status).to.equal(200);
  });

  it('change the password with the current one, and end all other sessions', async () => {
    const other = await server.signIn('guest', 'main');
    const change = async (given: object) => (await guest.patch('/account/password/', given)).summary;
    expect(await change({ newPassword: 'another good one' })).to.equal(unproven);
    expect(await change({ password: 'wrong', newPassword: 'another good one' })).to.equal(
      '403 The password, code or passkey is wrong',
    );
    expect(await change({ password, newPassword: 'short' })).to.match(/^400 newPassword: /);
    expect(await change({ password, newPassword: 'another good one' })).to.equal('200');
    expect((await guest.get('/account/')).status).to.equal(200);
    expect((await other.get('/account/')).status).to.equal(401);
    const authorization = `Basic ${Buffer.from('guest:another good one').toString('base64')}`;
    const again = await server.unauthenticated('main').send({ method: 'POST', target: '/user/', headers: { authorization } });
    expect(again.status).to.equal(200);
  });
});
