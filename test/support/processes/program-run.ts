import { type EndedRun, ProgramProcess } from './program-process.js';

/** Options of a run, in addition to its arguments. */
export interface ProgramOptions {
  readonly databaseUrl: string;
  /** Standard input; default: empty. */
  readonly input?: string;
  /** Working directory. */
  readonly folder: string;
}

/** Runs the program to its end. */
export function runProgram(words: readonly string[], { databaseUrl, input = '', folder }: ProgramOptions): Promise<EndedRun> {
  const environment = { PATH: process.env.PATH ?? '', HEXIPAM_DATABASE_URL: databaseUrl };
  return new ProgramProcess(words, { environment, folder, input }).ended();
}
