import { expect } from 'chai';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { adminPassword, ServiceProcess } from '../../support/processes/service-process.js';

/** The fields of a response that these tests read. */
interface ResponseFields {
  readonly message?: string;
  readonly user?: { readonly username: string } | null;
}

const readBody = async (answer: Response): Promise<ResponseFields> => (await answer.json()) as ResponseFields;

const own = { 'X-Hexipam-Console': '1' };
const json = { ...own, 'Content-Type': 'application/json' };

interface Started {
  readonly service: ServiceProcess;
  end(): Promise<void>;
}

async function start(variables: Record<string, string> = {}): Promise<Started> {
  const database = await createPostgresDatabase();
  const service = await ServiceProcess.start({ databaseUrl: database.url, variables });
  const end = async (): Promise<void> => {
    await service.kill9();
    await database.drop();
  };
  return { service, end };
}

describe('Over HTTP', function () {
  this.timeout(120_000);
  let started: Started;
  let service: ServiceProcess;
  before(async () => {
    started = await start();
    service = started.service;
  });
  after(() => started.end());

  describe('The session of the web console', () => {
    const ask = (path: string, init: RequestInit = {}) => fetch(service.url + path, { redirect: 'manual', ...init });
    const signIn = (password = adminPassword, headers: Record<string, string> = json) =>
      ask('/console/session', { method: 'POST', headers, body: JSON.stringify({ username: 'Admin', password }) });
    const cookieOf = (answer: Response) => (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
    const statusWith = async (headers: Record<string, string>, app = 'console') =>
      (await ask(`/api/${app}/sections/`, { headers })).status;

    it('is a cookie that scripts cannot read and other sites cannot send', async () => {
      const answer = await signIn();
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('set-cookie')).to.match(/^hexipam-console=[\w-]{20,}; Path=\/; HttpOnly; SameSite=Strict$/);
      const body = await answer.text();
      expect(body).to.not.contain(cookieOf(answer).split('=')[1]);
      expect(JSON.parse(body).user).to.include({ username: 'Admin', role: 'Administrator', unrestricted: true });
    });

    describe('behind a trusted proxy with https', () => {
      let proxied: Started;
      const https = { 'X-Forwarded-Proto': 'https' };
      before(async () => {
        proxied = await start({ HEXIPAM_TRUST_PROXY: '127.0.0.0/8' });
      });
      after(() => proxied.end());

      it('is a cookie of this host only, and the cookie for unencrypted connections is not accepted', async () => {
        const { url } = proxied.service;
        const body = JSON.stringify({ username: 'Admin', password: adminPassword });
        const answer = await fetch(`${url}/console/session`, { method: 'POST', headers: { ...json, ...https }, body });
        expect(answer.headers.get('set-cookie')).to.match(
          /^__Host-hexipam-console=[\w-]{20,}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
        );
        const cookie = cookieOf(answer);
        const read = async (headers: Record<string, string>) =>
          (await fetch(`${url}/api/console/sections/`, { headers: { ...own, ...headers } })).status;
        expect(await read({ ...https, cookie })).to.equal(200);
        expect(await read({ cookie })).to.equal(401);
        const plain = cookie.replace('__Host-', '');
        expect(await read({ ...https, cookie: plain })).to.equal(401);
        const out = await fetch(`${url}/console/session`, { method: 'DELETE', headers: { ...own, ...https, cookie } });
        expect(out.headers.get('set-cookie')).to.match(/^__Host-hexipam-console=;.* Secure; Max-Age=0$/);
        expect(await read({ ...https, cookie })).to.equal(401);
      });

      it('sends Strict-Transport-Security with all responses over TLS and with none without TLS', async () => {
        for (const path of ['/', '/console/', '/console/session', '/console/none', '/openapi.json', '/api/default/']) {
          for (const accept of ['text/html', 'application/json']) {
            const at = async (headers: Record<string, string>) =>
              (await fetch(proxied.service.url + path, { redirect: 'manual', headers: { accept, ...headers } })).headers.get(
                'strict-transport-security',
              );
            expect(await at(https), path).to.equal('max-age=31536000');
            expect(await at({}), path).to.equal(null);
          }
        }
      });
    });

    it('requires the cookie, the header and the console application', async () => {
      const cookie = cookieOf(await signIn());
      expect(await statusWith({ ...own, cookie })).to.equal(200);
      expect(await statusWith({ cookie })).to.equal(401);
      expect(await statusWith(own)).to.equal(401);
      expect(await statusWith({ 'X-Hexipam-Console': 'yes', cookie })).to.equal(401);
      expect(await statusWith({ ...own, cookie }, 'default')).to.equal(401);
      const write = await ask('/api/console/sections/', { method: 'POST', headers: { cookie }, body: 'name=Stolen' });
      expect(write.status).to.equal(401);
    });

    it('ends with its token at the sign-out', async () => {
      const cookie = cookieOf(await signIn());
      const readUser = async () =>
        (await readBody(await ask('/console/session', { headers: { ...own, cookie } }))).user?.username;
      expect(await readUser()).to.equal('Admin');
      const out = await ask('/console/session', { method: 'DELETE', headers: { ...own, cookie } });
      expect(out.headers.get('set-cookie')).to.match(/^hexipam-console=;.* Max-Age=0$/);
      expect(await readUser()).to.equal(undefined);
      expect(await statusWith({ ...own, cookie })).to.equal(401);
      expect(await statusWith({ token: cookie.split('=')[1] ?? '' })).to.equal(401);
    });

    it('is neither started nor ended without the header, nor started by a form', async () => {
      expect((await signIn(adminPassword, { 'Content-Type': 'application/json' })).status).to.equal(403);
      expect((await signIn(adminPassword, { ...own, 'Content-Type': 'text/plain' })).status).to.equal(400);
      const cookie = cookieOf(await signIn());
      expect((await ask('/console/session', { method: 'DELETE', headers: { cookie } })).status).to.equal(403);
      expect(await statusWith({ ...own, cookie })).to.equal(200);
    });

    it('is blocked after too many wrong passwords, as any other sign-in', async () => {
      const messages = new Set<string>();
      for (let attempt = 0; attempt < 12; attempt++)
        messages.add((await readBody(await signIn(`wrong ${attempt}`))).message ?? '');
      expect([...messages].join()).to.contain('Invalid username');
      expect((await signIn()).status).to.not.equal(200);
    });
  });

  describe('The pages of the web console', () => {
    let off: Started;
    before(async () => {
      off = await start({ HEXIPAM_WEB: 'off' });
    });
    after(() => off.end());

    const html = { accept: 'text/html' };

    it('are shown to browsers at the root path, while other clients get JSON', async () => {
      const browser = await fetch(`${service.url}/`, { headers: html, redirect: 'manual' });
      expect([browser.status, browser.headers.get('location')]).to.deep.equal([302, '/console/']);
      const client = await fetch(`${service.url}/`);
      expect(client.headers.get('content-type')).to.match(/^application\/json/);
      expect(service.logs).to.contain(`Open ${service.url}/ in a browser`);
    });

    it('have a policy without foreign and without inline scripts and styles', async () => {
      const policies = new Set<string>();
      for (let time = 0; time < 2; time++) {
        const page = await fetch(`${service.url}/console/subnets/7`, { headers: html });
        const text = await page.text();
        const policy = page.headers.get('content-security-policy') ?? '';
        const nonce = /style-src 'self' 'nonce-([\w+/=]+)'/.exec(policy)?.[1] ?? 'none';
        expect(policy)
          .to.match(/^default-src 'none'; script-src 'self';/)
          .and.not.match(/unsafe|https?:|\*/);
        expect(text)
          .to.contain(`nonce="${nonce}"`)
          .and.not.match(/<script>|<style|onclick/);
        policies.add(policy);
      }
      expect(policies.size, 'a nonce for each answer').to.equal(2);
    });

    it('are compressed and cached as immutable, and expose no other files of their folder', async () => {
      const text = await (await fetch(`${service.url}/console/`)).text();
      const script = /src="(\/console\/assets\/[^"]+\.js)"/.exec(text)?.[1] ?? '';
      for (const encoding of ['br', 'gzip']) {
        const answer = await fetch(service.url + script, { headers: { 'Accept-Encoding': encoding } });
        expect(answer.headers.get('content-encoding')).to.equal(encoding);
        expect(answer.headers.get('cache-control')).to.contain('immutable');
        expect(await answer.text()).to.contain('hexipam');
      }
      for (const path of ['assets/none.js', 'assets/../files.json', 'assets/%2e%2e/files.json'])
        expect(await (await fetch(`${service.url}/console/${path}`)).text(), path).to.not.contain('encodings');
    });

    it('are absent when HEXIPAM_WEB is off, as is their application', async () => {
      expect((await fetch(`${off.service.url}/console/`, { headers: html })).status).to.equal(404);
      expect((await fetch(`${off.service.url}/`, { headers: html, redirect: 'manual' })).status).to.not.equal(302);
      expect((await readBody(await fetch(`${off.service.url}/api/console/sections/`))).message).to.match(/Invalid application/i);
      expect(off.service.logs).to.not.contain('in a browser');
    });
  });
});
