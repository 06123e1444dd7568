import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { atEndOfRun } from '../../../support/databases/at-end-of-run.js';

/** Headless Chromium takes half the processor time of the full one. */
const programs = process.env.CHROMIUM ? [process.env.CHROMIUM] : ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const program = programs.find((path) => existsSync(path));

/** Suffix of the titles of suites that need a browser, when there is none. */
export const leftOut = program
  ? ''
  : ` (left out: there is no ${programs.join(' or ')}; on Debian: apt-get install chromium-headless-shell)`;

/**
 * Starts Chromium. The caller closes it. GPU emulation is off because it is slower, and optimizing compilers because they take more
 * time than they save in pages that live for seconds.
 */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: program ?? 'chromium',
    args: ['--no-sandbox', '--disable-gpu', '--js-flags=--no-opt --no-maglev'],
  });

let shared: Promise<Browser> | undefined;

/** One Chromium for all suites of this process: its start takes longer than some suites. */
async function sharedChromium(): Promise<Browser> {
  if (!(await shared)?.isConnected()) {
    shared = startChromium();
    atEndOfRun(async () => (await shared)?.close());
  }
  return (await shared) as Browser;
}

/** Page script that waits until nothing loads or moves for more than 5 frames. Rejects after 60 s. */
const standsStill = `new Promise((resolve, reject) => {
  const end = performance.now() + 60_000;
  let frames = 0;
  const look = () => {
    const loading = document.querySelector('[aria-busy=true]');
    const moving = document.getAnimations().find(({ playState }) => playState === 'running');
    frames = loading || moving ? 0 : frames + 1;
    if (frames > 5) resolve();
    else if (performance.now() < end) requestAnimationFrame(look);
    else reject(new Error('not still: ' + (loading ?? moving.effect.target).outerHTML.slice(0, 200)));
  };
  look();
})`;

/** A browser that collects the errors of its pages (policy violations, script errors) and requests to other hosts. */
export class ConsoleBrowser {
  readonly complaints: string[] = [];
  readonly otherHosts: string[] = [];
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];
  readonly #url: string;
  readonly #isShared: boolean;

  private constructor(browser: Browser, url: string, isShared: boolean) {
    this.#browser = browser;
    this.#url = url;
    this.#isShared = isShared;
  }

  static async start(url: string): Promise<ConsoleBrowser> {
    return new ConsoleBrowser(await sharedChromium(), url, true);
  }

  /** Starts a separate Chromium, for suites that abort or delay requests. Such requests would affect pages of other suites. */
  static async startAlone(url: string): Promise<ConsoleBrowser> {
    return new ConsoleBrowser(await startChromium(), url, false);
  }

  /** Opens a page in a new context, with reduced motion to save drawing time. */
  async page(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({ reducedMotion: 'reduce', ...options });
    this.#contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000); // the machine may be busy with other tests
    page.on('console', (message) => {
      const text = message.text();
      if (message.type() === 'error' && !/status of (404|400|401|409|412|500|503)/.test(text)) this.complaints.push(text);
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('request', (request) => {
      const url = request.url();
      if (!/^(data|blob):/.test(url) && !url.startsWith(this.#url)) this.otherHosts.push(url);
    });
    return page;
  }

  /** Opens a path of the console as a signed-in user. */
  async signedIn(username: string, password: string, path = '', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.page(options);
    await page.goto(`${this.#url}/console/${path}`);
    await page.fill('[name=username]', username);
    await page.fill('[name=password]', password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('banner').waitFor();
    return page;
  }

  /** Shows another path of the console in the loaded page, as a link does. Does not wait for it. */
  static async push(page: Page, path: string): Promise<void> {
    await page.evaluate(`history.pushState({}, '', ${JSON.stringify(`/console/${path}`)})`);
  }

  /**
   * Goes to an existing path in the loaded page and waits until it is still.
   * A reload would take four times the processor time. The page may show data that it read seconds ago.
   */
  static async go(page: Page, path: string): Promise<void> {
    const nowhere = page.getByText('Page not found');
    await ConsoleBrowser.push(page, 'nowhere');
    await nowhere.waitFor();
    await ConsoleBrowser.push(page, path);
    await nowhere.waitFor({ state: 'detached' });
    await ConsoleBrowser.still(page);
  }

  /** Waits until a page is still: nothing loads, moves, fades or changes its color. */
  static async still(page: Page): Promise<void> {
    await page.evaluate(standsStill);
  }

  /**
   * Waits until an expression is true in a page, and returns its value.
   * Playwright evaluates text repeatedly within the page, which the content security policy forbids.
   */
  static async until<T>(page: Page, expression: string, milliseconds = 60_000): Promise<T> {
    for (const end = Date.now() + milliseconds; ; await page.waitForTimeout(50)) {
      const value = await page.evaluate<T>(expression);
      if (value) return value;
      if (Date.now() > end) throw new Error(`never true: ${expression}`);
    }
  }

  /** Closes its pages. */
  async close(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
    if (!this.#isShared) await this.#browser.close();
  }
}
