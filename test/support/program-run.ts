/** One run of the program, as somebody makes it at a command line. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../config/main.js', import.meta.url));

/** A run that has ended. */
export interface ProgramRun {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** What a run gets beside its words. */
export interface RunOptions {
  readonly databaseUrl: string;
  /** What stands on standard input; nothing when not given. */
  readonly input?: string;
  /** Where it runs. */
  readonly folder: string;
}

/** Runs the program to its end. */
export async function runProgram(words: readonly string[], { databaseUrl, input = '', folder }: RunOptions): Promise<ProgramRun> {
  const env = { PATH: process.env.PATH ?? '', HEXIPAM_DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, [program, ...words], { env, cwd: folder, stdio: 'pipe' });
  const texts = { output: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    texts.output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    texts.errors += text;
  });
  child.stdin.on('error', () => {}); // a run that is refused reads nothing
  child.stdin.end(input);
  await once(child, 'close');
  return { code: child.exitCode, ...texts };
}
