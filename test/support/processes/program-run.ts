import { type EndedRun, ProgramProcess } from './program-process.js';

/** What a run at a command line gets beside its words. */
export interface ProgramOptions {
  readonly databaseUrl: string;
  /** What stands on standard input; nothing when not given. */
  readonly input?: string;
  /** Where it runs. */
  readonly folder: string;
}

/** Runs the program to its end, as somebody does at a command line. */
export function runProgram(words: readonly string[], { databaseUrl, input = '', folder }: ProgramOptions): Promise<EndedRun> {
  const environment = { PATH: process.env.PATH ?? '', HEXIPAM_DATABASE_URL: databaseUrl };
  return new ProgramProcess(words, { environment, folder, input }).ended();
}
