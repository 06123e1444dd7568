import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { program } from '../../../support/processes/program-process.js';

const run = promisify(execFile);

/** Has the service's own check look through a database. @param main the program. @returns what it finds */
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
