import { Readable } from 'node:stream';
import { runCommand } from '../../../config/run-command.js';
import type { EndedRun } from './program-process.js';
import type { ProgramOptions } from './program-run.js';

/** Runs are sequential: they share the environment and the working directory of this process. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Like runProgram, but in this process, because the start of a process takes over a second.
 * Not for `serve`, signals and uncaught errors.
 */
export function runInProcess(words: readonly string[], options: ProgramOptions): Promise<EndedRun> {
  const run = last.then(() => runAlone(words, options));
  last = run.catch(() => undefined);
  return run;
}

async function runAlone(words: readonly string[], { databaseUrl, input = '', folder }: ProgramOptions): Promise<EndedRun> {
  const [before, given] = [process.cwd(), process.env.HEXIPAM_DATABASE_URL];
  let [output, errors] = ['', ''];
  const prompt = (text: string): void => {
    errors += text;
  };
  process.chdir(folder);
  process.env.HEXIPAM_DATABASE_URL = databaseUrl;
  try {
    const code = await runCommand(words, {
      input: Readable.from([Buffer.from(input)], { objectMode: false }),
      output: { isTerminal: false, hasColors: false, columns: 100 },
      print: (text) => {
        output += text;
      },
      prompt,
      complain: (problem) => prompt(`hexipam: ${problem}\n`),
    });
    return { code, output, errors };
  } finally {
    process.chdir(before);
    if (given === undefined) delete process.env.HEXIPAM_DATABASE_URL;
    else process.env.HEXIPAM_DATABASE_URL = given;
  }
}
