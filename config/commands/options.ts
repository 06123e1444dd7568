import { Option } from 'commander';
import { UsageError } from '../../adapters/cli/index.js';

/** Reads a whole number within bounds. @throws WrongWords with the problem */
export const numberOf =
  (problem: string, min: number, max: number) =>
  (word: string): number => {
    const value = /^\d{1,15}$/.test(word) ? Number(word) : Number.NaN;
    if (!(value >= min && value <= max)) throw new UsageError(problem);
    return value;
  };

/** For how many seconds a command waits for a database that cannot be used yet. */
export const waitOption = (): Option =>
  new Option('--wait <SECONDS>', 'wait for the database').argParser(numberOf('--wait takes seconds, from 0 to 9999', 0, 9999));
