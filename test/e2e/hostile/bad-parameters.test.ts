import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { oneOfEachSort, printed, seed } from '../support/bad-values.js';
import { decks } from '../support/deck.js';
import { common, operations, unknownNames } from '../support/operations.js';
import { Randomness } from '../support/randomness.js';
import { pathOf, validParameters } from '../support/sample-world.js';
import { type Attempt, Sweep } from '../support/sweep.js';
import { expectUsualAnswers } from '../support/usual-answers.js';
import { forms, requestIn } from '../support/wire-forms.js';

/**
 * Number of values for each field and each other parameter of an operation. Their kinds differ from those of the previous
 * operation. A field of three operations (subnets, addresses) thus gets a value of every kind.
 */
const valuesEach = { field: 8, other: 2 };

const isField = (name: string): boolean => !common.includes(name) && !unknownNames.includes(name);

describe(`A service on PostgreSQL that gets bad parameters (FUZZ_SEED=${seed})`, function () {
  this.timeout(180_000);
  let database: TestDatabase;
  let service: ServiceProcess;
  let client: ApiClient;

  before(async () => {
    database = await createPostgresDatabase();
    service = await ServiceProcess.start({ databaseUrl: database.url });
    client = await service.signIn();
  });

  after(async () => {
    client?.close();
    await service?.stop();
    await database?.drop();
  });

  it('returns a result or a 4xx without a write for bad values of every parameter, in the envelope', async () => {
    const random = new Randomness(seed);
    const sweep = new Sweep(client);
    const deckOf = decks(random, () => oneOfEachSort(random));
    for (const operation of operations) {
      const [, controller] = operation.path.split('/');
      const valuesOf = (name: string): readonly unknown[] =>
        deckOf(`${controller} ${name}`).deal(isField(name) ? valuesEach.field : valuesEach.other);
      const attempts = (operation.parameters ?? []).flatMap((name) =>
        valuesOf(name).map((value): Attempt => {
          const form = random.oneOf(forms);
          return {
            what: printed(value),
            make: (world, turn) =>
              requestIn(form, operation.method, pathOf(operation, world), [
                ...validParameters(operation, world, turn),
                [name, value],
              ]),
          };
        }),
      );
      await sweep.run(operation, attempts);
    }
    expect(sweep.faults.join('\n')).to.equal('');
  });

  it('still answers as usual', async () => {
    await expectUsualAnswers(service, client);
    expect(service.complaints.join('\n')).to.equal('');
  });
});
