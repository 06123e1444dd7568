/** Prints the product files that five requests for the next free address enter. It runs in its own process. */
import { type Profiler, Session } from 'node:inspector';
import { promisify } from 'node:util';
import { openDatabase } from '../../adapters/knex/index.js';
import { ApiServer } from '../support/api-server.js';

/** The functions that a request enters, by product file, from the exact coverage of the runtime. */
async function enteredBy(request: () => Promise<unknown>): Promise<Map<string, readonly string[]>> {
  const session = new Session();
  session.connect();
  const start = promisify((done: (error: Error | null) => void) =>
    session.post('Profiler.startPreciseCoverage', { callCount: true }, done),
  );
  const take = promisify((done: (error: Error | null, counted: Profiler.TakePreciseCoverageReturnType) => void) =>
    session.post('Profiler.takePreciseCoverage', done),
  );
  session.post('Profiler.enable');
  await start();
  try {
    await take(); // resets all counts
    await request();
    const { result } = await take();
    return new Map(result.flatMap(({ url, functions }) => enteredIn(url, functions)));
  } finally {
    session.disconnect();
  }
}

function enteredIn(url: string, functions: readonly Profiler.FunctionCoverage[]): [string, string[]][] {
  const [, file] = /\/dist\/((?:domain|application|adapters|config)\/.*)\.js$/.exec(url) ?? [];
  const entered = functions.filter(({ ranges: [whole] }) => whole && whole.count > 0).map(({ functionName }) => functionName);
  return file && entered.length > 0 ? [[file, entered]] : [];
}

// The clock stands still. Otherwise a request some seconds later would read the clock of the database again.
const standing = performance.now();
performance.now = () => standing;
const database = await openDatabase({ url: 'pglite:' });
await database.migrate();
const now = new Date();
const server = await ApiServer.start({ storage: database, clock: { now: () => now } }); // entries cached for a second do not expire
const section = await server.client.post('/sections/', { name: 'Some' });
const network = { subnet: '10.0.0.0', mask: '24', sectionId: section.id };
const target = `/addresses/first_free/${(await server.client.post('/subnets/', network)).id}/`;
await server.client.post(target, {}); // loads the free addresses
const request = async (): Promise<void> => {
  const { summary } = await server.client.post(target, {});
  if (summary !== '201') throw new Error(`the request was answered ${summary}`);
};
const requests: Map<string, readonly string[]>[] = [];
while (requests.length < 5) requests.push(await enteredBy(request));
console.log(JSON.stringify(requests.map((entered) => [...entered])));
await server.close();
