import { expect } from 'chai';
import { ConsoleBrowser, leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

describe(`Keys and interruptions in the web console${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('subnets/1', async (api) => {
    await api.post('/sections/', { name: 'Office', strictMode: 1 });
    await api.post('/subnets/', { subnet: '10.0.0.0', mask: 24, sectionId: 1, description: 'Desks' });
    for (const last of [10, 11, 12])
      await api.post('/addresses/', { subnetId: 1, ip: `10.0.0.${last}`, hostname: `h-${last}.example` });
  });
  const focused = () =>
    suite.page.evaluate<string>(`document.activeElement.textContent || document.activeElement.getAttribute('aria-label') || ''`);
  const press = (key: string) => suite.page.keyboard.press(key);
  const dialog = () => suite.page.getByRole('dialog');

  it('Enter closes a cell that was not changed, and the focus stays on it', async () => {
    await suite.page.getByRole('button', { name: 'Edit Host name of 10.0.0.10:' }).focus();
    await press('Enter');
    await suite.page.locator('input.edit-cell').waitFor();
    await press('Enter');
    await suite.page.locator('input.edit-cell').waitFor({ state: 'detached' });
    expect(await focused()).to.equal('h-10.example');
    await press('Enter');
    await suite.page.locator('input.edit-cell').waitFor();
    await press('Escape');
    await suite.page.locator('input.edit-cell').waitFor({ state: 'detached' });
    expect(await focused()).to.equal('h-10.example');
  });

  it('arrow keys move to the same cell of the next row, and along a row', async () => {
    await press('ArrowDown');
    expect(await focused()).to.equal('h-11.example');
    await press('ArrowDown');
    await press('ArrowDown');
    expect(await focused(), 'there is no row below the last one').to.equal('h-12.example');
    await press('ArrowUp');
    await press('ArrowLeft');
    await press('ArrowLeft');
    expect(await focused()).to.equal('10.0.0.11');
    await suite.page.getByRole('region', { name: 'Addresses' }).focus();
    await press('ArrowDown');
    await press('ArrowRight');
    expect(await focused()).to.equal('10.0.0.10');
    await press('Enter');
    await suite.page.waitForURL(/records\/address\/1$/);
    await suite.page.goBack();
  });

  it('? shows the keys, and / opens the search', async () => {
    await suite.page.getByRole('heading', { name: '10.0.0.0/24' }).waitFor();
    await press('Shift+?');
    await dialog().getByText('Search', { exact: true }).waitFor();
    await press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await press('/');
    await suite.page.getByPlaceholder('IP, host name').waitFor();
    await press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('Back asks before it discards a form that is filled in', async () => {
    await suite.page.getByRole('link', { name: 'Overview' }).first().click();
    await suite.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await suite.page
      .locator('main')
      .getByRole('link', { name: /10\.0\.0\.0\/24/ })
      .first()
      .click();
    await suite.page.getByRole('heading', { name: '10.0.0.0/24' }).waitFor();
    await suite.page.getByRole('button', { name: 'Actions', exact: true }).click();
    await suite.page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
    const description = dialog().getByRole('textbox', { name: 'Description' });
    await description.fill('Half a sent');
    await suite.page.evaluate('history.back()');
    const asks = suite.page.getByRole('dialog', { name: 'Discard changes?' });
    await asks.getByRole('button', { name: 'Keep editing' }).click();
    await asks.waitFor({ state: 'detached' });
    expect(await description.inputValue()).to.equal('Half a sent');
    expect(suite.page.url()).to.contain('/subnets/1');
    await suite.page.evaluate('history.back()');
    await asks.getByRole('button', { name: 'Discard' }).click();
    await dialog().waitFor({ state: 'detached' });
    await suite.page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  it('a page that failed during an outage loads once the service answers again', async () => {
    await suite.page.route(/\/(api\/console|console\/session)/, (route) => route.abort());
    await suite.page.evaluate(`history.pushState({}, '', '/console/records/tag/2')`);
    await suite.page.getByText('Loading failed').waitFor();
    await suite.page.unroute(/\/(api\/console|console\/session)/);
    await suite.page.getByRole('heading', { name: 'Used' }).waitFor({ timeout: 60_000 });
  });

  it('texts near their limit show their length, and report when they are too long', async () => {
    await suite.page.goto(`${suite.service.url}/console/records/vrf`);
    await suite.page.getByRole('button', { name: 'New' }).click();
    await dialog().getByRole('textbox', { name: 'Name' }).fill('x'.repeat(30));
    await dialog().getByText('30 of 32 characters').waitFor();
    await dialog().getByRole('textbox', { name: 'Name' }).fill('x'.repeat(33));
    await dialog().getByText('33 of 32 characters').waitFor();
    await press('Escape');
    await suite.page.getByRole('button', { name: 'Discard' }).click();
  });

  it('cause no browser errors', async () => {
    await ConsoleBrowser.still(suite.page);
    expect(suite.browser.complaints.filter((text) => !text.includes('ERR_FAILED'))).to.deep.equal([]);
  });
});
