import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { codeAt } from '../../support/factors/totp-app.js';
import { adminPassword } from '../../support/processes/service-process.js';
import { leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

describe(`Second factors in the web console in Chromium${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('account', async () => {});

  /** Browsers offer passkeys only for host names, not for IP addresses. */
  const at = (path: string) => `${suite.service.url.replace('127.0.0.1', 'localhost')}/console/${path}`;
  let secret = '';
  let page: Page;

  /** A page with a virtual authenticator that confirms every request. */
  async function pageWithAuthenticator(): Promise<Page> {
    const made = await suite.browser.page();
    const devtools = await made.context().newCDPSession(made);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    return made;
  }

  async function giveCredentials(): Promise<void> {
    await page.fill('[name=username]', 'Admin');
    await page.fill('[name=password]', adminPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  async function signOut(): Promise<void> {
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.locator('[name=username]').waitFor();
  }

  /** Confirms by the code of the next step: the sign-in has used the current code. */
  const proveByCode = async (button: string): Promise<void> => {
    const dialog = page.getByRole('dialog');
    expect(await dialog.locator('input[type=password]').count()).to.equal(0);
    await dialog.locator('[name=code]').fill(codeAt(secret, new Date(), 1));
    await dialog.getByRole('button', { name: button, exact: true }).click();
  };

  const closeCodes = async (): Promise<void> => {
    const codes = (await page.locator('[data-recovery-codes]').innerText()).trim().split('\n');
    expect(codes).to.have.length(10);
    await page.getByRole('button', { name: 'Done' }).click();
  };

  it('are set up at the sign-in when settings require one', async () => {
    await suite.api.patch('/admin/settings/', { secondFactor: 'all' });
    page = await pageWithAuthenticator();
    await page.goto(at('account'));
    await giveCredentials();
    secret = (await page.locator('[data-totp-secret]').innerText()).trim();
    expect(await page.getByRole('img', { name: 'QR code of the secret' }).getAttribute('src')).to.match(/^data:image\/svg/);
    expect(await page.getByRole('banner').count()).to.equal(0);
    await page.fill('[name=code]', '000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.fill('[name=code]', codeAt(secret, new Date()));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await closeCodes();
    await page.getByRole('heading', { name: 'Second factors' }).waitFor();
    await page.getByText('App with codes').first().waitFor();
  });

  it('include passkeys, added on the account page after a confirmation of identity', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await proveByCode('Continue');
    await page.getByText('Passkey', { exact: true }).first().waitFor();
    expect((await suite.api.get('/admin/users/Admin/factors/')).records.map(({ type }) => type)).to.deep.equal([
      'totp',
      'passkey',
    ]);
  });

  it('are used to sign in: a passkey after the password, and a passkey alone', async () => {
    await signOut();
    await giveCredentials();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('banner').waitFor();
    await signOut();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('banner').waitFor();
    const history = (await suite.api.get('/admin/history/?only=signIns')).records.map(({ differences }) => String(differences));
    expect(history.slice(0, 2)).to.deep.equal(['[method]:  => passkey', '[method]:  => password+passkey']);
  });

  it('are removed after a confirmation of identity, and sessions are ended', async () => {
    await suite.api.patch('/admin/settings/', { secondFactor: 'none' });
    await page.goto(at('account'));
    await page.getByText('This session').waitFor();
    await page.getByRole('button', { name: 'Remove App' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await suite.api.get('/admin/users/Admin/factors/')).records).to.have.length(1);
    await page.getByRole('button', { name: 'End all others' }).click();
    await page.getByText('All other sessions ended').waitFor();
    expect((await suite.api.get('/account/')).status).to.equal(401);
  });

  it('cause no browser errors', () => {
    expect(suite.browser.complaints).to.deep.equal([]);
  });
});
