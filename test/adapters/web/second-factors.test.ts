import { expect } from 'chai';
import { internalCaller } from '../../../application/caller.js';
import { ConsoleServer } from '../../support/console/console-server.js';
import { SoftwareAuthenticator } from '../../support/factors/software-authenticator.js';
import { codeAt } from '../../support/factors/totp-app.js';

const json = { 'X-Hexipam-Console': '1', 'Content-Type': 'application/json' };

type Members = Readonly<Record<string, unknown>>;

interface SessionAnswer {
  readonly status: number;
  readonly cookie: string;
  readonly message?: string;
  readonly user?: { readonly username: string } | null;
  readonly factor?: { readonly hasCodes: boolean; readonly passkey?: Members };
  readonly enrolment?: { readonly secret: string; readonly uri: string; readonly passkey: Members };
  readonly recoveryCodes?: readonly string[];
  readonly passkey?: Members;
}

describe('Second factors at the sign-in to the console', () => {
  let server: ConsoleServer;
  const credentials = { username: 'Admin', password: 'correct horse' };

  beforeEach(async () => {
    server = await ConsoleServer.start();
  });
  afterEach(async () => {
    await server.close();
    expect(server.complaints).to.deep.equal([]);
  });

  async function post(body: object, path = 'session', headers: Record<string, string> = {}): Promise<SessionAnswer> {
    const answer = await fetch(`${server.url}/console/${path}`, {
      method: 'POST',
      headers: { ...json, ...headers },
      body: JSON.stringify(body),
    });
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
    return { status: answer.status, cookie, ...((await answer.json()) as object) };
  }
  const now = () => new Date(Date.now() + server.offsetMs);
  const demand = async () => {
    await server.application.access.settings.set(internalCaller, { secondFactor: 'all' });
  };
  const enrol = async (passkey: SoftwareAuthenticator): Promise<SessionAnswer> => {
    const { enrolment } = await post(credentials);
    return post({ ...credentials, enrolment: { passkey: passkey.create(enrolment?.passkey ?? {}) } });
  };
  const alone = async (passkey: SoftwareAuthenticator, lies = {}): Promise<SessionAnswer> =>
    post({ passkey: passkey.get((await post({}, 'session/passkey')).passkey ?? {}, lies) });
  const refused = (response: SessionAnswer) =>
    expect([response.status, response.message]).to.deep.equal([500, 'Invalid username or password']);

  it('must be enrolled before anything else by a user who needs one and has none', async () => {
    await demand();
    const first = await post(credentials);
    expect([first.status, first.cookie, first.user]).to.deep.equal([401, '', undefined]);
    const { secret = '', uri } = first.enrolment ?? {};
    expect(uri).to.match(/^otpauth:\/\/totp\/Hexipam:Admin\?/);
    expect((await post({ ...credentials, enrolment: { code: '000000' } })).message).to.equal(
      'Second factor refused: the code is not one of the new secret',
    );
    expect((await post({ ...credentials, password: 'wrong', enrolment: { code: codeAt(secret, now()) } })).status).to.equal(500);
    const done = await post({ ...credentials, enrolment: { code: codeAt(secret, now()) } });
    expect(done.status).to.equal(200);
    expect(done.user?.username).to.equal('Admin');
    expect(done.recoveryCodes).to.have.length(10);
    const [session] = await server.readers.tokens.list();
    expect(session?.session?.method).to.equal('password+totp');
    server.offsetMs += 30_000;
    const next = await post(credentials);
    expect([next.status, next.factor]).to.deep.equal([401, { hasCodes: true }]);
    expect((await post({ ...credentials, code: codeAt(secret, now()) })).status).to.equal(200);
    expect((await post({ ...credentials, code: codeAt(secret, now()) })).message).to.equal(
      'The code of the second factor is wrong or was used before',
    );
    expect((await post({ ...credentials, code: done.recoveryCodes?.[0] })).status).to.equal(200);
  });

  it('cannot be replaced by an enrolment', async () => {
    await demand();
    await enrol(new SoftwareAuthenticator(server.url));
    const other = await post({ ...credentials, enrolment: { code: '123456' } });
    expect([other.status, other.enrolment]).to.deep.equal([401, undefined]);
    expect(other.factor).not.to.equal(undefined);
  });

  it('may be a passkey in addition to the password, which answers a challenge once', async () => {
    await demand();
    const passkey = new SoftwareAuthenticator(server.url);
    expect((await enrol(passkey)).status).to.equal(200);
    const { factor } = await post(credentials);
    expect(factor?.hasCodes).to.equal(false);
    const answer = passkey.get(factor?.passkey ?? {});
    expect((await post({ ...credentials, passkey: answer })).status).to.equal(200);
    expect((await post({ ...credentials, passkey: answer })).status).to.equal(401);
    const methods = (await server.readers.tokens.list()).map(({ session }) => session?.method);
    expect(methods).to.deep.equal(['password+passkey', 'password+passkey']);
  });

  describe('A passkey alone', () => {
    let passkey: SoftwareAuthenticator;
    beforeEach(async () => {
      await demand();
      passkey = new SoftwareAuthenticator(server.url);
      await enrol(passkey);
    });

    it('signs its user in', async () => {
      const response = await alone(passkey);
      expect([response.status, response.user?.username]).to.deep.equal([200, 'Admin']);
    });

    it('answers a challenge once, and none for another purpose', async () => {
      const answer = passkey.get((await post({}, 'session/passkey')).passkey ?? {});
      expect((await post({ passkey: answer })).status).to.equal(200);
      refused(await post({ passkey: answer }));
      const { factor } = await post(credentials);
      refused(await post({ passkey: passkey.get(factor?.passkey ?? {}) }));
      const { passkey: options } = await post({}, 'session/passkey');
      expect((await post({ ...credentials, passkey: passkey.get(options ?? {}) })).status).to.equal(401);
    });

    it('must verify its user, and must be for this server', async () => {
      refused(await alone(passkey, { isUserVerified: false }));
      refused(await alone(passkey, { origin: 'https://evil.example' }));
      refused(await alone(passkey, { rpId: 'evil.example' }));
      refused(await alone(passkey, { signer: new SoftwareAuthenticator(server.url) }));
    });

    it('is refused like a wrong password if it is unknown, or its user is disabled or of a provider', async () => {
      refused(await alone(new SoftwareAuthenticator(server.url)));
      const { access } = server.application;
      await access.users.add(internalCaller, { username: 'Other', password: 'correct horse', role: 'Administrator' });
      const ldap = { urls: ['ldap://127.0.0.1:1'], userBase: 'dc=example', userFilter: '(uid={username})' };
      await access.signInProviders.add(internalCaller, { name: 'dir', type: 'ldap', label: 'Directory', ldap });
      await access.users.set(internalCaller, 'Admin', { provider: 'dir' });
      refused(await alone(passkey));
      await access.users.set(internalCaller, 'Admin', { provider: null, password: 'correct horse' });
      refused(await alone(passkey)); // a change of the provider deletes the factors
      passkey = new SoftwareAuthenticator(server.url);
      await enrol(passkey);
      expect((await alone(passkey)).status).to.equal(200);
      await access.users.set(internalCaller, 'Admin', { disabled: true });
      refused(await alone(passkey));
    });

    it('counts as a failed sign-in when it is wrong, and leads to a block', async () => {
      for (let tries = 0; tries < 11; tries++) refused(await alone(passkey, { isUserVerified: false }));
      expect((await alone(passkey)).message).to.match(/^(Your IP has been blocked|Too many login failures)/);
    });
  });

  it('begin a new session, whatever cookie the browser had before', async () => {
    await demand();
    const passkey = new SoftwareAuthenticator(server.url);
    await enrol(passkey);
    const planted = 'hexipam-console=planted-by-somebody-else';
    const { passkey: options } = await post({}, 'session/passkey', { cookie: planted });
    const response = await post({ passkey: passkey.get(options ?? {}) }, 'session', { cookie: planted });
    expect(response.cookie).to.match(/^hexipam-console=[\w-]{20,}$/);
    expect(response.cookie).not.to.equal(planted);
  });

  it('are accepted only from the console', async () => {
    const answer = await fetch(`${server.url}/console/session/passkey`, { method: 'POST' });
    expect(answer.status).to.equal(403);
  });
});
