import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { adminPassword } from '../../support/processes/service-process.js';
import { leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

describe(`Languages of the web console${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('', async (api) => {
    const { id } = await api.post('/sections/', { name: 'Office', strictMode: 1 });
    await api.post('/subnets/', { subnet: '10.0.0.0', mask: 20, sectionId: id, description: 'Desks' });
    await api.post('/addresses/first_free/1/', {});
  });
  let german: Page;

  const signIn = async (page: Page) => {
    await page.goto(`${suite.service.url}/console/`);
    await page.fill('[name=username]', 'Admin');
    await page.fill('[name=password]', adminPassword);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByRole('heading', { name: 'Übersicht' }).waitFor();
  };

  it('follow the browser, with its dates and numbers', async () => {
    german = await suite.browser.page({ locale: 'de-DE' });
    await signIn(german);
    expect(await german.locator('html').getAttribute('lang')).to.equal('de');
    await german.getByText('4.093 frei').waitFor();
    await german.getByText('1 Subnetz', { exact: true }).waitFor();
  });

  it('include messages of the service', async () => {
    await german.goto(`${suite.service.url}/console/subnets/1`);
    await german.getByRole('button', { name: 'Adresse hinzufügen' }).first().click();
    await german.getByText('Selbst eingeben', { exact: true }).click();
    await german.getByRole('textbox', { name: 'Adresse', exact: true }).fill('10.0.0.1');
    await german.getByText('Die IP-Adresse gibt es bereits').first().waitFor();
    await german.getByRole('textbox', { name: 'Adresse', exact: true }).fill('192.0.2.1');
    await german.getByText('192.0.2.1 ist keine gültige Adresse für das Subnetz 10.0.0.0/20').first().waitFor();
    await german.goto(`${suite.service.url}/console/`);
    await german.getByRole('heading', { name: 'Übersicht' }).waitFor();
  });

  it('change immediately on selection, and the browser remembers the choice', async () => {
    await german.getByRole('button', { name: 'Benutzermenü' }).click();
    await german.getByRole('menuitem', { name: 'English' }).click();
    await german.getByRole('heading', { name: 'Overview' }).waitFor();
    await german.getByText('1 subnet', { exact: true }).waitFor();
    await german.reload();
    await german.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await german.locator('html').getAttribute('lang')).to.equal('en');
  });

  it('load only the catalogue of the chosen language', async () => {
    const loaded: string[] = [];
    suite.page.on('request', (request) => loaded.push(request.url()));
    await suite.page.reload();
    await suite.page.getByText('4,093 free').waitFor();
    expect(loaded.filter((url) => /\/de-[^/]*\.js$/.test(url))).to.deep.equal([]);
    await suite.page.getByRole('button', { name: 'User menu' }).click();
    await suite.page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await suite.page.getByText('4.093 frei').waitFor();
    expect(loaded.filter((url) => /\/de-[^/]*\.js$/.test(url))).to.have.length(1);
  });

  it('cause no browser errors', () => {
    expect(suite.browser.complaints).to.deep.equal([]);
  });
});
