import { CommandRefused } from '../adapters/cli/index.js';
import { answerFor } from '../adapters/http/error-table.js'; // alone: every command would load the interface with it
import { SourceError } from '../application/ports/moving/register.js';
import { StorageError } from '../application/ports/storage-error.js';
import { type RowMistake, RowsInterrupted } from '../application/transfer/rows/table.js';
import { IpamError } from '../domain/errors.js';
import { hintAt } from './near-words.js';

function problemText(problem: RowMistake['problem']): string {
  if (typeof problem === 'string') return problem;
  if (IpamError.is(problem, 'field.unknown')) return `nothing is called ${problem.details.field} here`;
  return answerFor(problem)?.message ?? problem.message;
}

const areThere: ReadonlySet<string> = new Set(['kind.taken', 'section.nameTaken', 'address.exists']);

/** @param updates whether the import changes existing records */
export function mistakeText({ table, problem }: RowMistake, updates: boolean): string {
  const told = problemText(problem);
  if (updates || typeof problem === 'string' || !areThere.has(problem.code)) return told;
  const builtIn = table === 'l2domain' ? ' (every register has one called default)' : '';
  return `${told}${builtIn}: --update changes what is there`;
}

function unknownColumn({ field, among = [] }: { readonly field: string; readonly among?: readonly string[] }): string {
  const known = among.length > 0 ? `; there are ${among.join(', ')}` : '';
  return `the column ${JSON.stringify(field)} of the first row has no meaning here${hintAt(field, among)}: name one that has (--map), or leave it out${known}`;
}

export const goOn = 'bring the file in again with --update';

/** The error for problems of more than one row. */
export function refusalOf(error: unknown): unknown {
  if (IpamError.is(error, 'field.unknown')) return new CommandRefused(unknownColumn(error.details));
  if (error instanceof SourceError) return new CommandRefused(error.message);
  if (error instanceof IpamError) return new CommandRefused(problemText(error));
  if (error instanceof RowsInterrupted)
    return new CommandRefused(`${error.cause.message}; ${error.kept} rows or more are written and stay: ${goOn}`, {
      cause: error.cause,
    });
  if (error instanceof StorageError && error.trouble === 'unavailable')
    return new CommandRefused(`${error.message}; nothing was changed`, { cause: error });
  if (error instanceof StorageError && error.trouble === 'outcomeUnknown')
    return new CommandRefused(`${error.message}; nobody can know whether it was done: look before you try again`, {
      cause: error,
    });
  return error;
}
