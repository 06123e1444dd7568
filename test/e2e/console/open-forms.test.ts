import { expect } from 'chai';
import { adminPassword } from '../../support/processes/service-process.js';
import { ConsoleBrowser, leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

describe(`Open forms in the web console${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('subnets/1', async (api) => {
    await api.post('/sections/', { name: 'Office', strictMode: 1 });
    await api.post('/subnets/', { subnet: '10.0.0.0', mask: 24, sectionId: 1, description: 'Desks' });
  });

  const form = () => suite.page.getByRole('dialog').filter({ has: suite.page.getByRole('textbox', { name: 'Description' }) });
  const asks = () => suite.page.getByRole('dialog', { name: 'Discard changes?' });
  const change = async () => {
    await suite.page.getByRole('button', { name: 'Actions', exact: true }).click();
    await suite.page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
    await form().waitFor();
  };
  const pressBeside = () => suite.page.mouse.click(5, 400);

  it('are closed by a click outside while they are unchanged', async () => {
    await change();
    await pressBeside();
    await form().waitFor({ state: 'detached' });
  });

  it('stay open at a click outside once they are changed, and ask for confirmation on Escape', async () => {
    await change();
    await form().getByRole('textbox', { name: 'Description' }).fill('Half a sent');
    await pressBeside();
    await suite.page.keyboard.press('Escape');
    await asks().getByRole('button', { name: 'Keep editing' }).click();
    await asks().waitFor({ state: 'detached' });
    expect(await form().getByRole('textbox', { name: 'Description' }).inputValue()).to.equal('Half a sent');
    await suite.page.keyboard.press('Escape');
    await asks().getByRole('button', { name: 'Discard' }).click();
    await form().waitFor({ state: 'detached' });
    expect((await suite.api.get('/subnets/1/')).record).to.include({ description: 'Desks' });
  });

  it('ask for confirmation after a selection from a list', async () => {
    await suite.page.getByRole('button', { name: 'Add address' }).click();
    await suite.page.getByRole('dialog').locator('input').and(suite.page.getByLabel('State')).click();
    await suite.page.getByRole('option', { name: 'Reserved' }).click();
    await suite.page.keyboard.press('Escape');
    await asks().getByRole('button', { name: 'Discard' }).click();
    await suite.page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('stay below the sign-in form when the session ends, and can be saved afterwards', async () => {
    await change();
    await form().getByRole('textbox', { name: 'Description' }).fill('Desks and chairs');
    await suite.page.context().clearCookies();
    await form().getByRole('button', { name: 'Save' }).click();
    const again = suite.page.getByRole('dialog', { name: 'Your session has ended' });
    await again.locator('[name=password]').fill(adminPassword);
    expect(await suite.page.getByText('The action failed').count()).to.equal(0);
    await suite.page.keyboard.press('Escape');
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.waitFor({ state: 'detached' });
    expect(await form().getByRole('textbox', { name: 'Description' }).inputValue()).to.equal('Desks and chairs');
    await form().getByRole('button', { name: 'Save' }).click();
    await form().waitFor({ state: 'detached' });
    await suite.page.getByText('Desks and chairs').first().waitFor();
  });

  it('are closed when the browser goes back', async () => {
    await suite.page.getByRole('link', { name: 'Overview' }).first().click();
    await suite.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await suite.page.goBack();
    await suite.page.getByRole('heading', { name: '10.0.0.0/24' }).waitFor();
    await change();
    await suite.page.goBack();
    await form().waitFor({ state: 'detached' });
  });

  it('report that another client has deleted the record, as does the page', async () => {
    const { id } = await suite.api.post('/subnets/', { subnet: '10.7.0.0', mask: 24, sectionId: 1, description: 'Lab' });
    await suite.page.goto(`${suite.service.url}/console/subnets/${id}`);
    await change();
    await suite.api.delete(`/subnets/${id}/`);
    await form().getByRole('textbox', { name: 'Description' }).fill('Laboratory');
    await form().getByRole('button', { name: 'Save' }).click();
    await suite.page.getByText('The record no longer exists').waitFor();
    await suite.page.getByText('Page not found').waitFor();
  });

  it('leave no page of a deleted record in the browser history', async () => {
    await suite.page.goto(`${suite.service.url}/console/sections/1`);
    const { id } = await suite.api.post('/subnets/', { subnet: '10.8.0.0', mask: 24, sectionId: 1, description: 'Attic' });
    await suite.page.reload();
    await suite.page.getByRole('link', { name: '10.8.0.0/24' }).click();
    await suite.page.waitForURL(`**/subnets/${id}`);
    await suite.page.getByRole('button', { name: 'Actions', exact: true }).click();
    await suite.page.getByRole('menuitem', { name: 'Delete' }).click();
    await suite.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await suite.page.getByRole('heading', { name: 'Office' }).waitFor();
    await suite.page.goBack();
    await ConsoleBrowser.still(suite.page);
    expect(suite.page.url()).to.match(/sections\/1$/);
  });

  it('cause no browser errors', () => {
    expect(suite.browser.complaints).to.deep.equal([]);
  });
});
