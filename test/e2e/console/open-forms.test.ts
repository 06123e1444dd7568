import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../../support/api-client.js';
import { adminPassword, ServiceProcess } from '../../support/processes/service-process.js';
import { ConsoleBrowser, leftOut } from './support/browser.js';

describe(`Forms that are open in the web console${leftOut}`, function () {
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
    await api.post('/subnets/', { subnet: '10.0.0.0', mask: 24, sectionId: 1, description: 'Desks' });
    browser = await ConsoleBrowser.start(service.url);
    page = await browser.signedIn('Admin', adminPassword, 'subnets/1');
    page.setDefaultTimeout(15_000);
  });
  after(async () => {
    await browser?.close();
    await service?.kill9();
  });

  const form = () => page.getByRole('dialog').filter({ has: page.getByLabel('Description') });
  const asks = () => page.getByRole('dialog', { name: 'Leave the form?' });
  const change = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Change', exact: true }).click();
    await form().waitFor();
  };
  const pressBeside = () => page.mouse.click(5, 400);

  it('are closed by a press beside them while nothing is filled in', async () => {
    await change();
    await pressBeside();
    await form().waitFor({ state: 'detached' });
  });

  it('stay at a press beside them once something is filled in, and ask at Escape', async () => {
    await change();
    await form().getByLabel('Description').fill('Half a sent');
    await pressBeside();
    await page.keyboard.press('Escape');
    await asks().getByRole('button', { name: 'Go on with it' }).click();
    await asks().waitFor({ state: 'detached' });
    expect(await form().getByLabel('Description').inputValue()).to.equal('Half a sent');
    await page.keyboard.press('Escape');
    await asks().getByRole('button', { name: 'Throw it away' }).click();
    await form().waitFor({ state: 'detached' });
    expect((await api.get('/subnets/1/')).record).to.include({ description: 'Desks' });
  });

  it('ask too where something was chosen from a list', async () => {
    await page.getByRole('button', { name: 'Take address' }).click();
    await page.getByRole('dialog').locator('input').and(page.getByLabel('State')).click();
    await page.getByRole('option', { name: 'Reserved' }).click();
    await page.keyboard.press('Escape');
    await asks().getByRole('button', { name: 'Throw it away' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('stay below the form for signing in where the session ends, and are saved afterwards', async () => {
    await change();
    await form().getByLabel('Description').fill('Desks and chairs');
    await page.context().clearCookies();
    await form().getByRole('button', { name: 'Save' }).click();
    const again = page.getByRole('dialog', { name: 'The session has ended' });
    await again.locator('[name=password]').fill(adminPassword);
    expect(await page.getByText('That did not work').count()).to.equal(0);
    await page.keyboard.press('Escape');
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.waitFor({ state: 'detached' });
    expect(await form().getByLabel('Description').inputValue()).to.equal('Desks and chairs');
    await form().getByRole('button', { name: 'Save' }).click();
    await form().waitFor({ state: 'detached' });
    await page.getByText('Desks and chairs').first().waitFor();
  });

  it('go with the page when the browser goes back', async () => {
    await page.getByRole('link', { name: 'Overview' }).first().click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: '10.0.0.0/24' }).waitFor();
    await change();
    await page.goBack();
    await form().waitFor({ state: 'detached' });
  });

  it('say that somebody has deleted what they are of, and the page does too', async () => {
    const { id } = await api.post('/subnets/', { subnet: '10.7.0.0', mask: 24, sectionId: 1, description: 'Lab' });
    await page.goto(`${service.url}/console/subnets/${id}`);
    await change();
    await api.delete(`/subnets/${id}/`);
    await form().getByLabel('Description').fill('Laboratory');
    await form().getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody has deleted it').waitFor();
    await page.getByText('There is no such page').waitFor();
  });

  it('leave no page behind of what they have deleted', async () => {
    await page.goto(`${service.url}/console/sections/1`);
    const { id } = await api.post('/subnets/', { subnet: '10.8.0.0', mask: 24, sectionId: 1, description: 'Attic' });
    await page.reload();
    await page.getByRole('link', { name: '10.8.0.0/24' }).click();
    await page.waitForURL(`**/subnets/${id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Office' }).waitFor();
    await page.goBack();
    await ConsoleBrowser.still(page);
    expect(page.url()).to.match(/sections\/1$/);
  });

  it('break no rule of the policy meanwhile', () => {
    expect(browser.complaints).to.deep.equal([]);
  });
});
