import { readVersion } from '../version.js';
import type { AddCommand } from './invocation.js';

/** `hexipam openapi` prints the same description as /openapi.json; with `--strings`, that of /openapi-strings.json. */
export const addOpenApi: AddCommand = (program, chosen) =>
  void program
    .command('openapi')
    .description('print the OpenAPI description of the REST interface as JSON')
    .option('--strings', 'of the strings dialect, with everything that the service accepts')
    .action(({ strings = false }: { strings?: boolean }) =>
      chosen({
        name: 'openapi',
        options: strings ? { strings } : {},
        run: async ({ print }) => {
          print(`${JSON.stringify(await describe(strings ? 'strings' : 'numbers'), null, 2)}\n`);
          return true;
        },
      }),
    );

/** Creates the description with an empty database in memory, because it depends on the program only. */
async function describe(dialect: 'numbers' | 'strings'): Promise<object> {
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
  return describeInterface(application, readVersion(), dialect);
}
