import { expect } from 'chai';
import { Authenticator } from '../../../application/access/sign-in/authenticator.js';
import type { AuthenticationResult, AuthStrategy, PresentedRequest } from '../../../application/ports/authentication.js';
import { acceptedStrategies } from '../../../domain/access/app.js';
import { IpamError } from '../../../domain/errors.js';
import { ApiServer, passwords } from '../../support/api-server.js';
import { storedAppsOf, strategiesOver } from '../../support/strategies.js';
import { EncryptingClient } from '../support/encrypting-client.js';

/** A strategy that trusts the value of a header. */
class Believing implements AuthStrategy<string> {
  readonly name: string;
  readonly #header: string;
  readonly #proof: (said: string) => AuthenticationResult;

  constructor(name: string, header: string, proof: (said: string) => AuthenticationResult) {
    this.name = name;
    this.#header = header;
    this.#proof = proof;
  }

  evidenceIn({ headers }: PresentedRequest): string | undefined {
    return [headers[this.#header] ?? []].flat()[0];
  }

  async prove(_app: unknown, said: string): Promise<AuthenticationResult> {
    return this.#proof(said);
  }
}

const code = 'c'.repeat(32);
const believed = new Believing('bearer', 'authorization', (said) =>
  said.startsWith('Bearer ') ? { username: said.slice('Bearer '.length) } : { refused: 'invalid' },
);
const outage = 'the directory does not answer';
const apiKey = new Believing('apiKey', 'x-api-key', (said) => {
  if (said === 'unchecked') throw new IpamError('signIn.unavailable', { problem: outage });
  return said === 'right' ? { proves: 'app' } : { refused: 'expired' };
});
const directory = new Believing('directory', 'x-directory', (said) => ({ username: said }));

const accepted = {
  ...acceptedStrategies,
  none: { ...acceptedStrategies.none, requests: ['userToken', 'bearer', 'apiKey'], signIn: ['directory', 'password'] },
  crypt: { ...acceptedStrategies.crypt, requests: ['encryption', 'apiKey'] },
};

describe('An application that accepts strategies of an embedding program', () => {
  let server: ApiServer;
  before(async () => {
    const hushed = { username: 'hushed', password: 'secret', disabled: true };
    const users = Object.entries(passwords).map(([username, password]) => ({
      username,
      password,
      role: username === 'Admin' ? 'Administrator' : 'User',
    }));
    const apps = [
      { id: 'main', permission: 'admin', security: 'none', showLinks: false },
      { id: 'sealed', permission: 'write', security: 'crypt', code },
    ];
    const provision = { users: [...users, hushed], apps };
    server = await ApiServer.start({ strategies: [believed, apiKey, directory], accepted, provision });
    await server.client.post('/sections/', { name: 'Hidden' });
  });
  after(() => server.close());

  const sections = async (headers: Record<string, string>, app = 'main', target = '/sections/') =>
    (await server.unauthenticated(app).send({ method: 'GET', target, headers })).summary;

  it('returns 503 with the message of a strategy that cannot check a proof', async () => {
    expect(await sections({ 'x-api-key': 'unchecked' })).to.equal(`503 Sign-in is not available: ${outage}`);
  });

  it('accepts a user that a strategy authenticates, with the permissions of that user', async () => {
    expect(await sections({ authorization: 'Bearer ADMIN' })).to.equal('200');
    const guest = await server.signIn('guest', 'main');
    expect(await sections({ authorization: 'Bearer guest' })).to.equal((await guest.get('/sections/')).summary);
  });

  it('refuses unknown and disabled users that a strategy authenticates', async () => {
    for (const name of ['nobody', '', 'hushed', 'constructor'])
      expect(await sections({ authorization: `Bearer ${name}` }), name).to.equal('401 Unauthorized');
  });

  it('accepts a valid key of a strategy, and refuses an invalid one', async () => {
    expect(await sections({ 'x-api-key': 'right' })).to.equal('200');
    expect(await sections({ 'x-api-key': 'wrong' })).to.equal('401 Unauthorized');
  });

  it('uses the first strategy that finds credentials', async () => {
    expect(await sections({ token: 'x'.repeat(24), authorization: 'Bearer Admin' })).to.equal('401 Unauthorized');
    expect(await sections({ authorization: 'Bearer nobody', 'x-api-key': 'right' })).to.equal('401 Unauthorized');
  });

  it('refuses a request without credentials', async () => {
    expect(await sections({})).to.equal('401 Unauthorized');
  });

  it('issues an access token for users of another strategy, and for passwords', async () => {
    const signIn = (headers: Record<string, string>) =>
      server.unauthenticated('main').send({ method: 'POST', target: '/user/', headers });
    const answer = await signIn({ 'x-directory': 'operator' });
    expect(answer.summary).to.equal('200');
    expect(await sections({ token: String(answer.record.token) })).not.to.match(/^401/);
    const basic = `Basic ${Buffer.from(`guest:${passwords.guest}`).toString('base64')}`;
    expect((await signIn({ authorization: basic })).summary).to.equal('200');
    for (const name of ['hushed', 'nobody'])
      expect((await signIn({ 'x-directory': name })).summary, name).to.equal('500 Invalid username or password');
  });

  it('accepts encrypted requests, and unencrypted ones that another strategy authenticates', async () => {
    expect(await sections({ 'x-api-key': 'right' }, 'sealed')).to.equal('200');
    expect(await sections({ 'x-api-key': 'wrong' }, 'sealed')).to.equal('401 Unauthorized');
    expect(await sections({}, 'sealed')).to.equal('401 Unauthorized');
    const sealed = new EncryptingClient(server.unauthenticated('sealed'), 'sealed', code);
    expect((await sealed.send('GET', 'sections', {})).summary).to.equal('200');
  });
});

describe('Strategies', () => {
  it('are refused when two have the same name, or an accepted one is missing', async () => {
    const server = await ApiServer.start();
    const { directory: known, accessTokens } = server.application;
    const usual = strategiesOver(server.application, storedAppsOf());
    expect(() => new Authenticator([...usual, ...usual], known, accessTokens)).to.throw(
      TypeError,
      'two strategies have the same name',
    );
    expect(() => new Authenticator(usual, known, accessTokens, accepted)).to.throw(TypeError, 'no strategy with the name bearer');
    await server.close();
  });
});
