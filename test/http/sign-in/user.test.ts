import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer, passwords } from '../../support/api-server.js';
import { membersOf, sendXml, xmlOf } from '../support/wire-texts.js';

const lifetime = 21_600_000;

const basic = (username: string, password: string) => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

describe('/user/', () => {
  let server: ApiServer;
  let client: ApiClient;
  let now: Date;
  const pass = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  /** A time as the service prints it. */
  const printed = (time: Date) => {
    const two = (value: number) => String(value).padStart(2, '0');
    return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
  };
  const inFull = () => printed(new Date(now.getTime() + lifetime));
  const signIn = (authorization?: string, app = 'main') =>
    server
      .unauthenticated(app)
      .send({ method: 'POST', target: '/user/', headers: authorization === undefined ? {} : { authorization } });

  beforeEach(async () => {
    now = new Date(2024, 2, 1, 12, 0, 0);
    server = await ApiServer.start({ clock: { now: () => now } });
    client = await server.signIn('operator', 'main');
  });
  afterEach(() => server.close());

  describe('sign-in', () => {
    it('returns a new token each time, which expires after six hours', async () => {
      const answers = [
        await signIn(basic('guest', passwords.guest ?? '')),
        await signIn(basic('GUEST', passwords.guest ?? ''), 'read'),
      ];
      for (const answer of answers) {
        const { data, ...members } = membersOf(answer);
        expect([answer.status, members]).to.deep.equal([200, { code: 200, success: true }]);
        expect(data).to.have.all.keys('token', 'expires').and.to.include({ expires: inFull() });
        expect(answer.record.token).to.match(/^[A-Za-z0-9_-]{24}$/);
      }
      expect(answers[0]?.record.token).not.to.equal(answers[1]?.record.token);
      const token = String(answers[1]?.record.token);
      expect((await server.unauthenticated('write').with({ token }).get('/sections/')).status).to.equal(200);
    });

    it('answers in XML', async () => {
      const headers = { authorization: basic('guest', passwords.guest ?? ''), 'Content-Type': 'application/xml' };
      const answer = await server.unauthenticated('main').send({ method: 'POST', target: '/user/', headers });
      expect(xmlOf(answer)).to.match(
        /^<user><code>200<\/code><success>1<\/success><data><token>[\w-]{24}<\/token><expires>2024-03-01 18:00:00<\/expires><\/data><\/user>$/,
      );
    });

    it('accepts a password with colons and letters of any script', async () => {
      const users = [{ username: 'söphie', password: 'a:b:ß 日', groups: [] }];
      await server.provision({ users });
      expect((await signIn(basic('söphie', 'a:b:ß 日'))).status).to.equal(200);
      expect((await signIn(basic('söphie', 'a'))).summary).to.equal('500 Invalid username or password');
    });

    const missing = '400 Please provide username and password';
    const invalidCredentials = '500 Invalid username or password';
    const refused: readonly (readonly [title: string, authorization: string | undefined, summary: string])[] = [
      ['no header', undefined, missing],
      ['another scheme', 'Bearer abcdefgh', missing],
      ['no password', basic('guest', ''), missing],
      ['no name', basic('', 'x'), missing],
      ['no colon', `Basic ${Buffer.from('guest').toString('base64')}`, missing],
      ['invalid base64', 'Basic ???', missing],
      ['an unknown name', basic('nobody', 'x'), invalidCredentials],
      ['a wrong password', basic('guest', 'x'), invalidCredentials],
      ['the password in upper case', basic('guest', (passwords.guest ?? '').toUpperCase()), invalidCredentials],
    ];
    for (const [title, authorization, summary] of refused) {
      it(`refuses a client with ${title}: ${summary}`, async () => {
        const answer = await signIn(authorization);
        expect(membersOf(answer)).to.deep.equal({ code: answer.status, success: false, message: summary.slice(4) });
        expect(answer.summary).to.equal(summary);
      });
    }

    it('refuses a disabled user, and reports the reason only for the right password', async () => {
      await server.provision({ users: [{ username: 'guest', disabled: true }] });
      expect((await signIn(basic('guest', passwords.guest ?? ''))).summary).to.equal('500 User account is disabled');
      expect((await signIn(basic('guest', 'x'))).summary).to.equal(invalidCredentials);
    });

    it('blocks a client address for five minutes after eleven failures', async () => {
      for (let i = 0; i < 11; i++) expect((await signIn(basic(`nobody ${i}`, 'x'))).summary).to.equal(invalidCredentials);
      const blocked = '500 Your IP has been blocked for 5 minutes because of excessive login failures';
      expect((await signIn(basic('guest', passwords.guest ?? ''))).summary).to.equal(blocked);
      pass(301);
      expect((await signIn(basic('guest', passwords.guest ?? ''))).status).to.equal(200);
    });
  });

  describe('returns the expiry of a token', () => {
    for (const path of ['/user/', '/user/token/', '/user/token_expires/', '//user//']) {
      it(`at ${path}, without an extension`, async () => {
        const end = inFull();
        pass(600);
        for (let i = 0; i < 2; i++)
          expect(membersOf(await client.get(path))).to.deep.equal({ code: 200, success: true, data: { expires: end } });
      });
    }

    it('in XML, for a token in any of its headers', async () => {
      const end = inFull();
      expect(xmlOf(await sendXml(client, 'GET', '/user/'))).to.equal(
        `<user><code>200</code><success>1</success><data><expires>${end}</expires></data></user>`,
      );
      for (const name of ['token', 'Token', 'hexipam-token', 'phpipam-token', 'PHPIPAM-TOKEN']) {
        const headers = { [name]: client.token ?? '' };
        expect(
          (await server.unauthenticated('main').send({ method: 'GET', target: '/user/', headers })).record,
          name,
        ).to.deep.equal({
          expires: end,
        });
      }
    });

    it('but not at other paths', async () => {
      for (const word of ['nonsense', '1', 'tokens'])
        expect((await client.get(`/user/${word}/`)).summary).to.equal('400 Invalid identifier');
    });
  });

  it('extends a token to its full lifetime with PATCH and PUT, and with other requests after a minute', async () => {
    for (const method of ['PATCH', 'PUT']) {
      pass(600);
      const answer = await client.send({ method, target: '/user/' });
      expect(membersOf(answer)).to.deep.equal({ code: 200, success: true, data: { expires: inFull() } });
      expect((await client.get('/user/')).record.expires).to.equal(inFull());
    }
    const before = inFull();
    pass(59);
    await client.get('/sections/');
    expect((await client.get('/user/')).record.expires).to.equal(before);
    pass(1);
    await client.get('/sections/');
    expect((await client.get('/user/')).record.expires).to.equal(inFull());
  });

  it('revokes a token immediately, and no other token', async () => {
    const other = await server.signIn('operator', 'main');
    expect(membersOf(await client.delete('/user/'))).to.deep.equal({ code: 200, success: true, data: ['Token removed'] });
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect((await client.send({ method, target: '/user/' })).summary, method).to.equal('403 Invalid token');
    expect((await client.get('/sections/')).summary).to.equal('401 Unauthorized');
    expect((await other.get('/user/')).status).to.equal(200);
  });

  it('allows sign-in, refresh and revocation through read-only applications', async () => {
    const reader = await server.signIn('guest', 'read');
    expect((await reader.patch('/user/')).status).to.equal(200);
    expect((await reader.delete('/user/')).status).to.equal(200);
  });

  it('refuses missing, unknown and expired tokens, with an error for each', async () => {
    const without = server.unauthenticated('main');
    const unknown = without.with({ token: 'x'.repeat(24) });
    pass(lifetime / 1000 + 1);
    for (const [user, summary] of [
      [without, '403 Please provide token'],
      [unknown, '403 Invalid token'],
      [client, '403 Token expired'],
    ] as const)
      for (const [method, path] of [
        ['GET', '/user/'],
        ['GET', '/user/token/'],
        ['PATCH', '/user/'],
        ['DELETE', '/user/'],
        ['GET', '/user/all/'],
      ] as const)
        expect((await user.send({ method, target: path })).summary, `${method} ${path}`).to.equal(summary);
  });

  describe('lists users', () => {
    const blank = { disabled: 'No', editDate: '2024-03-01 12:00:00', lastActivity: null };
    const admin = { ...blank, id: '1', username: 'Admin', groups: '', role: 'Administrator', real_name: 'Admin', email: '' };
    const operator = {
      ...blank,
      id: '2',
      username: 'operator',
      groups: '{"2":"2"}',
      role: 'User',
      real_name: 'Op Erator',
      email: '',
    };
    const guest = {
      ...blank,
      id: '3',
      username: 'guest',
      groups: '{"3":"3"}',
      role: 'User',
      real_name: 'Gu Est',
      email: '',
      lastLogin: null,
    };
    const withoutLogins = (records: readonly Readonly<Record<string, unknown>>[]) =>
      records.map(({ lastLogin: _lastLogin, ...record }) => record);
    const { lastLogin: _never, ...quiet } = guest;

    it('all or only administrators, without secrets', async () => {
      expect(withoutLogins((await client.get('/user/all/')).records)).to.deep.equal([admin, operator, quiet]);
      expect(withoutLogins((await client.get('/user/admins/')).records)).to.deep.equal([admin]);
      expect((await client.get('/user/all/')).records[2]).to.deep.equal(guest);
    });

    it('only to applications with permission admin', async () => {
      for (const app of ['read', 'write'])
        for (const path of ['/user/all/', '/user/admins/'])
          expect((await server.on(app).get(path)).summary).to.equal('503 Invalid app permissions');
    });
  });

  it('returns its methods without a token', async () => {
    const answer = await server.unauthenticated('main').send({ method: 'OPTIONS', target: '/user/' });
    expect([answer.status, Object.keys(answer.record)]).to.deep.equal([200, ['methods']]);
  });
});
