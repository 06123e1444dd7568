import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { program } from '../../../support/processes/program-process.js';

const run = promisify(execFile);

/** Runs the check command of the service on a database. @param main path of the program @returns its findings */
export async function checkFaults(databaseUrl: string, main = program): Promise<string[]> {
  const env = { ...process.env, HEXIPAM_DATABASE_URL: databaseUrl };
  try {
    await run(process.execPath, [main, 'check'], { env, maxBuffer: 2 ** 26 });
    return [];
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return [`the service's own check fails: ${stdout}${stderr}`];
  }
}
