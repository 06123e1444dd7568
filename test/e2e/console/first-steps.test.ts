import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { adminPassword, ServiceProcess } from '../../support/processes/service-process.js';
import { ConsoleBrowser, leftOut } from './support/browser.js';

describe(`The web console in Chromium${leftOut}`, function () {
  this.timeout(300_000);
  let service: ServiceProcess;
  let browser: ConsoleBrowser;
  let page: Page;

  before(async function () {
    // Chromium is not installed
    if (leftOut !== '') return this.skip();
    service = await ServiceProcess.start();
    browser = await ConsoleBrowser.start(service.url);
  });
  after(async () => {
    await browser?.close();
    await service?.kill9();
  });

  const waitForText = (text: string) => page.getByText(text, { exact: false }).first().waitFor();

  it('reports a wrong password', async () => {
    page = await browser.page({ reducedMotion: 'no-preference' }); // the default of most browsers
    await page.goto(`${service.url}/`);
    await page.fill('[name=username]', 'Admin');
    await page.fill('[name=password]', 'wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').filter({ hasText: 'Invalid username' }).waitFor();
  });

  it('guides a new installation to its first section, network and address by keyboard alone', async () => {
    /** Waits until a field has the focus, then types a text. */
    const write = async (field: string, text: string) => {
      await page.getByLabel(field, { exact: false }).and(page.locator(':focus')).waitFor();
      await page.keyboard.type(text);
    };
    await page.getByRole('textbox', { name: 'Password' }).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(adminPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Create the first section' }).press('Enter');
    await write('Name', 'Office');
    await page.keyboard.press('Enter');
    await write('Subnet', '10.20.0.0/24');
    await page.getByRole('status').getByText('Available').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add the first address' }).press('Enter');
    await page.getByText('10.20.0.1', { exact: true }).first().waitFor();
    await write('Host name', 'printer.office.example');
    await page.keyboard.press('Enter');
    await waitForText('10.20.0.1 added');
    await page.getByRole('region', { name: 'Addresses' }).getByText('printer.office.example').waitFor();
    expect(await page.title()).to.equal('10.20.0.0/24 · Hexipam');
  });

  it('offers a skip link as the first Tab stop', async () => {
    await page.reload();
    await page.getByRole('heading', { name: '10.20.0.0/24' }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Skip to content' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.locator('main').getByRole('link', { name: 'Overview' }).and(page.locator(':focus')).waitFor();
  });

  const descriptionCell = () => page.getByRole('button', { name: 'Edit Description of 10.20.0.1' });
  const describe101 = async (text: string) => {
    await descriptionCell().click();
    await page.getByLabel('Description of 10.20.0.1').fill(text);
  };

  it('edits a value inline, even if the page is left immediately', async () => {
    await describe101('In the hall');
    const read = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.keyboard.press('Enter');
    await read;
    await page.reload();
    await page.getByText('In the hall').waitFor();
  });

  it('completes a save on another page, reports its failure there, and asks for confirmation before a reload', async () => {
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/addresses/*/', async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      await held;
      await route.fulfill({ status: 503, json: { message: 'The database is away' } });
    });
    await describe101('Upstairs');
    await page.keyboard.press('Enter');
    await descriptionCell().and(page.locator('[aria-busy=true]')).waitFor();
    const question = page.waitForEvent('dialog');
    const leaving = page.evaluate('location.reload()').catch(() => undefined);
    const dialog = await question;
    expect(dialog.type()).to.equal('beforeunload');
    await dialog.dismiss();
    await leaving;
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByRole('heading', { name: 'Changes' }).waitFor();
    answer();
    await waitForText('Description of 10.20.0.1 was not changed');
    await waitForText('The database is away');
    await page.unroute('**/addresses/*/');
    await page.goBack();
    await descriptionCell().filter({ hasText: 'In the hall' }).waitFor();
  });

  it('allocates the address of a clicked grid cell', async () => {
    await page.getByRole('tab', { name: 'Grid' }).click();
    await page.getByRole('button', { name: '10.20.0.77 free' }).click({ modifiers: ['Shift'] });
    await waitForText('10.20.0.77 added');
    await page.locator('button[data-state=taken][aria-label^="10.20.0.77 "]').waitFor();
    expect(page.url()).to.match(/\/console\/subnets\/\d+\?tab=grid$/);
  });

  it('deletes several addresses at once', async () => {
    await page.getByRole('tab', { name: 'Addresses' }).click();
    await page.getByLabel('Select all').check();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete 2 addresses' }).click();
    await page.getByText('No addresses yet').waitFor();
  });

  it('finds a network by an address inside, by keyboard alone', async () => {
    await page.goto(`${service.url}/console/changes`);
    await page.getByRole('heading', { name: 'Changes' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('10.20.0.9'); // immediately: no key press is lost
    await page.getByRole('dialog').getByText('10.20.0.0/24').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/subnets\/\d+/);
  });

  it('lists VLANs and creates one in a form', async () => {
    await page.getByRole('link', { name: 'VLANs' }).click();
    await page.getByRole('button', { name: 'Create VLAN' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Servers');
    await page.getByLabel('Number').fill('110');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('region', { name: 'VLANs' }).getByText('110').waitFor();
  });

  it('reports a missing page and links to the overview', async () => {
    for (const path of ['subnets/4711', 'sections/4711', 'racks/4711', 'admin/nothing', 'nothing/here']) {
      await page.goto(`${service.url}/console/${path}`);
      await page.getByText('Page not found').waitFor();
    }
    await page.getByRole('link', { name: 'Go to overview' }).click();
    await page.getByRole('heading', { name: 'Fullest subnets' }).waitFor();
  });

  it('signs out and invalidates the session cookie', async () => {
    const cookies = await page.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    expect(cookies.map(({ httpOnly, sameSite }) => ({ httpOnly, sameSite }))).to.deep.equal([
      { httpOnly: true, sameSite: 'Strict' },
    ]);
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    const answer = await fetch(`${service.url}/api/console/sections/`, { headers: { cookie, 'X-Hexipam-Console': '1' } });
    expect(answer.status).to.equal(401);
  });

  it('causes no browser errors and no requests to other hosts', () => {
    expect(browser.otherHosts).to.deep.equal([]);
    expect(browser.complaints).to.deep.equal([]);
  });
});
