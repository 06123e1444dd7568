import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { addressesInOne, manySubnets, registerOf } from '../../test/support/console/large-register.js';
import { startPostgres } from '../../test/support/databases/postgres-server.js';
import { adminPassword, ServiceProcess } from '../../test/support/processes/service-process.js';
import type { Options } from '../command-line.js';

/** Name of this benchmark for --only; it is not part of the list of benchmarks. */
export const consoleName = 'console';

const program = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Load time of a page in milliseconds, from the browser's performance entries. */
export interface ConsoleFigure {
  readonly name: string;
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** A page, and the performance mark that it sets after rendering its main content. */
interface Opened {
  readonly name: string;
  readonly path: string;
  readonly mark: string;
}

/** Opens pages of the console in a browser, with a register of a million addresses. @throws Error without a browser */
export async function runConsole({ rounds, scale }: Options, report: (text: string) => void): Promise<ConsoleFigure[]> {
  if (!existsSync(program)) throw new Error(`there is no ${program}; on Debian: apt-get install chromium`);
  const [addresses, subnets] = [Math.round(1_000_000 * scale), Math.round(50_000 * scale)];
  const server = await startPostgres();
  try {
    report(`seeding ${addresses} addresses and ${subnets} subnets`);
    const statements = [...addressesInOne(addresses), ...manySubnets(subnets)];
    const database = await registerOf(server.url, statements);
    const service = await ServiceProcess.start({ databaseUrl: database.url });
    try {
      return await measure(service.url, rounds, report, [
        { name: 'overview', path: '', mark: 'overview drawn' },
        { name: `first rows of ${addresses} addresses`, path: 'subnets/1?tab=addresses', mark: 'rows drawn' },
        { name: `section of ${subnets} subnets`, path: 'sections/1', mark: 'tree drawn' },
        { name: `list of ${subnets} subnets`, path: 'records/subnet', mark: 'records drawn' },
        { name: `list of ${addresses} addresses`, path: 'records/address', mark: 'records drawn' },
        { name: 'page of an address', path: 'records/address/1000', mark: 'record drawn' },
        { name: `map of a /8 with ${subnets} subnets`, path: 'map?at=20.0.0.0/8', mark: 'map drawn' },
      ]);
    } finally {
      await service.kill9();
    }
  } finally {
    await server.stop();
  }
}

async function measure(
  url: string,
  rounds: number,
  report: (text: string) => void,
  pages: readonly Opened[],
): Promise<ConsoleFigure[]> {
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
  try {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    await signIn(page, url);
    const figures: ConsoleFigure[] = [];
    for (const { name, path, mark } of pages) {
      report(name);
      const times: number[] = [];
      // the first round fills the caches of the service
      for (let round = 0; round <= rounds; round++) {
        await page.goto(`${url}/console/${path}`);
        const time = await timeOf(page, mark);
        if (round > 0) times.push(time);
      }
      times.sort((one, other) => one - other);
      figures.push({ name, median: times[Math.floor(times.length / 2)] ?? 0, min: times[0] ?? 0, max: times.at(-1) ?? 0 });
    }
    return figures;
  } finally {
    await browser.close();
  }
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/console/`);
  await page.fill('[name=username]', 'Admin');
  await page.fill('[name=password]', adminPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
}

/** Returns the time of the first performance mark with a name. */
async function timeOf(page: Page, mark: string): Promise<number> {
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    const time = await page.evaluate<number | null>(
      `performance.getEntriesByName(${JSON.stringify(mark)})[0]?.startTime ?? null`,
    );
    if (time !== null) return Math.round(time);
    await page.waitForTimeout(10);
  }
  throw new Error(`the page never reported: ${mark}`);
}

export const consoleHead = ['PAGE', 'median, ms', 'min', 'max'];

export const consoleRows = (figures: readonly ConsoleFigure[]): string[][] =>
  figures.map(({ name, median, min, max }) => [name, String(median), String(min), String(max)]);
