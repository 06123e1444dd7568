import { jsonOption, printJson } from '../../adapters/cli/index.js';
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
