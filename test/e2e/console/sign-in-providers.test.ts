import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { clientId, clientSecret, OpenIdProvider } from '../../support/oidc/open-id-provider.js';
import { adminPassword, ServiceProcess } from '../../support/processes/service-process.js';
import { SamlSite } from '../../support/saml/saml-site.js';
import { ConsoleBrowser, leftOut } from './support/browser.js';

describe(`Sign-in providers in the web console in Chromium${leftOut}`, function () {
  this.timeout(300_000);
  let provider: OpenIdProvider;
  let service: ServiceProcess;
  let browser: ConsoleBrowser;
  let page: Page;

  before(async function () {
    // Chromium is not installed
    if (leftOut !== '') return this.skip();
    provider = await OpenIdProvider.start();
    service = await ServiceProcess.start();
    await provider.register(service.url, 'staff');
    provider.accounts.set('1001', { preferred_username: 'anna', name: 'Anna Example', groups: ['netops'] });
    provider.current = '1001';
    browser = await ConsoleBrowser.start(service.url);
    page = await browser.signedIn('Admin', adminPassword, 'admin/sign_in_providers');
  });
  after(async () => {
    await browser?.close();
    await service?.kill9();
    await provider?.close();
  });

  const fill = (label: string, value: string) =>
    page
      .getByRole('dialog')
      .getByLabel(new RegExp(`^${label}`))
      .first()
      .fill(value);

  it('are added in a form that has the settings of the chosen type', async () => {
    await page.getByRole('button', { name: 'Create sign-in provider' }).click();
    await fill('Name', 'staff');
    await page.getByRole('dialog').getByLabel('URLs').waitFor({ state: 'detached' });
    await page
      .getByRole('dialog')
      .locator('input')
      .and(page.getByLabel(/^Protocol/))
      .first()
      .click();
    await page.getByRole('option', { name: 'OpenID Connect', exact: true }).click();
    await fill('Label', 'Staff');
    await fill('Issuer', provider.issuer);
    await fill('Client ID', clientId);
    await fill('Client secret', clientSecret);
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('cell', { name: 'Staff', exact: true }).waitFor();
  });

  it('are tested step by step', async () => {
    await page.getByRole('button', { name: 'Actions for staff' }).click();
    await page.getByRole('menuitem', { name: 'Test' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Test' }).click();
    const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
    await steps.nth(2).waitFor();
    expect(await steps.allInnerTexts()).to.deep.equal([
      `read the metadata of ${provider.issuer}`,
      `read the keys at ${provider.issuer}/jwks`,
      `authenticate the client at ${provider.issuer}/token`,
    ]);
  });

  it('are offered on the sign-in page, lead back to the requested page, and return their sign-out URL', async () => {
    const person = await browser.page();
    await person.goto(`${service.url}/console/devices`);
    await person.getByRole('link', { name: 'Sign in with Staff' }).click();
    await person.getByRole('banner').waitFor();
    expect(new URL(person.url()).pathname).to.equal('/console/devices');
    const ask = (method: string) =>
      person.evaluate(
        async (how) => (await fetch('/console/session', { method: how, headers: { 'X-Hexipam-Console': '1' } })).text(),
        method,
      );
    expect(JSON.parse(await ask('GET')).user).to.include({ username: 'anna', realName: 'Anna Example' });
    expect(JSON.parse(await ask('DELETE')).signOut).to.match(new RegExp(`^${provider.issuer}/session/end\\?`));
  });

  it('of SAML complete the sign-in by a form post from another site', async () => {
    const saml = await SamlSite.start(`${service.url}/console/sign-in/saml/metadata`);
    const api = await service.signIn();
    const { entityId, signInUrl, certificate } = saml.provider;
    const added = await api.post('/admin/sign_in_providers/', {
      ...{ name: 'saml', type: 'saml', label: 'Partners', 'saml.entityId': entityId, 'saml.signInUrl': signInUrl },
      ...{ 'saml.certificates': certificate, 'saml.audience': 'https://ipam.example.org' },
    });
    expect(added.status).to.equal(201);
    const person = await browser.page();
    await person.goto(`${service.url}/console/devices`);
    await person.getByRole('link', { name: 'Sign in with Partners' }).click();
    await person.getByRole('banner').waitFor();
    expect(new URL(person.url()).pathname).to.equal('/console/devices');
    const session = await person.evaluate(async () =>
      (await fetch('/console/session', { headers: { 'X-Hexipam-Console': '1' } })).text(),
    );
    expect(JSON.parse(session).user).to.include({ username: 'paula' });
    await saml.close();
  });
});
