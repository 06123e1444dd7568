import { createVerify } from 'node:crypto';
import { expect } from 'chai';
import { internalCaller } from '../../../application/caller.js';
import { ConsoleServer } from '../../support/console/console-server.js';
import { Browser } from '../../support/oidc/browser.js';
import { type AnswerFacts, makeKey, type ReadRequest, SamlProvider, transient } from '../../support/saml/saml-provider.js';

const own = { 'X-Hexipam-Console': '1' };
const audience = 'https://ipam.example.org';

interface SessionAnswer {
  readonly user: { readonly username: string; readonly role: string } | null;
  readonly providers?: readonly object[];
  readonly signOut?: string;
}

describe('Sign-in by a SAML provider', () => {
  let provider: SamlProvider;
  let server: ConsoleServer;
  let browser: Browser;

  before(() => {
    provider = SamlProvider.make('https://login.example/saml');
  });
  beforeEach(async () => {
    [server, browser] = [await ConsoleServer.start(), new Browser()];
    await server.application.access.signInProviders.add(internalCaller, {
      ...{ name: 'staff', type: 'saml', label: 'Staff', mapping: 'netops => group Operators\nboss => role Administrator' },
      saml: provider.settings(audience),
    });
  });
  afterEach(async () => {
    await server.close();
    expect(server.complaints).to.deep.equal([]);
  });

  const set = (changes: object) => server.application.access.signInProviders.set(internalCaller, 'staff', changes);
  const metadata = async () => (await browser.open(`${server.url}/console/sign-in/staff/metadata`)).text();
  const begin = async (to = '', userAgent = browser): Promise<ReadRequest> => {
    const answer = await userAgent.open(`${server.url}/console/sign-in/staff${to === '' ? '' : `?to=${encodeURIComponent(to)}`}`);
    expect(answer.status).to.equal(302);
    return provider.read(answer.headers.get('location') ?? '', await metadata());
  };
  const submit = (request: ReadRequest, response: string, userAgent = browser, further: Record<string, string> = {}) =>
    userAgent.open(request.consumerUrl, { method: 'POST', body: new URLSearchParams({ SAMLResponse: response, ...further }) });
  const signIn = async (given: Partial<AnswerFacts> = {}, to = ''): Promise<Response> => {
    const request = await begin(to);
    return submit(request, await provider.answer(await metadata(), request, given));
  };
  const session = async (): Promise<SessionAnswer> =>
    (await browser.open(`${server.url}/console/session`, { headers: own })).json() as Promise<SessionAnswer>;
  const textOf = async (answer: Response) => /<p role="alert">(.*)<\/p>/.exec(await answer.text())?.[1];
  const userCalled = (name: string) => server.readers.users.findByName(name);

  it('is offered, begins with a request and has metadata for the provider', async () => {
    expect((await session()).providers).to.deep.equal([{ name: 'staff', label: 'Staff' }]);
    const request = await begin();
    expect(request).to.include({ issuer: audience, consumerUrl: `${server.url}/console/sign-in/staff/callback` });
    const answer = await browser.open(`${server.url}/console/sign-in/staff/metadata`);
    expect(answer.headers.get('content-type')).to.equal('application/samlmetadata+xml; charset=utf-8');
    expect(await answer.text()).to.match(/WantAssertionsSigned="true"/);
    expect((await browser.open(`${server.url}/console/sign-in/none/metadata`)).status).to.equal(403);
  });

  it('begins with a signed request if a key is set, and the provider verifies it by the metadata', async () => {
    const { key, certificate } = makeKey();
    await set({ saml: { signingKey: key.replaceAll('\n', ''), signingCertificate: certificate } });
    const { search } = new URL((await browser.open(`${server.url}/console/sign-in/staff`)).headers.get('location') ?? '');
    const [, signed = '', signature = ''] = /[?&](SAMLRequest=[^&]+&SigAlg=[^&]+)&Signature=([^&]+)$/.exec(search) ?? [];
    expect(new URLSearchParams(signed).get('SigAlg')).to.equal('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
    const verifier = createVerify('RSA-SHA256').update(signed);
    expect(verifier.verify(certificate, decodeURIComponent(signature), 'base64')).to.equal(true);
    const published = await metadata();
    expect(published).to.include('AuthnRequestsSigned="true"').and.include(certificate.split('\n')[1]);
    expect(published).not.to.include('PRIVATE').and.not.to.include(key.split('\n')[1]);
    await signIn();
    expect((await session()).user).to.include({ username: 'anna' });
  });

  it('reports an unusable signing key in a test and at a sign-in', async () => {
    const [own, other] = [makeKey(), makeKey()];
    const steps = async (saml: object): Promise<string> => {
      await set({ saml });
      const all = await server.application.access.signInProviders.test(internalCaller, 'staff');
      return all.map(({ step, problem }) => `${step}: ${problem ?? 'ok'}`).join('\n');
    };
    expect(await steps({ signingKey: own.key, signingCertificate: other.certificate })).to.match(
      /read the signing key: the signing certificate belongs to another key$/,
    );
    expect(await steps({ signingKey: own.key, signingCertificate: own.certificate })).to.match(/read the signing key: ok/);
    const broken = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----';
    expect(await steps({ signingKey: broken })).to.match(/read the signing key: (?!ok)/);
    expect((await browser.open(`${server.url}/console/sign-in/staff`)).status).to.equal(503);
    expect(server.warnings.at(-1)).to.match(/^the request cannot be created: /);
    const listed = await server.application.access.signInProviders.list(internalCaller);
    expect(JSON.stringify(listed)).to.include('"signingKey":"(set)"').and.not.to.include('MIIE');
  });

  it('creates the user with name, e-mail address and groups, and redirects to the requested page', async () => {
    const attributes = { displayName: ['Anna Example'], email: ['anna@example.org'], groups: ['netops', 'others'] };
    const answer = await signIn({ attributes }, '/console/networks/5?find=a');
    expect([answer.status, answer.headers.get('location')]).to.deep.equal([303, '/console/networks/5?find=a']);
    expect((await session()).user).to.include({ username: 'anna', role: 'User' });
    expect(await userCalled('anna')).to.deep.include({
      ...{ realName: 'Anna Example', email: 'anna@example.org', provider: 'staff', subject: `${provider.entityId} anna` },
      groups: (await server.readers.groups.list()).filter(({ name }) => name === 'Operators').map(({ id }) => id),
    });
    expect(browser.jarOf(server.url).has('hexipam-sign-in')).to.equal(false);
  });

  it('finds the user by the NameID, and updates groups and role at each sign-in', async () => {
    await set({ saml: { usernameAttribute: 'urn:oid:uid' } });
    const uid = (name: string) => ({ 'urn:oid:uid': [name] });
    await signIn({ nameId: 'n-1', attributes: uid('anna') });
    await signIn({ nameId: 'n-1', attributes: { ...uid('anna.married'), groups: ['boss'] } });
    expect(await userCalled('anna.married')).to.equal(undefined);
    expect(await userCalled('anna')).to.deep.include({ role: 'Administrator', groups: [] });
    const other = await signIn({ nameId: 'n-2', attributes: uid('anna') });
    expect(await textOf(other)).to.equal('Sign-in refused: the user name anna belongs to another account');
    expect((await signIn({ nameId: 'n-3', attributes: uid('Admin') })).status).to.equal(403);
  });

  it('does not use a transient NameID as user name, and then finds the user by the attribute', async () => {
    expect((await signIn({ nameIdFormat: transient })).status).to.equal(403);
    await set({ saml: { usernameAttribute: 'uid' } });
    for (const nameId of ['_1', '_2'])
      expect((await signIn({ nameId, nameIdFormat: transient, attributes: { uid: ['anna'] } })).status).to.equal(303);
    expect((await userCalled('anna'))?.subject).to.equal(null);
    expect((await signIn({ nameId: '_3', nameIdFormat: transient })).status).to.equal(403);
  });

  it('accepts a signed response with a signed assertion, and clocks that differ by less than a minute', async () => {
    const request = await begin();
    const both = provider.sign(provider.sign(provider.xml(request)), 'Response');
    expect((await submit(request, Buffer.from(both).toString('base64'))).status).to.equal(303);
    const now = Date.now();
    const early = { issued: new Date(now + 50_000), notBefore: new Date(now + 50_000) };
    expect((await signIn(early)).status).to.equal(303);
    expect((await signIn({ notOnOrAfter: new Date(now - 50_000) })).status).to.equal(303);
  });

  it('accepts the next certificate while both are set', async () => {
    const next = SamlProvider.make(provider.entityId);
    await set({ saml: { certificates: `${next.certificate}\n${provider.certificate}` } });
    expect((await signIn()).status).to.equal(303);
    const request = await begin();
    expect((await submit(request, await next.answer(await metadata(), request, {}))).status).to.equal(303);
  });

  it('accepts an answer once, in the browser that began the sign-in, within ten minutes', async () => {
    const request = await begin();
    const response = await provider.answer(await metadata(), request, {});
    const cookies = new Map(browser.jarOf(server.url));
    const other = new Browser();
    expect(await textOf(await submit(request, response, other))).to.equal('This sign-in was not started in this browser');
    expect((await submit(request, response)).status).to.equal(303);
    for (const [name, value] of cookies) other.jarOf(server.url).set(name, value);
    expect(await textOf(await submit(request, response, other))).to.equal(
      'Sign-in refused: this sign-in has expired, start again',
    );
    const late = await begin();
    server.offsetMs = 601_000;
    const answer = await submit(late, await provider.answer(await metadata(), late, {}));
    expect(await textOf(answer)).to.equal('Sign-in refused: this sign-in has expired, start again');
  });

  it('accepts no assertion in another browser, whatever cookie that forges', async () => {
    const request = await begin();
    const response = await provider.answer(await metadata(), request, {});
    const thief = new Browser();
    await begin('', thief);
    for (const requestSecret of [request.id, request.id.slice(1), '', 'x'.repeat(32)]) {
      const made = Buffer.from(JSON.stringify({ provider: 'staff', until: Date.now() + 60_000, requestSecret, to: '' }));
      thief.jarOf(server.url).set('hexipam-sign-in', made.toString('base64url'));
      expect((await submit(request, response, thief)).status).to.equal(403);
    }
    expect((await submit(request, response)).status).to.equal(303);
  });

  it('accepts an assertion once, also when its owner changes the time in the cookie', async () => {
    const request = await begin();
    const response = await provider.answer(await metadata(), request, {});
    const { requestSecret } = JSON.parse(
      Buffer.from(browser.jarOf(server.url).get('hexipam-sign-in') ?? '', 'base64url').toString('utf8'),
    );
    const submitUntil = async (until: number) => {
      const made = Buffer.from(JSON.stringify({ provider: 'staff', until, requestSecret, to: '' })).toString('base64url');
      browser.jarOf(server.url).set('hexipam-sign-in', made);
      return (await submit(request, response)).status;
    };
    expect(await submitUntil(Date.now() + 5000)).to.equal(303);
    server.offsetMs = 10_000;
    expect(await submitUntil(Date.now() + 60_000)).to.equal(403);
    expect(server.warnings.join()).to.match(/used before/);
  });

  it('redirects to no other site, whatever RelayState and page are requested', async () => {
    const request = await begin('https://evil.example/');
    const answer = await submit(request, await provider.answer(await metadata(), request, {}), browser, {
      RelayState: 'https://evil.example/',
    });
    expect(answer.headers.get('location')).to.equal('/console/');
    expect((await signIn({}, '//evil.example/')).headers.get('location')).to.equal('/console/');
  });

  it('creates a new session, whatever cookie the browser had before, and ends without the provider', async () => {
    browser.jarOf(server.url).set('hexipam-console', 'planted-by-somebody-else');
    await signIn();
    expect(browser.jarOf(server.url).get('hexipam-console')).to.match(/^[\w-]{24}$/);
    const ended = await browser.open(`${server.url}/console/session`, { method: 'DELETE', headers: own });
    expect(((await ended.json()) as SessionAnswer).signOut).to.equal(undefined);
    expect((await session()).user).to.equal(null);
  });

  it('refuses a form with more than 16 fields', async () => {
    const request = await begin();
    const answer = await provider.answer(await metadata(), request, {});
    const further = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`field${index}`, '']));
    expect((await submit(request, answer, browser, further)).status).to.equal(400);
  });

  it('reports a missing answer in a form, and refuses a long one', async () => {
    const request = await begin();
    const empty = await browser.open(request.consumerUrl, { method: 'POST', body: new URLSearchParams({}) });
    expect([empty.status, await textOf(empty)]).to.deep.equal([400, 'The answer of the provider is missing or too long']);
    await begin();
    expect((await submit(request, 'A'.repeat(600_000))).status).to.equal(400);
    expect((await browser.open(request.consumerUrl, { method: 'PUT', body: 'x' })).status).to.equal(405);
  });

  it('can be tested by administrators step by step', async () => {
    const steps = async () => {
      const all = await server.application.access.signInProviders.test(internalCaller, 'staff');
      return all.map(({ problem }) => problem);
    };
    await set({ saml: { signInUrl: `${server.url}/console/` } });
    expect((await steps()).slice(0, 2)).to.deep.equal([null, null]);
    await set({ saml: { signInUrl: 'http://127.0.0.1:1/' } });
    expect((await steps()).at(-1)).to.match(/ECONNREFUSED|connect/);
    await set({ saml: { certificates: '-----BEGIN CERTIFICATE-----\nMBMwDQIBATAAMAAwADAAMAAwAAMA\n-----END CERTIFICATE-----' } });
    expect(await steps()).to.have.length(1);
  });
});
