import type { Page } from 'playwright-core';
import type { ApiClient } from '../../../support/api-client.js';
import { adminPassword, ServiceProcess } from '../../../support/processes/service-process.js';
import { ConsoleBrowser, leftOut } from './browser.js';

/** What a suite of the console works with, once it has begun. */
export interface ConsoleSuite {
  readonly service: ServiceProcess;
  readonly api: ApiClient;
  readonly browser: ConsoleBrowser;
  readonly page: Page;
  /** Makes another page the one that the suite works with. */
  usePage(another: Page): void;
}

/**
 * Has the suite that calls it begin with a service in memory and a page on which Admin is signed in, and end with neither.
 * Where there is no browser its tests are left out.
 * @param path of the page, below the console
 * @param fill adds what the suite is about
 */
export function consoleSuite(path: string, fill: (api: ApiClient) => Promise<void>): ConsoleSuite {
  let service: ServiceProcess | undefined;
  let browser: ConsoleBrowser | undefined;
  let [api, page]: [ApiClient?, Page?] = [];
  before(async function () {
    // Chromium is not installed
    if (leftOut !== '') return this.skip();
    service = await ServiceProcess.start({ databaseUrl: 'memory:' });
    api = await service.signIn();
    await fill(api);
    browser = await ConsoleBrowser.start(service.url);
    page = await browser.signedIn('Admin', adminPassword, path);
    page.setDefaultTimeout(15_000);
  });
  after(async () => {
    await browser?.close();
    await service?.kill9();
  });
  return {
    get service() {
      return begun(service);
    },
    get api() {
      return begun(api);
    },
    get browser() {
      return begun(browser);
    },
    get page() {
      return begun(page);
    },
    usePage(another: Page) {
      page = another;
      page.setDefaultTimeout(15_000);
    },
  };
}

function begun<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('the suite has not begun');
  return part;
}
