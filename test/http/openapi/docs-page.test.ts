import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { leftOut, startChromium } from '../../e2e/console/support/browser.js';
import { ApiServer, passwords } from '../../support/api-server.js';

/** Copies Swagger UI to dist, as the build does. A run of the compiler alone does not. */
const copyLibrary = () => execFileSync(process.execPath, ['.ci/copy-swagger-ui.js']);

describe('/docs', () => {
  let server: ApiServer;
  before(async () => {
    copyLibrary();
    server = await ApiServer.start();
  });
  after(() => server.close());

  it('allows only resources of this server, and no inline script', async () => {
    const page = await server.unauthenticated('main').raw({ method: 'GET', target: '/docs/' });
    expect(page.status).to.equal(200);
    const policy = String(page.headers['content-security-policy']);
    expect(policy)
      .to.match(/default-src 'none'; script-src 'self';/)
      .and.not.match(/unsafe-eval|http|script-src[^;]*unsafe-inline/);
    expect(page.text).to.not.match(/https?:|<script>|onclick/);
  });

  it('serves its own files and no others', async () => {
    const status = async (target: string) => (await server.unauthenticated('main').raw({ method: 'GET', target })).status;
    expect((await server.unauthenticated('main').raw({ method: 'GET', target: '/docs' })).headers.location).to.equal('docs/');
    for (const name of ['page.js', 'page.css', 'swagger-ui.css', 'swagger-ui-bundle.js'])
      expect(await status(`/docs/${name}`), name).to.equal(200);
    for (const name of ['page.ts', 'swagger-ui-LICENSE', '..', '../index.js', '%2e%2e/index.js'])
      expect(await status(`/docs/${name}`), name).to.equal(404);
  });
});

describe(`/docs in Chromium${leftOut}`, function () {
  this.timeout(240_000);
  let server: ApiServer;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const outsideUrls: string[] = [];

  before(async function () {
    // Chromium is not installed
    if (leftOut !== '') return this.skip();
    copyLibrary();
    server = await ApiServer.start();
    const section = await server.client.post('/sections/', { name: 'Office' });
    await server.client.post('/subnets/', { subnet: '10.30.0.0', mask: 24, sectionId: section.id });
    browser = await startChromium();
    page = await browser.newPage();
    page.setDefaultTimeout(120_000); // the machine may be busy with other tests
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on(
      'request',
      (request) =>
        !/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.url) && outsideUrls.push(request.url()),
    );
    await page.goto(`${server.url}/docs/`);
  });

  after(async () => {
    await browser?.close();
    await server?.close();
  });

  it('signs in, allocates an address and shows it', async () => {
    await page.fill('[name=app]', 'main');
    await page.fill('[name=username]', 'Admin');
    await page.fill('[name=password]', passwords.Admin ?? '');
    await page.click('#sign-in button');
    await page.locator('#sign-in output', { hasText: 'signed in' }).waitFor();
    await page.click('#operations-tag-addresses');
    await page.click('#operations-addresses-allocateAddress');
    const operation = page.locator('#operations-addresses-allocateAddress');
    await operation.locator('.try-out__btn').click();
    await operation.locator('input[placeholder=subnetId]').fill('1');
    await operation.locator('textarea').fill('{"hostname":"printer.office"}');
    await operation.locator('.execute').click();
    const answer = operation.locator('.live-responses-table .response-col_description pre').first();
    await answer.waitFor();
    expect(await answer.innerText()).to.contain('10.30.0.1');
    const addresses = await server.client.get('/subnets/1/addresses/');
    expect(addresses.records.map(({ ip, hostname }) => ({ ip, hostname }))).to.deep.equal([
      { ip: '10.30.0.1', hostname: 'printer.office' },
    ]);
  });

  it('shows an error for a wrong password', async () => {
    await page.fill('[name=password]', 'wrong');
    await page.click('#sign-in button');
    await page.locator('#sign-in output', { hasText: 'Invalid username' }).waitFor();
  });

  it('sends no request to another server, and violates no rule of its content security policy', () => {
    expect(outsideUrls).to.deep.equal([]);
    expect(complaints.filter((text) => !/status of 500/.test(text))).to.deep.equal([]);
  });
});
