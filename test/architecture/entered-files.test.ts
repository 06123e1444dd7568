import { type Profiler, Session } from 'node:inspector';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { openDatabase } from '../../adapters/knex/index.js';
import { ApiServer } from '../support/api-server.js';

/** Functions that a request enters, by the file of the product that has them, as the runtime's exact coverage counts them. */
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
    await take(); // sets all counts back to nothing
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

describe('A request for the next free address', () => {
  let server: ApiServer;

  before(async () => {
    const database = await openDatabase({ url: 'memory:' });
    await database.migrate();
    const now = new Date();
    server = await ApiServer.start({ storage: database, clock: { now: () => now } }); // what is remembered for a second stays so
  });
  after(() => server.close());

  it('makes no repository that it does not use, and goes through few files', async () => {
    const section = await server.client.post('/sections/', { name: 'Some' });
    const network = { subnet: '10.0.0.0', mask: '24', sectionId: section.id };
    const target = `/addresses/first_free/${(await server.client.post('/subnets/', network)).id}/`;
    await server.client.post(target, {}); // gathers what is free
    const request = async () => expect((await server.client.post(target, {})).summary).to.equal('201');
    const requests: Map<string, readonly string[]>[] = [];
    while (requests.length < 5) requests.push(await enteredBy(request));
    const [first = new Map<string, readonly string[]>(), ...others] = requests;
    // What not all of them entered is done now and then by whichever comes, as the look at the database's clock, or is other work of this process.
    const entered = new Map([...first].filter(([file]) => others.every((other) => other.has(file))));
    const repositories = [...entered.values()].flat().filter((name) => /^Knex\w+Repository$/.test(name));
    expect(repositories.sort()).to.deep.equal(['KnexAddressRepository', 'KnexChangeLogRepository', 'KnexCustomFieldRepository']);
    expect(entered.size, [...entered.keys()].join('\n')).to.be.within(40, 60);
  });
});
