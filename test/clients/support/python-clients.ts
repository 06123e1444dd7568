/** Location of the Python clients, and execution of their scripts. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The source folder, because the compiler does not copy the scripts. */
const folder = fileURLToPath(new URL('../../../../test/clients/', import.meta.url));

/** The interpreter with the clients: CLIENTS_PYTHON, by default that of `test/clients/.venv`. */
const python = process.env.CLIENTS_PYTHON ?? `${folder}.venv/bin/python`;

/** Why the clients cannot run; undefined if they can. */
export const whyLeftOut: string | undefined = existsSync(python)
  ? undefined
  : 'left out: no Python clients are installed, `.ci/clients` installs them';

/** Time limit of one step in milliseconds. */
const maxWait = 90_000;

/** Runs one step of a script. @throws Error with its error output if a check fails */
export async function runStep(script: string, step: string, variables: Readonly<Record<string, string>>): Promise<void> {
  const env = { PATH: process.env.PATH ?? '', PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1', ...variables };
  const run = promisify(execFile)(python, [`${folder}${script}`, step], { env, timeout: maxWait });
  const { stdout } = await run.catch((error: { readonly stderr?: string; readonly message: string }) => {
    throw new Error(`${script} ${step}:\n${error.stderr || error.message}`);
  });
  if (!/^[1-9]\d* checks held\n$/.test(stdout)) throw new Error(`${script} ${step} does not say what it checked: ${stdout}`);
}
