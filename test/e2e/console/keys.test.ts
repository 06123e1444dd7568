import { expect } from 'chai';
import { scopes } from '../../../domain/access/key-scope.js';
import { adminPassword } from '../../support/processes/service-process.js';
import { leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

describe(`Keys in the web console in Chromium${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('account', async (api) => {
    await api.post('/sections/', { name: 'Office' });
    await api.post('/admin/service_accounts/', { name: 'ansible' });
  });

  const answerTo = async (key: string): Promise<number> =>
    (await fetch(`${suite.service.url}/api/default/sections/`, { headers: { authorization: `Bearer ${key}` } })).status;

  async function make(name: string): Promise<string> {
    const { page } = suite;
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog
      .locator('input')
      .and(page.getByLabel(/^Scopes/))
      .first()
      .click();
    await page.getByRole('option', { name: '*:read', exact: true }).click();
    await page.keyboard.press('Escape');
    return name;
  }

  async function created(): Promise<string> {
    const { page } = suite;
    await page.getByText('it is not shown again').first().waitFor();
    const key = (await page.locator('[data-secret]').innerText()).trim();
    expect(key).to.match(/^hxp_[\w-]{32}[0-9a-z]{7}$/);
    await page.getByRole('button', { name: 'Done' }).click();
    return key;
  }

  it('can have every scope of the service', async () => {
    const { page } = suite;
    await page.getByRole('button', { name: 'New key' }).click();
    const scopesInput = page
      .getByRole('dialog')
      .locator('input')
      .and(page.getByLabel(/^Scopes/))
      .first();
    await scopesInput.click();
    await page.getByRole('option', { name: 'vlan:read', exact: true }).waitFor();
    const offered = await page.getByRole('option').allInnerTexts();
    expect(offered.sort()).to.deep.equal([...scopes].sort());
    await page.reload();
  });

  it('are created on the account page and shown once', async () => {
    const { page } = suite;
    await make('laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    const key = await created();
    expect(await answerTo(key)).to.equal(200);
    await page.reload();
    await page.getByText('laptop').first().waitFor();
    expect(await page.content()).not.to.include(key);
  });

  it('require a new confirmation of identity when the last one is too old', async () => {
    const { page } = suite;
    const refusal = {
      code: 403,
      success: false,
      message: 'The last confirmation of identity in this session is older than 5 minutes',
    };
    let isOutdated = true;
    await page.route('**/api/console/keys/', async (route) => {
      if (!isOutdated || route.request().method() !== 'POST') return route.fallback();
      return route.fulfill({ status: 403, json: refusal });
    });
    await page.route('**/api/console/account/', async (route) => {
      const answer = await (await route.fetch()).json();
      await route.fulfill({ json: { ...answer, data: { ...answer.data, proofNeeded: isOutdated ? '1' : '0' } } });
    });
    await make('proven');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Password', { exact: true }).fill('a wrong password');
    await proof.getByRole('button', { name: 'Continue' }).click();
    await proof.getByText('The password, code or passkey is wrong').waitFor();
    isOutdated = false;
    await proof.getByLabel('Password', { exact: true }).fill(adminPassword);
    await proof.getByRole('button', { name: 'Continue' }).click();
    expect(await answerTo(await created())).to.equal(200);
    await page.unrouteAll();
  });

  it('are marked with a warning before they expire, and are replaced', async () => {
    const { page, api } = suite;
    await api.post('/keys/', { name: 'old', scopes: ['*:read'], days: 3 });
    await page.reload();
    await page.getByText('Keys expire soon').waitFor();
    await page.getByText('3 days', { exact: true }).waitFor();
    await page.getByRole('button', { name: /old/ }).click();
    await page.getByRole('menuitem', { name: 'Replace by a new key' }).click();
    expect(await answerTo(await created())).to.equal(200);
  });

  it('are changed: name, scopes, client networks, expiry and rate limits', async () => {
    const { page, api } = suite;
    const made = await api.post('/keys/', { name: 'wide', scopes: ['*:read'], days: 90 });
    await page.reload();
    await page.getByRole('button', { name: /wide/ }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('narrow');
    await dialog.getByLabel('Days').fill('30');
    await dialog.getByLabel('Requests per minute').fill('600');
    await dialog.getByLabel('Client networks').first().fill('127.0.0.0/8');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('narrow').first().waitFor();
    const changed = (await api.get('/keys/')).records.find(({ id }) => id === made.record.id);
    expect(changed).to.deep.include({ name: 'narrow', scopes: ['*:read'], networks: ['127.0.0.0/8'], days: '30' });
    expect(changed?.['limits.requestsPerMinute']).to.equal('600');
    expect(await answerTo(String(made.record.key))).to.equal(200);
  });

  it('of service accounts are created and revoked by administrators', async () => {
    const { page } = suite;
    await page.goto(`${suite.service.url}/console/admin/keys`);
    await make('playbooks');
    const dialog = page.getByRole('dialog');
    await dialog
      .locator('input')
      .and(page.getByLabel(/^Service account/))
      .first()
      .click();
    await page.getByRole('option', { name: 'ansible', exact: true }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    const key = await created();
    expect(await answerTo(key)).to.equal(200);
    await page.getByRole('button', { name: /playbooks/ }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /delete/i })
      .click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await answerTo(key)).to.equal(401);
  });

  it('cause no browser errors', () => {
    const complaints = suite.browser.complaints.filter((text) => !/status of 403/.test(text)); // refused confirmations above
    expect(complaints).to.deep.equal([]);
  });
});
