import { readVersion } from '../version.js';
import type { AddCommand } from './invocation.js';

export const addOpenApi: AddCommand = (program, chosen) =>
  void program
    .command('openapi')
    .description('print the OpenAPI description of the REST interface as JSON')
    .option('--strings', 'describe the strings dialect, with all input that the service accepts')
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

/** The description depends on the program only. An empty database in memory is sufficient. */
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
