import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../../support/api-client.js';
import { adminPassword, ServiceProcess } from '../../support/processes/service-process.js';
import { ConsoleBrowser, leftOut } from './support/browser.js';

describe(`Networks and folders in the web console${leftOut}`, function () {
  this.timeout(300_000);
  let service: ServiceProcess;
  let browser: ConsoleBrowser;
  let api: ApiClient;
  let page: Page;

  before(async function () {
    if (leftOut !== '') return this.skip();
    service = await ServiceProcess.start({ databaseUrl: 'memory:' });
    api = await service.signIn();
    for (const name of ['Office', 'Factory']) await api.post('/sections/', { name, strictMode: 1 });
    await api.post('/subnets/', { isFolder: 1, description: 'Vienna', sectionId: 1 });
    await api.post('/subnets/', { subnet: '10.0.0.0', mask: 16, sectionId: 1, description: 'Campus' });
    await api.post('/subnets/', { subnet: '10.0.1.0', mask: 24, sectionId: 1, masterSubnetId: 2, description: 'Desks' });
    await api.post('/subnets/', { subnet: '10.0.0.0', mask: 16, sectionId: 2, description: 'Halls' });
    browser = await ConsoleBrowser.start(service.url);
    page = await browser.signedIn('Admin', adminPassword, 'subnets/2');
    page.setDefaultTimeout(15_000);
  });
  after(async () => {
    await browser?.close();
    await service?.kill9();
  });

  const dialog = () => page.getByRole('dialog');
  const begin = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move', exact: true }).click();
  };
  const choose = async (label: string, option: string) => {
    await dialog()
      .locator('input')
      .and(dialog().getByLabel(label, { exact: true }))
      .click();
    await page.getByRole('option', { name: option }).click();
  };
  const move = async () => {
    await dialog().getByRole('button', { name: 'Move' }).click();
    await dialog().waitFor({ state: 'detached' });
  };
  const record = async (id: number) => (await api.get(`/subnets/${id}/`)).record;

  it('are moved below a folder, with what is below them', async () => {
    await begin();
    await dialog().getByText('It is there now').waitFor();
    await choose('Below', 'Vienna');
    await dialog().getByText('with the 1 subnet below it').waitFor();
    await move();
    expect(await record(2)).to.include({ masterSubnetId: '1' });
    await page.getByRole('link', { name: 'Vienna' }).waitFor();
  });

  it('say why they cannot be moved', async () => {
    await begin();
    await choose('Section', 'Factory');
    await dialog().getByText('overlaps with').waitFor();
    expect(await dialog().getByRole('button', { name: 'Move' }).isDisabled()).to.equal(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Throw it away' }).click();
  });

  it('are moved to another section as a whole', async () => {
    await api.delete('/subnets/4/');
    await page.goto(`${service.url}/console/subnets/1`);
    await begin();
    await choose('Section', 'Factory');
    await dialog().getByText('with the 2 subnets below it').waitFor();
    await move();
    for (const id of [2, 3]) expect(await record(id)).to.include({ sectionId: '2' });
    expect(await record(3)).to.include({ masterSubnetId: '2' });
    await page.getByRole('link', { name: 'Factory' }).waitFor();
  });

  it('break no rule of the policy meanwhile', () => {
    expect(browser.complaints).to.deep.equal([]);
  });
});
