import { readVersion } from '../version.js';
import type { AddCommand } from './invocation.js';

/** `hexipam openapi`: the description of the REST interface, as a running service tells it under /openapi.json. */
export const addOpenApi: AddCommand = (program, chosen) =>
  void program
    .command('openapi')
    .description('print the OpenAPI description of the REST interface as JSON')
    .action(() =>
      chosen({
        name: 'openapi',
        options: {},
        run: async ({ print }) => {
          print(`${JSON.stringify(await describe(), null, 2)}\n`);
          return true;
        },
      }),
    );

/** It follows from the program alone: what serves requests is put together over an empty storage. */
async function describe(): Promise<object> {
  const { describeInterface } = await import('../../adapters/http/index.js');
  const { createMemoryDatabase } = await import('../../adapters/memory/index.js');
  const { RandomTokenSource, ScryptPasswordHasher, systemClock, systemRandom, systemTimers } = await import(
    '../../adapters/system/index.js'
  );
  const { createApplication } = await import('../../application/index.js');
  const { readers, unitOfWork } = createMemoryDatabase();
  const application = createApplication({
    readers,
    unitOfWork,
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom,
    passwords: new ScryptPasswordHasher(),
    tokens: new RandomTokenSource(),
    tokenTtl: 1,
  });
  return describeInterface(application, readVersion());
}
