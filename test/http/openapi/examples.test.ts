import { writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { inStrings, readRecordedExamples } from '../../../adapters/http/openapi/examples.js';
import type { ApiClient } from '../../support/api-client.js';
import { operationIdOf } from '../../support/described/described-exchange.js';
import type { Probe } from '../support/permission-probes.js';
import { allProbes, everyRoute, send, type Tried } from '../support/permission-routes.js';
import { PermissionWorld } from '../support/permission-world.js';

/** The committed examples, relative to the root of the project. */
const file = 'adapters/http/openapi/examples.json';

const isRecording = process.env.HEXIPAM_RECORD_EXAMPLES === '1';

/** The recorded request body and answer. */
interface Example {
  readonly body?: object;
  readonly answer: unknown;
}

/** Maximum number of list items in an example. */
const shownItems = 2;

describe('The examples in the description', function () {
  this.timeout(120_000);
  const recorded: Record<string, Example> = {};
  const ofOldClients: Record<string, unknown> = {};

  before(async () => {
    const shared = await startWorld();
    const described = everyRoute.filter(({ route }) => route.docs);
    for (const probe of described.flatMap((tried) => probesOf(tried, shared))) {
      const id = operationIdOf(probe.method, probe.path) ?? '';
      if (id === '' || recorded[id]) continue;
      const example = probe.method === 'GET' ? await exampleOf(askingForNumbers(shared), probe) : await exampleOfWrite(probe);
      if (example) recorded[id] = example;
      if (example && probe.method === 'GET') ofOldClients[id] = (await exampleOf(shared.server.client, probe))?.answer;
    }
    await shared.close();
    if (isRecording) writeFileSync(file, `${JSON.stringify(recorded, null, 1)}\n`);
  });

  it('equal the answers of the service (HEXIPAM_RECORD_EXAMPLES=1 records new ones)', function () {
    if (isRecording) this.skip(); // the build copies the file
    expect(readRecordedExamples()).to.deep.equal(recorded);
  });

  it('equal, in the document with strings, the answers to clients that do not request numbers', () => {
    const examples = inStrings(readRecordedExamples());
    const reads = Object.keys(ofOldClients).map((id) => [id, examples[id]?.answer]);
    expect(Object.fromEntries(reads)).to.deep.equal(ofOldClients);
  });

  it('exist for most operations', () => {
    expect(Object.keys(recorded)).to.have.length.above(120).and.include('postAddressesFirstFreeBySubnetId');
  });
});

const clients = new WeakMap<PermissionWorld, ApiClient>();

function askingForNumbers(world: PermissionWorld): ApiClient {
  const known = clients.get(world) ?? world.server.client.with({ headers: { 'api-stringify-results': '0' } });
  clients.set(world, known);
  return known;
}

const startWorld = () => PermissionWorld.start({ section: 3, subnet: 3 });

/** Valid requests to a route, under the first name of its controller. */
const probesOf = (tried: Tried, world: PermissionWorld): Probe[] =>
  tried.route.access === 'signIn' || tried.controller.names[0] === 'user' || tried.controller.names[0] === 'changes'
    ? []
    : allProbes(tried, world).filter(
        ({ path, counts }) => path.startsWith(`/${tried.controller.names[0]}/`) && counts !== 'nobody',
      );

async function exampleOfWrite(probe: Probe): Promise<Example | undefined> {
  const world = await startWorld();
  try {
    return await exampleOf(askingForNumbers(world), probe);
  } finally {
    await world.close();
  }
}

/** Sends a probe; returns body and answer, or undefined for an error. */
async function exampleOf(client: ApiClient, probe: Probe): Promise<Example | undefined> {
  const { status, text } = await send(client, probe);
  if (status >= 400) return undefined;
  const answer = JSON.parse(text.replace(/"time":[\d.]+/, '"time":0.004'));
  const { data } = answer;
  const shown = Array.isArray(data) ? { ...answer, data: data.slice(0, shownItems) } : answer;
  return { ...(probe.body && Object.keys(probe.body).length > 0 ? { body: probe.body } : {}), answer: shown };
}
