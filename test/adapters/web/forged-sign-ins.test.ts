import { expect } from 'chai';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { internalCaller } from '../../../application/caller.js';
import { ConsoleServer } from '../../support/console/console-server.js';
import { Browser } from '../../support/oidc/browser.js';
import { LyingProvider, type MakeToken } from '../../support/oidc/lying-provider.js';

const clientSecret = 'client secret of hexipam';
const now = () => Math.floor(Date.now() / 1000);
const logoutEvents = { 'http://schemas.openid.net/event/backchannel-logout': {} };

describe('Invalid answers of an OpenID provider', () => {
  let provider: LyingProvider;
  let server: ConsoleServer;
  let browser: Browser;

  before(async () => {
    [provider, server] = [await LyingProvider.start(), await ConsoleServer.start()];
    await server.application.access.signInProviders.add(internalCaller, {
      ...{ name: 'staff', type: 'oidc', label: 'Staff' },
      oidc: { issuer: provider.issuer, clientId: 'hexipam', clientSecret },
    });
  });
  after(async () => {
    await server.close();
    await provider.close();
    expect(server.complaints).to.deep.equal([]);
  });
  beforeEach(() => {
    browser = new Browser();
    server.warnings.length = 0;
  });

  /** Begins a sign-in, and opens the answer of the provider. @param further parameters of the answer */
  const signIn = async (make: MakeToken, further: Record<string, string> = {}): Promise<Response> => {
    const begun = await browser.open(`${server.url}/console/sign-in/staff`);
    const asked = new URL(begun.headers.get('location') ?? '');
    expect(asked.searchParams.get('code_challenge_method')).to.equal('S256');
    provider.nonce = asked.searchParams.get('nonce') ?? '';
    provider.make = make;
    const state = asked.searchParams.get('state') ?? '';
    const parameters = new URLSearchParams({ code: 'code', state, iss: provider.issuer, ...further });
    return browser.open(`${asked.searchParams.get('redirect_uri')}?${parameters}`);
  };
  const honest: MakeToken = (nonce, { claims, sign }) => sign.call(provider, claims.call(provider, nonce));

  it('are distinguished from valid ones, also if clocks differ by less than a minute', async () => {
    expect((await signIn(honest)).status).to.equal(303);
    const early: MakeToken = (nonce) => provider.sign(provider.claims(nonce, { iat: now() + 50, nbf: now() + 50 }));
    expect((await signIn(early)).status).to.equal(303);
    const late: MakeToken = (nonce) => provider.sign(provider.claims(nonce, { exp: now() - 50 }));
    expect((await signIn(late)).status).to.equal(303);
  });

  const tokenWith =
    (claims: Readonly<Record<string, unknown>>): MakeToken =>
    (nonce) =>
      provider.sign(provider.claims(nonce, claims));
  const forged: readonly (readonly [what: string, make: MakeToken])[] = [
    ['without a signature', async (nonce) => new UnsecuredJWT(provider.claims(nonce)).encode()],
    [
      'signed with the client secret',
      (nonce) =>
        new SignJWT(provider.claims(nonce)).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(clientSecret)),
    ],
    [
      'signed with another key',
      async (nonce) =>
        new SignJWT(provider.claims(nonce))
          .setProtectedHeader({ alg: 'ES256', kid: 'one' })
          .sign((await generateKeyPair('ES256')).privateKey),
    ],
    [
      'signed with a key from their own header',
      async (nonce) => {
        const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
        const header = { alg: 'ES256', jwk: await exportJWK(publicKey) };
        return new SignJWT(provider.claims(nonce)).setProtectedHeader(header).sign(privateKey);
      },
    ],
    ['for another client', tokenWith({ aud: 'other' })],
    ['for several clients, and issued to another', tokenWith({ aud: ['hexipam', 'other'], azp: 'other' })],
    ['of another issuer', tokenWith({ iss: 'https://evil.example' })],
    ['that have expired', tokenWith({ exp: now() - 120 })],
    ['of the future', tokenWith({ iat: now() + 900, nbf: now() + 900 })],
    ['with the nonce of another sign-in', tokenWith({ nonce: 'of another one' })],
    ['without a nonce', tokenWith({ nonce: undefined })],
    ['without a subject', tokenWith({ sub: undefined })],
    ['without a user name', tokenWith({ preferred_username: undefined })],
    ['that are not a token', async () => 'not a token'],
  ];
  for (const [what, make] of forged)
    it(`are refused for tokens ${what}`, async () => {
      const answer = await signIn(make);
      expect(answer.status).to.equal(403);
      expect(await answer.text()).to.include('Sign-in refused: the answer of Staff is not valid');
      expect(browser.jarOf(server.url).has('hexipam-console')).to.equal(false);
      expect(server.warnings).to.have.length(1);
    });

  it('are refused when they name the issuer of another provider', async () => {
    expect((await signIn(honest, { iss: 'https://evil.example' })).status).to.equal(403);
  });

  it('show no text of the request', async () => {
    const answer = await signIn(honest, { error: '<script>', error_description: '<script>alert(1)</script>' });
    expect(answer.status).to.equal(403);
    expect(await answer.text()).not.to.include('<script');
    expect(answer.headers.get('content-security-policy')).to.equal("default-src 'none'");
  });

  describe('over the back channel', () => {
    const post = (token: string) =>
      browser.open(`${server.url}/console/sign-in/staff/logout`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: token }),
      });
    const claims = (given: object = {}) => ({
      ...provider.claims(''),
      ...{ nonce: undefined, jti: String(Math.random()), events: logoutEvents },
      ...given,
    });
    const isSignedIn = async () => {
      const answer = await browser.open(`${server.url}/console/session`, { headers: { 'X-Hexipam-Console': '1' } });
      return ((await answer.json()) as { user: object | null }).user !== null;
    };

    it('end no session', async () => {
      await signIn(honest);
      const wrong: readonly object[] = [
        { aud: 'other' },
        { iss: 'https://evil.example' },
        { events: {} },
        { events: undefined },
        { jti: undefined },
        { sub: undefined },
        { nonce: 'a nonce' },
        { iat: now() - 3600 },
        { exp: now() - 120 },
      ];
      for (const given of wrong)
        expect((await post(await provider.sign(claims(given)))).status, JSON.stringify(given)).to.equal(400);
      expect((await post(new UnsecuredJWT(claims()).encode())).status).to.equal(400);
      expect((await post('')).status).to.equal(400);
      expect((await post('nonsense')).status).to.equal(400);
      expect((await post(await provider.sign(claims({ sub: 'another one' })))).status).to.equal(200);
      expect(await isSignedIn()).to.equal(true);
    });

    it('are refused when they are repeated', async () => {
      await signIn(honest);
      const order = await provider.sign(claims());
      expect((await post(order)).status).to.equal(200);
      expect(await isSignedIn()).to.equal(false);
      await signIn(honest);
      expect((await post(order)).status).to.equal(400);
      expect(await isSignedIn()).to.equal(true);
    });
  });
});
