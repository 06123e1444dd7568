import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { DocumentHost } from '../../support/oauth/document-host.js';
import { adminPassword, ServiceProcess } from '../../support/processes/service-process.js';
import { ConsoleBrowser, leftOut } from './support/browser.js';

const verifier = 'v'.repeat(43);

describe(`The consent page for OAuth clients${leftOut}`, function () {
  this.timeout(300_000);
  let service: ServiceProcess;
  let browser: ConsoleBrowser;
  let receiver: Server;
  let callback: string;
  let host: DocumentHost;
  let clientId: string;
  const received: URL[] = [];

  before(async function () {
    // Chromium is not installed
    if (leftOut !== '') return this.skip();
    const variables = {
      ...{ HEXIPAM_MCP: 'write', HEXIPAM_MCP_CLIENT_DOCUMENTS: 'all' },
      NODE_EXTRA_CA_CERTS: DocumentHost.certificate,
    };
    service = await ServiceProcess.start({ databaseUrl: 'memory:', variables });
    receiver = createServer((request, response) => {
      const url = new URL(request.url ?? '', callback);
      if (url.pathname === '/callback') received.push(url);
      response.end('Back at the program');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => receiver.once('listening', resolve));
    callback = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/callback`;
    host = await DocumentHost.start(callback);
    const registered = await fetch(`${service.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: '<b>Assistant</b>', redirect_uris: [callback] }),
    });
    clientId = ((await registered.json()) as { client_id: string }).client_id;
    browser = await ConsoleBrowser.start(service.url);
  });
  after(async () => {
    await browser?.close();
    receiver?.close();
    host?.stop();
    await service?.kill9();
  });

  function authorizeUrl(changes: Readonly<Record<string, string>> = {}): string {
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const parameters = new URLSearchParams({
      ...{ response_type: 'code', client_id: clientId, redirect_uri: callback, state: '0012', scope: '*:read feed allocate' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256', ...changes },
    });
    return `${service.url}/oauth/authorize?${parameters}`;
  }

  async function signedInAt(url: string): Promise<Page> {
    const page = await browser.page();
    await page.goto(url);
    await page.fill('[name=username]', 'Admin');
    await page.fill('[name=password]', adminPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    return page;
  }

  it('appears after the sign-in, names client and receiver, and preselects only read scopes', async () => {
    const page = await signedInAt(authorizeUrl());
    await page.getByText('<b>Assistant</b> requests access').waitFor();
    await page.getByText(`The access is granted to 127.0.0.1:${new URL(callback).port}.`).waitFor();
    await page.getByText('You are signed in as Admin.').waitFor();
    const isChosen = (label: string) => page.getByRole('checkbox', { name: label }).isChecked();
    expect(await isChosen('Read all records that you may see')).to.equal(true);
    expect(await isChosen('Read the history of changes')).to.equal(true);
    expect(await isChosen('Allocate free addresses and networks')).to.equal(false);
    await page.getByRole('checkbox', { name: 'Read the history of changes' }).uncheck();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Back at the program').waitFor();
    const [url] = received.splice(0);
    expect(url?.searchParams.get('state')).to.equal('0012');
    const token = await fetch(`${service.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'authorization_code', client_id: clientId, redirect_uri: callback, code_verifier: verifier },
        code: String(url?.searchParams.get('code')),
      }),
    });
    expect(await token.json()).to.have.property('scope', '*:read');
    await page.goto(`${service.url}/console/account`);
    await page.getByText('mcp <b>Assistant</b>').first().waitFor();
    await page.close();
  });

  it('shows the host of the metadata document, and warns of receivers on the device', async () => {
    const client_id = `${host.url}/client.json`;
    const page = await signedInAt(authorizeUrl({ client_id }));
    await page.getByText(`Program of ${new URL(host.url).host}`, { exact: true }).waitFor();
    await page.getByRole('alert').getByText('Any program on it can use this name').waitFor();
    await page.close();
  });

  it('shows the error of an invalid document', async () => {
    host.answers.set('/other.json', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(host.documentAt('/client.json')));
    });
    const page = await signedInAt(authorizeUrl({ client_id: `${host.url}/other.json` }));
    await page.getByText('the metadata document of the client has a client_id other than its URL').waitFor();
    expect(await page.getByRole('button', { name: 'Allow' }).count()).to.equal(0);
    await page.close();
  });

  it('returns a refusal to the client', async () => {
    const page = await signedInAt(authorizeUrl());
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByText('Back at the program').waitFor();
    const iss = encodeURIComponent(new URL(service.url).origin);
    expect(received.splice(0).map(({ search }) => search)).to.deep.equal([`?error=access_denied&iss=${iss}&state=0012`]);
    await page.close();
  });

  it('shows the error of an invalid request and does not redirect', async () => {
    const page = await signedInAt(authorizeUrl({ redirect_uri: 'https://evil.example/callback' }));
    await page.getByText('redirect_uri is not registered for this client').waitFor();
    expect(await page.getByRole('button', { name: 'Allow' }).count()).to.equal(0);
    expect(received).to.deep.equal([]);
    await page.close();
  });

  it('cannot be shown in a frame of another page', async () => {
    const { headers } = await fetch(authorizeUrl());
    expect(headers.get('x-frame-options')).to.equal('DENY');
    expect(headers.get('content-security-policy')).to.contain("frame-ancestors 'none'");
  });

  it('causes no browser errors and no requests to other hosts', () => {
    expect(browser.complaints).to.deep.equal([]);
    expect(browser.otherHosts.filter((url) => !url.startsWith(new URL(callback).origin))).to.deep.equal([]);
  });
});
