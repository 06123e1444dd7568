import { SourceError } from '../../application/ports/register.js';
import { StorageError } from '../../application/ports/storage-error.js';
import {
  InterruptedRowsError,
  type RowError,
  type RowOptions,
  type RowReport,
  rowErrorText,
} from '../../application/transfer/rows/table.js';
import { IpamError } from '../../domain/errors.js';
import { CommandRefused } from './execution.js';
import { hintAt } from './near-words.js';

export interface RowArguments {
  readonly dryRun: boolean;
  readonly update: boolean;
  readonly section?: string | undefined;
  readonly vrf?: string | undefined;
  readonly inBatches?: boolean;
  readonly createMissing?: boolean;
}

export type ReportText = Omit<RowReport, 'errors'> & {
  readonly errors: readonly (Omit<RowError, 'problem'> & { readonly problem: string })[];
};

/** Returns the message of the REST interface, if the error has one. */
export type MessageOf = (error: IpamError) => string | undefined;

export const reportText = ({ errors, ...counts }: RowReport, options: ErrorOptions, messageOf: MessageOf): ReportText => ({
  ...counts,
  errors: errors.map((error) => ({ ...error, problem: errorText(error, options, messageOf) })),
});

const problemText =
  (messageOf: MessageOf) =>
  (problem: IpamError): string =>
    IpamError.is(problem, 'field.unknown') ? `unknown field ${problem.details.field}` : (messageOf(problem) ?? problem.message);

/** Options of the import. */
type ErrorOptions = Required<Pick<RowOptions, 'updates' | 'createsMissing'>>;

const areThere: ReadonlySet<string> = new Set(['kind.taken', 'section.nameTaken', 'address.exists']);

const referableFields: ReadonlySet<string> = new Set([
  'sectionId',
  'customer_id',
  'location',
  'domainId',
  'vlanId',
  'vrfId',
  'deviceId',
]);

/** The error of a row with the option that avoids it. */
function errorText(error: RowError, { updates, createsMissing }: ErrorOptions, messageOf: MessageOf): string {
  const { table, problem } = error;
  const text = rowErrorText(error, problemText(messageOf));
  if (IpamError.is(problem, 'field.reference') && !createsMissing && referableFields.has(problem.details.field))
    return `${text}: --create-missing creates missing records`;
  if (updates || error.uncreated || typeof problem === 'string' || !areThere.has(problem.code)) return text;
  const builtIn = table === 'l2domain' ? ' (every register has one called default)' : '';
  return `${text}${builtIn}: --update changes existing records`;
}

function unknownColumn({ field, among = [] }: { readonly field: string; readonly among?: readonly string[] }): string {
  const known = among.length > 0 ? `; known columns: ${among.join(', ')}` : '';
  return `unknown column ${JSON.stringify(field)} in the first row${hintAt(field, among)}: map it to a known column with --map, or ignore it with --skip-unknown${known}`;
}

export const goOn = 'import the file again with --update';

/** Maps errors that affect more than one row. Returns other errors unchanged. */
export function refusalOf(error: unknown, messageOf: MessageOf): unknown {
  if (IpamError.is(error, 'field.unknown')) return new CommandRefused(unknownColumn(error.details));
  if (error instanceof SourceError) return new CommandRefused(error.message);
  if (error instanceof IpamError) return new CommandRefused(problemText(messageOf)(error));
  if (error instanceof InterruptedRowsError)
    return new CommandRefused(`${error.cause.message}; at least ${error.written} rows were stored: ${goOn}`, {
      cause: error.cause,
    });
  if (error instanceof StorageError && error.failure === 'unavailable')
    return new CommandRefused(`${error.message}; nothing was changed`, { cause: error });
  if (error instanceof StorageError && error.failure === 'outcomeUnknown')
    return new CommandRefused(
      `${error.message}; the outcome is unknown: check whether the rows were stored before you try again`,
      {
        cause: error,
      },
    );
  return error;
}
