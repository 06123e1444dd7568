import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../../support/api-client.js';
import { adminPassword, ServiceProcess } from '../../support/processes/service-process.js';
import { ConsoleBrowser, leftOut } from './support/browser.js';

describe(`Folders in the web console${leftOut}`, function () {
  this.timeout(300_000);
  let service: ServiceProcess;
  let browser: ConsoleBrowser;
  let api: ApiClient;
  let page: Page;

  before(async function () {
    if (leftOut !== '') return this.skip();
    service = await ServiceProcess.start({ databaseUrl: 'memory:' });
    api = await service.signIn();
    await api.post('/sections/', { name: 'Office', strictMode: 1 });
    browser = await ConsoleBrowser.start(service.url);
    page = await browser.signedIn('Admin', adminPassword, 'sections/1');
  });
  after(async () => {
    await browser?.close();
    await service?.kill9();
  });

  const dialog = () => page.getByRole('dialog');
  const more = async (item: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const makeFolder = async (name: string) => {
    await more('New folder');
    await dialog().getByLabel('Name').fill(name);
    await dialog().getByRole('button', { name: 'Create folder' }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  };
  const records = async (path: string) => (await api.get(path)).records;

  it('are made in a section and in each other', async () => {
    await makeFolder('Sites');
    await page.getByText('There is nothing in this folder').waitFor();
    await makeFolder('Vienna');
    await page.getByRole('link', { name: 'Sites' }).click();
    await page.getByRole('heading', { name: 'Sites' }).waitFor();
    await page.getByRole('link', { name: 'Vienna' }).waitFor();
    expect(await records('/folders/')).to.have.nested.property('[1].masterSubnetId', '1');
  });

  it('get the networks that are made on their pages', async () => {
    await page.getByRole('link', { name: 'Vienna' }).click();
    await page.getByRole('heading', { name: 'Vienna' }).waitFor();
    await page.getByRole('button', { name: 'Create the first network' }).click();
    await dialog().getByLabel('Network').fill('10.20.0.0/16');
    await dialog().getByRole('button', { name: 'Create network' }).click();
    await page.getByRole('heading', { name: '10.20.0.0/16' }).waitFor();
    await page.getByRole('link', { name: 'Vienna' }).click();
    await page.getByRole('button', { name: 'Subnet', exact: true }).click();
    await dialog().getByLabel('Network').fill('10.21.0.0/16');
    await dialog().getByRole('button', { name: 'Create network' }).click();
    await page.getByRole('heading', { name: '10.21.0.0/16' }).waitFor();
    const masters = (await records('/subnets/')).map(({ masterSubnetId }) => masterSubnetId);
    expect(masters).to.deep.equal(['2', '2']);
  });

  it('are opened by their address, changed and deleted', async () => {
    await page.goto(`${service.url}/console/subnets/2`);
    await page.getByRole('link', { name: '10.21.0.0/16' }).waitFor();
    await more('Change');
    await dialog().getByLabel('Description').fill('Vienna and Linz');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Vienna and Linz' }).waitFor();
    await more('Delete');
    await dialog().getByText('2 subnets below go along').waitFor();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Office' }).waitFor();
    expect(await records('/folders/')).to.have.length(1);
  });

  it('break no rule of the policy meanwhile', () => {
    expect(browser.complaints).to.deep.equal([]);
  });
});
