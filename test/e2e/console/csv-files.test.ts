import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../../support/api-client.js';
import { adminPassword, ServiceProcess } from '../../support/processes/service-process.js';
import { ConsoleBrowser, leftOut } from './support/browser.js';

describe(`CSV files in the web console${leftOut}`, function () {
  this.timeout(300_000);
  let service: ServiceProcess;
  let browser: ConsoleBrowser;
  let api: ApiClient;
  let page: Page;

  before(async function () {
    if (leftOut !== '') return this.skip();
    service = await ServiceProcess.start({ databaseUrl: 'memory:' });
    api = await service.signIn();
    const section = (await api.post('/sections/', { name: 'Office', strictMode: 1 })).id;
    await api.post('/subnets/', { subnet: '10.0.0.0', mask: 8, sectionId: section });
    browser = await ConsoleBrowser.start(service.url);
    page = await browser.signedIn('Admin', adminPassword, 'bring');
    await page.getByPlaceholder('Choose one').click();
    await page.getByRole('option', { name: 'Office' }).click();
  });
  after(async () => {
    await browser?.close();
    await service?.kill9();
  });

  const choose = (content: string | Buffer, name = 'a.csv') =>
    page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  const tryOut = () => page.getByRole('button', { name: 'Try all rows out' }).click();
  const tells = (text: string) => page.getByText(text).first().waitFor();

  it('says nothing of a file because of one before that has the same titles', async () => {
    await choose('ip,hostname\n10.0.0.1,a.example\nbad,b.example\n');
    await tryOut();
    await page.getByRole('button', { name: 'Bring 1 row in' }).click();
    await tells('All sound rows are in');
    await choose('ip,hostname\n10.0.0.2,c.example\n10.0.0.3,d.example\n', 'b.csv');
    await page.getByRole('cell', { name: 'c.example' }).waitFor();
    expect(await page.getByText('All sound rows are in').count()).to.equal(0);
    await tryOut();
    await page.getByRole('button', { name: 'Bring 2 rows in' }).click();
    await tells('All sound rows are in');
    expect((await api.get('/addresses/search/10.0.0.3/')).records[0]).to.include({ hostname: 'd.example' });
  });

  it('reads a file of the same name once more when it is chosen again', async () => {
    await choose('ip\n10.0.0.4\n');
    await page.getByRole('cell', { name: '10.0.0.4' }).waitFor();
    await ConsoleBrowser.until(page, `document.querySelector('input[type=file]').value === ''`);
  });
});
