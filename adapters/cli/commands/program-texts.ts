import { Argument } from 'commander';
import { completionOf, shells } from '../completion.js';
import type { AddCommand, Invocation } from '../invocation.js';
import { printJson } from '../printing.js';
import { jsonOption } from '../subject-command.js';
import { UsageError } from '../usage-error.js';

export const printing = (text: string): Invocation => ({
  name: 'print',
  options: { text },
  run: async ({ print }) => {
    print(text);
    return true;
  },
});

export const addVersion: AddCommand = (program, chosen, { version }) => {
  program.version(version, '-v, --version', 'print the version');
  program
    .command('version')
    .description('print the version')
    .addOption(jsonOption())
    .action(({ json }: { json?: true }) => chosen(printing(`${json ? printJson({ version }) : version}\n`)));
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

export const addOpenApi: AddCommand = (program, chosen, { describeRest }) =>
  void program
    .command('openapi')
    .description('print the OpenAPI description of the REST interface as JSON')
    .option('--strings', 'describe the strings dialect, with all input that the service accepts')
    .action(({ strings = false }: { strings?: boolean }) =>
      chosen({
        name: 'openapi',
        options: strings ? { strings } : {},
        run: async ({ print }) => {
          print(`${JSON.stringify(await describeRest(strings ? 'strings' : 'numbers'), null, 2)}\n`);
          return true;
        },
      }),
    );

export const addAsyncApi: AddCommand = (program, chosen, { describeEvents }) =>
  void program
    .command('asyncapi')
    .description('print the AsyncAPI description of change feed, webhooks and message brokers as JSON')
    .action(() =>
      chosen({
        name: 'asyncapi',
        options: {},
        run: async ({ print }) => {
          print(`${JSON.stringify(await describeEvents(), null, 2)}\n`);
          return true;
        },
      }),
    );
