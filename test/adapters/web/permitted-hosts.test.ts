import { expect } from 'chai';
import { internalCaller } from '../../../application/caller.js';
import { ConsoleServer } from '../../support/console/console-server.js';
import { Browser } from '../../support/oidc/browser.js';
import { clientId, clientSecret, OpenIdProvider } from '../../support/oidc/open-id-provider.js';
import { SamlProvider } from '../../support/saml/saml-provider.js';

const json = { 'X-Hexipam-Console': '1', 'Content-Type': 'application/json' };

describe('Permitted host names', () => {
  let oidc: OpenIdProvider;
  let saml: SamlProvider;
  let server: ConsoleServer;
  let browser: Browser;
  /** The public URL. A proxy terminates TLS, so that the connection has none. */
  let open: string;

  before(() => {
    saml = SamlProvider.make('https://login.example/saml');
  });
  beforeEach(async () => {
    [oidc, server, browser] = [await OpenIdProvider.start(), await ConsoleServer.start(), new Browser()];
    await oidc.register(server.url, 'staff');
    open = server.url.replace('http:', 'https:');
    server.publicOrigins = ['https://ipam.example.org', open];
    const { signInProviders } = server.application.access;
    await signInProviders.add(internalCaller, {
      ...{ name: 'staff', type: 'oidc', label: 'Staff' },
      oidc: { issuer: oidc.issuer, clientId, clientSecret },
    });
    await signInProviders.add(internalCaller, {
      ...{ name: 'partners', type: 'saml', label: 'Partners' },
      saml: saml.settings('https://ipam.example.org'),
    });
  });
  afterEach(async () => {
    await server.close();
    await oidc.close();
    expect(server.complaints).to.deep.equal([]);
  });

  const post = (url: string, body: object): Promise<Response> =>
    browser.open(url, { method: 'POST', headers: json, body: JSON.stringify(body) });

  it('are used in redirect URIs and assertion recipients, with the scheme of the setting', async () => {
    const toStaff = (await browser.open(`${server.url}/console/sign-in/staff`)).headers.get('location') ?? '';
    expect(new URL(toStaff).searchParams.get('redirect_uri')).to.equal(`${open}/console/sign-in/staff/callback`);
    const metadata = await (await browser.open(`${server.url}/console/sign-in/partners/metadata`)).text();
    expect(metadata).to.include(`Location="${open}/console/sign-in/partners/callback"`);
    const toPartners = (await browser.open(`${server.url}/console/sign-in/partners`)).headers.get('location') ?? '';
    expect((await saml.read(toPartners, metadata)).consumerUrl).to.equal(`${open}/console/sign-in/partners/callback`);
  });

  it('refuse other names on the paths of providers and passkeys, and list the permitted ones', async () => {
    const other = server.url.replace('127.0.0.1', 'localhost');
    const { host } = new URL(other);
    const refusal = `${host} is not a host name of this service: open https://ipam.example.org or ${open}`;
    for (const path of ['staff', 'staff/callback?code=1&state=2', 'partners', 'partners/metadata']) {
      const answer = await browser.open(`${other}/console/sign-in/${path}`);
      expect(answer.status, path).to.equal(400);
      expect(await answer.text(), path).to.include(refusal);
      expect(answer.headers.get('location'), path).to.equal(null);
    }
    const passkey = await post(`${other}/console/session/passkey`, {});
    expect([passkey.status, Object(await passkey.json()).message]).to.deep.equal([400, refusal]);
    expect((await post(`${server.url}/console/session/passkey`, {})).status).to.equal(200);
  });

  it('do not restrict sign-in by password, but a first factor under other names must be an app', async () => {
    const other = server.url.replace('127.0.0.1', 'localhost');
    const credentials = { username: 'Admin', password: 'correct horse' };
    expect((await post(`${other}/console/session`, credentials)).status).to.equal(200);
    await server.application.access.settings.set(internalCaller, { secondFactor: 'all' });
    const enrolmentAt = async (url: string): Promise<object> =>
      Object(await (await post(`${url}/console/session`, credentials)).json()).enrolment;
    expect(await enrolmentAt(other)).to.have.all.keys('secret', 'uri');
    expect(await enrolmentAt(server.url)).to.have.all.keys('secret', 'uri', 'passkey');
  });
});
