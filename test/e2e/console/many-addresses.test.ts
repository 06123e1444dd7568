import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { addressesInOne, runPastService } from '../../support/console/large-register.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { until } from '../../support/outcome/until.js';
import { adminPassword, ServiceProcess } from '../../support/processes/service-process.js';
import { ConsoleBrowser, leftOut } from './support/browser.js';

const number = 1_000_000;

/** Returns the address at an index. Every eleventh address is free. */
function addressAt(place: number): string {
  const value = 1 + place + Math.floor(place / 10);
  return [10, (value >> 16) & 255, (value >> 8) & 255, value & 255].join('.');
}

describe(`A million addresses in the web console${leftOut}`, function () {
  this.timeout(300_000);
  let database: TestDatabase;
  let service: ServiceProcess;
  let browser: ConsoleBrowser;
  let page: Page;

  before(async function () {
    // Chromium is not installed
    if (leftOut !== '') return this.skip();
    database = await createPostgresDatabase();
    await runPastService(database.url, addressesInOne(number));
    service = await ServiceProcess.start({ databaseUrl: database.url });
    browser = await ConsoleBrowser.start(service.url);
    page = await browser.signedIn('Admin', adminPassword, 'subnets/1');
  });
  after(async () => {
    await browser?.close();
    await service?.kill9();
    await database?.drop();
  });

  const table = () => page.getByRole('region', { name: 'Addresses' });
  const scrollTo = (share: number) =>
    table().evaluate((element, to) => {
      element.scrollTop = to * (element.scrollHeight - element.clientHeight);
    }, share);
  /** Waits until the rows at a fraction of the list are loaded. @returns the index and the address of one of them */
  const rowAt = async (share: number) => {
    const rowThere = `(() => {
      const row = document.querySelectorAll('.virtual-row')[14];
      const index = Number(row?.getAttribute('data-index'));
      const ip = row?.querySelector('.strong')?.textContent;
      return Math.abs(index - ${share * number}) <= 60 && ip ? [index, ip] : undefined;
    })()`;
    return ConsoleBrowser.until<readonly [number, string]>(page, rowThere);
  };
  const shows = (ip: string) => table().getByText(ip, { exact: true }).waitFor();

  it('are counted, and the list begins with the first', async () => {
    await page.getByText('1,000,000 addresses').waitFor();
    await shows(addressAt(0));
  });

  it('can be scrolled to the end and to any position, with each row in its place', async () => {
    await scrollTo(1);
    await shows(addressAt(number - 1));
    for (const share of [0.5, 0.123, 0.871]) {
      await scrollTo(share);
      const [index, ip] = await rowAt(share);
      expect(ip).to.equal(addressAt(index));
    }
  });

  it('can be scrolled by host name to any position, and by keyboard to both ends and by page', async () => {
    await scrollTo(0);
    await table().getByRole('button', { name: 'Host name', exact: true }).click();
    await table().getByRole('button', { name: 'Host name ↑' }).waitFor();
    for (const share of [0.5, 0.9]) {
      await scrollTo(share);
      const [index, ip] = await rowAt(share);
      expect(ip).to.equal(addressAt(index));
    }
    await table().press('End');
    await shows(addressAt(number - 1));
    await table().press('Home');
    await shows(addressAt(0));
    const lastSeen = () =>
      table().evaluate((element) => {
        const bottom = element.getBoundingClientRect().bottom;
        const rows = [...element.querySelectorAll('.virtual-row')].filter((row) => row.getBoundingClientRect().top < bottom);
        return Number(rows.at(-1)?.getAttribute('data-index'));
      });
    const before = await lastSeen();
    await table().press('PageDown');
    await shows(addressAt(before + 1));
    await until(async () => (await lastSeen()) >= before + 5);
    expect(await lastSeen(), 'no row is passed over').to.be.within(before + 5, 2 * before);
    await table().getByRole('button', { name: 'Address', exact: true }).click();
    await table().getByRole('button', { name: 'Address ↑', exact: true }).waitFor();
  });

  it('use bounded memory and a bounded number of rows while scrolling', async () => {
    for (let step = 1; step <= 30; step++) {
      await scrollTo(step / 31);
      await page.waitForTimeout(90);
    }
    await rowAt(30 / 31);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    expect(usedSize).to.be.below(120e6);
    expect(await page.locator('.virtual-row').count()).to.be.below(120);
  });

  it('are sorted and filtered by the service', async () => {
    await scrollTo(0);
    await table().getByRole('button', { name: 'Address ↑', exact: true }).click();
    await shows(addressAt(number - 1));
    await page.getByLabel('Filter addresses').fill('host-0999');
    await page.getByText('1,000 addresses').waitFor();
    await shows(addressAt(999_999));
    const last = addressAt(number - 1)
      .split('.')
      .slice(0, 3)
      .join('.');
    const like = Array.from({ length: number }, (_, index) => addressAt(index)).filter((ip) => ip.startsWith(`${last}.`));
    await page.getByLabel('Filter addresses').fill(last);
    await page.getByText(`${like.length} addresses`, { exact: true }).waitFor();
    await page.getByLabel('Filter addresses').fill('10.0.1.0/28');
    await page.getByText('15 addresses', { exact: true }).waitFor();
    expect(page.url()).to.contain('find=10.0.1.0');
  });

  it('are changed by condition: all that match the filter', async () => {
    await page.getByLabel('Select all').check();
    await page.getByText('15 selected').waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Owner').fill('network team');
    await page.getByRole('button', { name: 'Save 15 addresses' }).click();
    await page.getByText('15 addresses saved').waitFor();
    await table().getByText('network team').nth(14).waitFor();
  });

  it('are deleted by condition except one, and then the remaining one', async () => {
    await page.getByLabel('Select all').check();
    await table().getByLabel('Select 10.0.1.3', { exact: true }).uncheck();
    await page.getByText('14 selected').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete 14 addresses' }).click();
    await page.getByText('1 address', { exact: true }).waitFor();
    await page.getByLabel('Select all').check();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete 1 address' }).click();
    await page.getByText('No matching addresses').waitFor();
  });

  it('cause no browser errors', () => {
    expect(browser.complaints).to.deep.equal([]);
  });
});
