import type { Page } from 'playwright-core';
import type { ApiClient } from '../../../support/api-client.js';
import { adminPassword, ServiceProcess } from '../../../support/processes/service-process.js';
import { ConsoleBrowser, leftOut } from './browser.js';

/** The service, client, browser and page of a console suite. */
export interface ConsoleSuite {
  readonly service: ServiceProcess;
  readonly api: ApiClient;
  readonly browser: ConsoleBrowser;
  readonly page: Page;
  /** Replaces the page of the suite. */
  usePage(another: Page): void;
}

/**
 * Starts a service in memory and a page with Admin signed in before the calling suite, and stops both after it.
 * Skips the tests when there is no browser.
 * @param path path of the page below the console
 * @param fill creates the records of the suite
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
      page.setDefaultTimeout(60_000); // as for the pages of ConsoleBrowser
    },
  };
}

function begun<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('the suite has not begun');
  return part;
}
