import { expect } from 'chai';
import fc from 'fast-check';
import type { ApiClient } from '../../support/api-client.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { anySegment, anyValue, badSegments, printed, seed } from '../support/bad-values.js';
import { decks } from '../support/deck.js';
import { isWrite, operations, placesIn } from '../support/operations.js';
import { Randomness } from '../support/randomness.js';
import { dump, makeWorld, pathOf, type SampleWorld, validParameters } from '../support/sample-world.js';
import { faultsInAnswer } from '../support/sound-answer.js';
import { type Attempt, Sweep } from '../support/sweep.js';
import { expectUsualAnswers } from '../support/usual-answers.js';
import { forms, percentEncoded, requestIn } from '../support/wire-forms.js';

/** Test timeout in ms, for many bad requests. */
const maxWait = 180_000;

/** Number of segments for each parameter of a path. The next path gets other segments for the same parameter. */
const segmentsEach = 12;

describe(`A service that gets bad input (FUZZ_SEED=${seed})`, function () {
  this.timeout(maxWait);
  let service: ServiceProcess;
  let database: TestDatabase;
  let client: ApiClient;

  before(async () => {
    database = await createPostgresDatabase();
    const variables = { HEXIPAM_TRUST_PROXY: '127.0.0.1' };
    service = await ServiceProcess.start({ databaseUrl: database.url, variables });
    client = await service.signIn();
  });

  after(async () => {
    client?.close();
    await service?.stop();
    await database?.drop();
  });

  it('returns a result or a 4xx without a write for bad path segments, in the envelope', async () => {
    const deckOf = decks(new Randomness(seed), () => badSegments);
    const sweep = new Sweep(client);
    for (const operation of operations) {
      const attempts = placesIn(operation).flatMap((place) =>
        deckOf(place)
          .deal(segmentsEach)
          .map(
            (segment): Attempt => ({
              what: segment,
              make: (world, turn) =>
                requestIn(
                  'json',
                  operation.method,
                  pathOf(operation, world, { [place]: percentEncoded(segment) }),
                  validParameters(operation, world, turn),
                ),
            }),
          ),
      );
      if (attempts.length > 0) await sweep.run(operation, attempts);
    }
    expect(sweep.faults.join('\n')).to.equal('');
  });

  it('returns an envelope for any input, and writes nothing when it refuses', async () => {
    let world: SampleWorld = await makeWorld(client);
    let before = await dump(client);
    const bad = fc.constantFrom(...operations).chain((operation) =>
      fc.record({
        operation: fc.constant(operation),
        segments: fc.array(fc.tuple(fc.constantFrom(...placesIn(operation), 'none'), anySegment), { maxLength: 1 }),
        parameters: fc.array(fc.tuple(fc.constantFrom(...(operation.parameters ?? []), 'other'), anyValue), { maxLength: 4 }),
        isValid: fc.boolean(),
        form: fc.constantFrom(...forms),
      }),
    );
    type Bad = typeof bad extends fc.Arbitrary<infer Given> ? Given : never;
    const attempt = async ({ operation, segments, parameters, isValid, form }: Bad): Promise<void> => {
      const instead = Object.fromEntries(segments.map(([place, segment]) => [place, percentEncoded(segment)]));
      const all = [...(isValid ? validParameters(operation, world) : []), ...parameters];
      const answer = await client.send(requestIn(form, operation.method, pathOf(operation, world, instead), all));
      const sent = [...parameters.flatMap(([name, value]) => [name, printed(value)]), ...segments.map(([, segment]) => segment)];
      expect(await faultsInAnswer(answer, sent)).to.deep.equal([]);
      if (!isWrite(operation)) return;
      const after = await dump(client);
      if (answer.status >= 400) expect(after).to.deep.equal(before);
      else world = await makeWorld(client);
      if (answer.status < 400) before = await dump(client);
    };
    let last: Promise<void> = Promise.resolve();
    const property = fc.asyncProperty(bad, (given) => {
      last = attempt(given);
      return last;
    });
    await fc.assert(property, { seed, numRuns: 500, interruptAfterTimeLimit: 20_000, endOnFailure: true });
    await last; // after the time limit it still runs, and would disturb the next test
  });

  it('rolls back a refused write', async () => {
    const world = await makeWorld(client);
    const before = await dump(client);
    const refused = [
      await client.post('/addresses/', { subnetId: world.subnet, ip: '10.99.0.50', is_gateway: 1, location: 999_999 }),
      await client.post(`/addresses/first_free/${world.subnet}/`, { is_gateway: 1, customer_id: 999_999 }),
      await client.patch(`/subnets/${world.subnet}/`, { description: 'changed', nameserverId: 999_999 }),
      await client.post(`/subnets/${world.network_id}/first_subnet/24/`, { linked_subnet: 999_999 }),
      await client.patch(`/subnets/${world.subnet}/split/`, { number: 2, prefix: 'x'.repeat(70_000) }),
    ];
    expect(refused.map(({ status }) => status)).to.deep.equal([400, 400, 400, 400, 400]);
    expect(await dump(client)).to.deep.equal(before);
  });

  it('returns envelopes for bad credentials, tokens, headers and application names', async () => {
    const text = fc.oneof(anySegment, fc.string({ maxLength: 60 }));
    const inHeader = text.map((value) => value.replace(/[^\t -~\u00a0-\u00ff]/g, '').slice(0, 5_000));
    const credentials = fc
      .tuple(text, text)
      .map(([username, password]) => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
    const headers = fc.record(
      {
        authorization: fc.oneof(credentials, inHeader),
        token: inHeader,
        'phpipam-token': inHeader,
        'api-stringify-results': inHeader,
        accept: inHeader,
        'x-forwarded-proto': inHeader,
      },
      { requiredKeys: [] },
    );
    const app = fc.oneof(fc.constant('default'), text.map(percentEncoded));
    const target = fc.oneof(
      fc.constantFrom('/user/', '/sections/', '/', '/user/token/'),
      fc.tuple(text, text).map(([one, other]) => `/user/${percentEncoded(one)}/${percentEncoded(other)}`),
      fc.tuple(text, text).map(([one, other]) => `/../?app_id=${percentEncoded(one)}&enc_request=${percentEncoded(other)}`),
    );
    let host = 0;
    const property = fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE'),
      app,
      target,
      headers,
      async (method, name, path, sent) => {
        host++; // a new client address each time: too many failures block an address
        const forwarded = `10.${(host >> 16) & 255}.${(host >> 8) & 255}.${host & 255}`;
        const answer = await client.raw({
          method,
          target: `/api/${name}${path}`,
          headers: { ...sent, 'x-forwarded-for': forwarded },
        });
        expect(await faultsInAnswer(answer)).to.deep.equal([]);
        expect(answer.status, 'nobody gets in').to.be.within(400, 503);
      },
    );
    await fc.assert(property, { seed, numRuns: 400, interruptAfterTimeLimit: 10_000, endOnFailure: true });
  });

  it('still answers as usual', async () => {
    await expectUsualAnswers(service, client);
    expect(service.complaints.join('\n')).to.equal('');
  });
});
