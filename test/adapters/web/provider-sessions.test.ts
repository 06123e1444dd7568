import { expect } from 'chai';
import { internalCaller } from '../../../application/caller.js';
import { ConsoleServer } from '../../support/console/console-server.js';
import { Browser } from '../../support/oidc/browser.js';
import { clientId, clientSecret, OpenIdProvider } from '../../support/oidc/open-id-provider.js';

const own = { 'X-Hexipam-Console': '1' };

interface SessionAnswer {
  readonly user: { readonly username: string; readonly role: string } | null;
  readonly providers?: readonly object[];
  readonly signOut?: string;
}

describe('Sign-in by an OpenID provider', () => {
  let provider: OpenIdProvider;
  let server: ConsoleServer;
  let browser: Browser;

  beforeEach(async () => {
    [provider, server, browser] = [await OpenIdProvider.start(), await ConsoleServer.start(), new Browser()];
    await provider.register(server.url, 'staff');
    provider.accounts.set('1001', {
      ...{ preferred_username: 'anna', name: 'Anna Example', groups: ['netops'] },
      ...{ email: 'anna@example.org', email_verified: true },
    });
    provider.current = '1001';
    await add('staff', {});
  });
  afterEach(async () => {
    await server.close();
    await provider.close();
    expect(server.complaints).to.deep.equal([]);
  });

  const settings = () => ({ issuer: provider.issuer, clientId, clientSecret });
  const add = (name: string, given: object, oidc: object = {}) =>
    server.application.access.signInProviders.add(internalCaller, {
      ...{ name, type: 'oidc', label: 'Staff', mapping: 'netops => group Operators\nboss => role Administrator' },
      ...given,
      oidc: { ...settings(), ...oidc },
    });
  const set = (changes: object) => server.application.access.signInProviders.set(internalCaller, 'staff', changes);
  const begin = (to = '') => `${server.url}/console/sign-in/staff${to === '' ? '' : `?to=${encodeURIComponent(to)}`}`;
  const isCallback = (url: string) => url.includes('/callback?');
  const isOver = (url: string) => url.startsWith(`${server.url}/console/`) && !url.includes('/sign-in/');
  const signIn = (to = '') => browser.follow(begin(to), isOver);
  const session = async (userAgent = browser): Promise<SessionAnswer> =>
    (await userAgent.open(`${server.url}/console/session`, { headers: own })).json() as Promise<SessionAnswer>;
  const textOf = async (answer: Response | undefined) => /<p role="alert">(.*)<\/p>/.exec((await answer?.text()) ?? '')?.[1];
  const userCalled = (name: string) => server.readers.users.findByName(name);

  it('is offered to people who are not signed in', async () => {
    expect(await session()).to.deep.equal({ user: null, version: '0', providers: [{ name: 'staff', label: 'Staff' }] });
    await set({ disabled: true });
    server.application.directory.forget();
    expect(await session()).to.deep.equal({ user: null, version: '0' });
  });

  it('creates the user with name, e-mail address and groups, and redirects to the requested page', async () => {
    const { url, answer } = await signIn('/console/networks/5?find=a');
    expect(answer).to.equal(undefined);
    expect(url).to.equal(`${server.url}/console/networks/5?find=a`);
    expect((await session()).user).to.include({ username: 'anna', role: 'User' });
    expect(await userCalled('anna')).to.deep.include({
      ...{ realName: 'Anna Example', email: 'anna@example.org', provider: 'staff', subject: `${provider.issuer} 1001` },
      groups: (await server.readers.groups.list()).filter(({ name }) => name === 'Operators').map(({ id }) => id),
    });
    expect(browser.jarOf(server.url).has('hexipam-sign-in')).to.equal(false);
  });

  it('finds the user by the subject, and updates groups and role at each sign-in', async () => {
    await signIn();
    provider.accounts.set('1001', { preferred_username: 'anna.married', groups: ['boss'] });
    browser = new Browser();
    await signIn();
    expect(await userCalled('anna.married')).to.equal(undefined);
    expect(await userCalled('anna')).to.deep.include({ role: 'Administrator', groups: [] });
  });

  it('takes over no account by its name', async () => {
    provider.accounts.set('1002', { preferred_username: 'Admin' });
    provider.current = '1002';
    const { answer } = await signIn();
    expect([answer?.status, await textOf(answer)]).to.deep.equal([
      403,
      'Sign-in refused: the user name Admin belongs to another account',
    ]);
    await server.application.access.users.add(internalCaller, { username: 'anna', provider: 'staff' });
    provider.current = '1001';
    browser = new Browser();
    await signIn();
    provider.accounts.set('1003', { preferred_username: 'anna' });
    provider.current = '1003';
    browser = new Browser();
    expect((await signIn()).answer?.status).to.equal(403);
  });

  it('takes over an account by its e-mail address only if configured and verified by the provider', async () => {
    const local = { username: 'ann', password: 'correct horse', email: 'Anna@example.org' };
    await server.application.access.users.add(internalCaller, local);
    const unverified = { preferred_username: 'mallory', email: 'anna@example.org', email_verified: false };
    await signIn();
    expect((await userCalled('ann'))?.provider).to.equal(null);
    await server.application.access.users.remove(internalCaller, 'anna');
    await set({ oidc: { matchEmail: true } });
    provider.accounts.set('666', unverified);
    provider.current = '666';
    browser = new Browser();
    await signIn();
    expect((await userCalled('ann'))?.provider).to.equal(null);
    expect((await session()).user?.username).to.equal('mallory');
    await server.application.access.users.remove(internalCaller, 'mallory');
    provider.current = '1001';
    browser = new Browser();
    await signIn();
    expect((await session()).user?.username).to.equal('ann');
    expect(await userCalled('ann')).to.include({ provider: 'staff', subject: `${provider.issuer} 1001` });
  });

  it('creates no user if configured so, and refuses disabled users', async () => {
    await set({ createUsers: false });
    server.application.directory.forget();
    expect(await textOf((await signIn()).answer)).to.equal('Sign-in refused: there is no user anna');
    await set({ createUsers: true });
    await signIn();
    await server.application.access.users.set(internalCaller, 'anna', { disabled: true });
    browser = new Browser();
    expect(await textOf((await signIn()).answer)).to.equal('User account is disabled');
  });

  it('works after the provider has changed its keys', async () => {
    await signIn();
    await provider.rotateKeys();
    browser = new Browser();
    expect((await signIn()).answer).to.equal(undefined);
    expect((await session()).user?.username).to.equal('anna');
  });

  it('reports that the user has cancelled, or that the provider does not answer', async () => {
    provider.current = undefined;
    const { answer } = await signIn();
    expect([answer?.status, await textOf(answer)]).to.deep.equal([403, 'Sign-in refused: the answer of Staff is not valid']);
    expect(server.warnings.join()).to.match(/access_denied/);
    await add('gone', {}, { issuer: 'http://127.0.0.1:1' });
    const silent = await browser.open(`${server.url}/console/sign-in/gone`);
    expect([silent.status, await textOf(silent)]).to.deep.equal([503, 'Sign-in is not available: Staff does not answer']);
  });

  it('accepts an answer once, in the browser that began the sign-in, for the chosen provider', async () => {
    const { url } = await browser.follow(begin(), isCallback);
    const other = new Browser();
    expect((await other.open(url)).status).to.equal(403);
    const cookies = new Map(browser.jarOf(server.url));
    expect((await browser.open(url)).status).to.equal(303);
    for (const [name, value] of cookies) other.jarOf(server.url).set(name, value);
    const again = await other.open(url);
    expect([again.status, await textOf(again)]).to.deep.equal([403, 'Sign-in refused: this sign-in has expired, start again']);
    await add('second', {});
    browser = new Browser();
    const mixed = (await browser.follow(begin(), isCallback)).url.replace('/staff/', '/second/');
    expect((await browser.open(mixed)).status).to.equal(403);
  });

  it('accepts no code that another browser received', async () => {
    const victim = new Browser();
    const stolen = new URL((await victim.follow(begin(), isCallback)).url).searchParams.get('code') ?? '';
    provider.accounts.set('1002', { preferred_username: 'eve', name: 'Eve Example', groups: [] });
    provider.current = '1002';
    const injected = new URL((await browser.follow(begin(), isCallback)).url);
    injected.searchParams.set('code', stolen);
    const answer = await browser.open(injected.href);
    expect([answer.status, await textOf(answer)]).to.deep.equal([403, 'Sign-in refused: the answer of Staff is not valid']);
    expect((await session()).user).to.equal(null);
    expect(await userCalled('anna')).to.equal(undefined);
  });

  it('accepts no answer with another state, and none after ten minutes', async () => {
    const { url } = await browser.follow(begin(), isCallback);
    const forged = new URL(url);
    forged.searchParams.set('state', 'a'.repeat(43));
    expect((await browser.open(forged.href)).status).to.equal(403);
    const late = (await browser.follow(begin(), isCallback)).url;
    server.offsetMs = 601_000;
    const answer = await browser.open(late);
    expect([answer.status, await textOf(answer)]).to.deep.equal([403, 'Sign-in refused: this sign-in has expired, start again']);
  });

  it('redirects to no other site', async () => {
    for (const to of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      '/console/..//evil.example',
      'console/',
      '/admin',
    ])
      expect((await browser.follow(begin(to), isOver)).url, to).to.equal(`${server.url}/console/`);
  });

  it('creates a new session, whatever cookie the browser had before', async () => {
    browser.jarOf(server.url).set('hexipam-console', 'planted-by-somebody-else');
    await signIn();
    expect(browser.jarOf(server.url).get('hexipam-console')).to.match(/^[\w-]{24}$/);
    expect((await session()).user?.username).to.equal('anna');
  });

  it('ends with a sign-out at the provider', async () => {
    await signIn();
    const answer = await browser.open(`${server.url}/console/session`, { method: 'DELETE', headers: own });
    const { signOut = '' } = (await answer.json()) as SessionAnswer;
    const url = new URL(signOut);
    expect(url.origin).to.equal(provider.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).to.equal(`${server.url}/console/`);
    expect(url.searchParams.get('id_token_hint')).to.match(/^ey/);
    expect((await session()).user).to.equal(null);
    const second = await browser.open(`${server.url}/console/session`, { method: 'DELETE', headers: own });
    expect(((await second.json()) as SessionAnswer).signOut).to.equal(undefined);
  });

  it('is ended by the provider over the back channel', async () => {
    await signIn();
    const hint = JSON.parse(Buffer.from(browser.jarOf(server.url).get('hexipam-provider') ?? '', 'base64url').toString()).idToken;
    const page = await browser.open(`${provider.issuer}/session/end?id_token_hint=${hint}`);
    const xsrf = /name="xsrf" value="([^"]*)"/.exec(await page.text())?.[1] ?? '';
    const body = new URLSearchParams({ xsrf, logout: 'yes' });
    await browser.open(`${provider.issuer}/session/end/confirm`, { method: 'POST', body });
    expect((await session()).user).to.equal(null);
    expect(server.warnings).to.deep.equal([]);
  });

  it('can be tested by administrators step by step', async () => {
    const steps = async (oidc: object = {}) => {
      await set({ oidc: { clientSecret, ...oidc } });
      return (await server.application.access.signInProviders.test(internalCaller, 'staff')).map(({ problem }) => problem);
    };
    expect(await steps()).to.deep.equal([null, null, null]);
    expect((await steps({ clientSecret: 'wrong' })).at(-1)).to.match(/^invalid_client/);
    expect(await steps({ issuer: 'http://127.0.0.1:1' })).to.deep.equal(['127.0.0.1:1: ECONNREFUSED']);
  });
});
