import type { AddCommand } from '../../invocation.js';
import { printJson } from '../../printing.js';
import type { ProgramWork } from '../../program-work.js';
import { jsonOption } from '../../subject-command.js';
import type { Terminal } from '../../terminal.js';
import { type Check, type Diagnosis, diagnose } from './check.js';

export const addDoctor: AddCommand = (program, chosen, { doctorChecks }) =>
  void program
    .command('doctor')
    .description(
      'check settings, machine, database, listeners, certificates, other servers and backups, with or without a running service; the exit code is 1 when a check finds a problem',
    )
    .addOption(jsonOption())
    .action(({ json = false }: { json?: boolean }) => {
      chosen({ name: 'doctor', options: { json }, run: (terminal) => examine(doctorChecks, json, terminal) });
    });

async function examine(checks: ProgramWork['doctorChecks'], json: boolean, { print }: Terminal): Promise<boolean> {
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

/** @param invalid the error of invalid settings */
export function settingsCheck(invalid?: string): Check {
  const todo = 'correct the variable; hexipam --help lists all variables';
  const finding = invalid === undefined ? { text: 'readable' } : { text: invalid, todo };
  return { name: 'settings', run: () => [finding], todo };
}

const columnWidth = 16;

const lineOf = ({ check, ok, text, todo }: Diagnosis): string =>
  ok ? `ok       ${check.padEnd(columnWidth)}${text}` : `PROBLEM  ${check.padEnd(columnWidth)}${text}; ${todo}`;
