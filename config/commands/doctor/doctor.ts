import { jsonOption, printJson } from '../../../adapters/cli/index.js';
import { readProcessConfiguration } from '../../settings/settings.js';
import { ConfigurationError } from '../../settings/values.js';
import type { Terminal } from '../../terminal.js';
import type { AddCommand } from '../invocation.js';
import { type Check, type Diagnosis, diagnose } from './check.js';

export const addDoctor: AddCommand = (program, chosen) =>
  void program
    .command('doctor')
    .description(
      'check settings, machine, database, listeners, certificates, other servers and backups, with or without a running service; the exit code is 1 when a check finds a problem',
    )
    .addOption(jsonOption())
    .action(({ json = false }: { json?: boolean }) => {
      chosen({ name: 'doctor', options: { json }, run: (terminal) => examine(json, terminal) });
    });

async function examine(json: boolean, { print }: Terminal): Promise<boolean> {
  const diagnoses: Diagnosis[] = [];
  for (const check of await checks()) {
    const found = await diagnose(check);
    diagnoses.push(...found);
    if (!json) for (const each of found) print(`${lineOf(each)}\n`);
  }
  const ok = diagnoses.every((each) => each.ok);
  if (json) print(`${printJson({ ok, checks: diagnoses })}\n`);
  return ok;
}

/** With invalid settings, the settings are the only check. */
async function checks(): Promise<readonly Check[]> {
  const name = 'settings';
  const todo = 'correct the variable; hexipam --help lists all variables';
  try {
    const configuration = readProcessConfiguration();
    const { checksOf } = await import('./checks.js');
    return [{ name, run: () => [{ text: 'readable' }], todo }, ...checksOf(configuration)];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [{ name, run: () => [{ text: error.message, todo }], todo }];
  }
}

const columnWidth = 16;

const lineOf = ({ check, ok, text, todo }: Diagnosis): string =>
  ok ? `ok       ${check.padEnd(columnWidth)}${text}` : `PROBLEM  ${check.padEnd(columnWidth)}${text}; ${todo}`;
