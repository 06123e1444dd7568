import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../../support/api-client.js';
import { adminPassword, ServiceProcess } from '../../support/processes/service-process.js';
import { ConsoleBrowser, leftOut } from './support/browser.js';

describe(`What the web console says of records${leftOut}`, function () {
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
    await api.post('/l2domains/', { name: 'Campus' });
    await api.post('/vlans/', { name: 'Servers', number: 20, domainId: 2 });
    await api.post('/vlans/', { name: 'Phones', number: 30, domainId: 2 });
    await api.post('/subnets/', { subnet: '10.0.0.0', mask: 24, sectionId: 1, description: 'Desks' });
    await api.patch('/subnets/1/', { vlanId: 1 });
    await api.post('/addresses/', { subnetId: 1, ip: '10.0.0.7', hostname: 'seven.example' });
    await api.patch('/addresses/1/', { hostname: 'sieben.example' });
    browser = await ConsoleBrowser.start(service.url);
    page = await browser.signedIn('Admin', adminPassword, 'subnets/1?tab=changes');
    page.setDefaultTimeout(15_000);
  });
  after(async () => {
    await browser?.close();
    await service?.kill9();
  });

  it('tells changes of a network as those of all records, with names for ids', async () => {
    await page.getByText('subnet 10.0.0.0/24 Desks').first().waitFor();
    await page.getByRole('button', { name: 'Values' }).first().click();
    const row = page.getByRole('row', { name: /^VLAN/ });
    await row.getByText('20 Servers (Campus)').waitFor();
    expect(await page.getByText('[vlanId]').count()).to.equal(0);
  });

  it('names a VLAN by its number, name and domain among the facts, and finds it by its number', async () => {
    await page.locator('dd').getByText('20 Servers (Campus)').waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Change', exact: true }).click();
    const field = page
      .getByRole('dialog')
      .locator('input')
      .and(page.getByLabel('VLAN', { exact: true }));
    expect(await field.inputValue()).to.equal('20 Servers (Campus)');
    await field.fill('30');
    await page.getByRole('option', { name: '30 Phones (Campus)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.locator('dd').getByText('30 Phones (Campus)').waitFor();
  });

  it('names addresses and networks by their numbers first in all changes', async () => {
    await page.goto(`${service.url}/console/changes`);
    await page.getByText('address 10.0.0.7 sieben.example').first().waitFor();
    await page.getByText('subnet 10.0.0.0/24 Desks').first().waitFor();
  });

  it('breaks no rule of the policy meanwhile', () => {
    expect(browser.complaints).to.deep.equal([]);
  });
});
