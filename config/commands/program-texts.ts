import { Argument } from 'commander';
import { completionOf, jsonOption, printJson, shells, UsageError } from '../../adapters/cli/index.js';
import { readVersion } from '../version.js';
import type { AddCommand, Invocation } from './invocation.js';

export const printing = (text: string): Invocation => ({
  name: 'print',
  options: { text },
  run: async ({ print }) => {
    print(text);
    return true;
  },
});

export const addVersion: AddCommand = (program, chosen) => {
  program.version(readVersion(), '-v, --version', 'print the version');
  program
    .command('version')
    .description('print the version')
    .addOption(jsonOption())
    .action(({ json }: { json?: true }) => chosen(printing(`${json ? printJson({ version: readVersion() }) : readVersion()}\n`)));
};

export const addCompletion: AddCommand = (program, chosen) =>
  void program
    .command('completion')
    .description(`print a completion script for a shell, e.g. source <(hexipam completion bash)`)
    .usage('SHELL')
    .addArgument(new Argument('<SHELL>', shells.join(', ')).choices(shells).argParser(shellOf))
    .action((shell: (typeof shells)[number]) => chosen(printing(completionOf(program, shell))));

function shellOf(word: string): (typeof shells)[number] {
  const shell = shells.find((candidate) => candidate === word);
  if (!shell) throw new UsageError(`SHELL must be one of ${shells.join(', ')}`);
  return shell;
}

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

export const addAsyncApi: AddCommand = (program, chosen) =>
  void program
    .command('asyncapi')
    .description('print the AsyncAPI description of change feed, webhooks and message brokers as JSON')
    .action(() =>
      chosen({
        name: 'asyncapi',
        options: {},
        run: async ({ print }) => {
          const { describeEventInterface } = await import('../../adapters/http/index.js');
          print(`${JSON.stringify(describeEventInterface(readVersion()), null, 2)}\n`);
          return true;
        },
      }),
    );
