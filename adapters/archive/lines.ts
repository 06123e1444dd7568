import type { ArchivedTable, ArchiveHead } from '../../application/ports/archive.js';
import { SourceError } from '../../application/ports/register.js';

export const format = 1;

export interface HeadLine extends ArchiveHead {
  readonly hexipam: 'register';
  readonly format: number;
}

/** The rows of all tables. */
export const rowCount = ({ counts }: ArchiveHead): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The last line of an archive, with the SHA-256 digest of all lines before it. */
export interface EndLine {
  readonly end: true;
  readonly rows: number;
  readonly sha256: string;
}

/**
 * Length in characters above which the elements of a line are counted before parsing: many small elements need a hundred times
 * the memory of the line.
 */
const longLine = 1_048_576;
/** Upper limit of elements in a line. Rows and the head have fewer. */
const maxElements = 10_000;

/** @throws SourceError with the line number */
export function parseLine(line: string, number: number): unknown {
  if (line.length > longLine && hasManyElements(line))
    throw new SourceError(`the archive is damaged: line ${number} has too many elements`);
  try {
    return JSON.parse(line);
  } catch {
    throw new SourceError(`the archive is damaged: line ${number} is not JSON`);
  }
}

/** Whether a text has more commas and brackets outside of strings than `maxElements`. */
function hasManyElements(text: string): boolean {
  let elements = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (isString && sign === '\\') at++;
    else if (sign === '"') isString = !isString;
    else if (!isString && (sign === ',' || sign === '[' || sign === '{') && ++elements > maxElements) return true;
  }
  return false;
}

/** Parses the head of an archive. @throws SourceError for other files, and for archives of another format version */
export function headOf(value: unknown): ArchiveHead {
  const { hexipam, format: archivedFormat, schema, counts, lastIds } = membersOf(value);
  if (hexipam !== 'register') throw new SourceError('not a Hexipam archive: the first line has no archive header');
  if (archivedFormat !== format)
    throw new SourceError(
      `the archive has format version ${typeof archivedFormat === 'number' ? archivedFormat : 'unknown'}, but this version of Hexipam reads only format version ${format}`,
    );
  if (typeof schema !== 'number' || !Number.isInteger(schema) || schema < 1) throw wrongHead('has no schema version');
  if (!isRecord(counts, isCount)) throw wrongHead('has no valid row counts');
  if (!isRecord(lastIds, isLastId)) throw wrongHead('has no valid last ids');
  return { schema, counts, lastIds };
}

const wrongHead = (problem: string): SourceError => new SourceError(`the archive is damaged: the first line ${problem}`);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isLastId = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && /^\d{1,19}$/.test(value) && BigInt(value) <= highestId);
const highestId = 2n ** 63n - 1n;

const isRecord = <T>(value: unknown, isMember: (value: unknown) => value is T): value is Readonly<Record<string, T>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isMember);

const membersOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value);

/** The table header in a line; undefined for other lines. */
export function tableOf(value: unknown): ArchivedTable | undefined {
  const { table, columns } = membersOf(value);
  return typeof table === 'string' && isTexts(columns) ? { name: table, columns } : undefined;
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((text) => typeof text === 'string');

/** The end of the archive; undefined for other lines. */
export function endOf(value: unknown): EndLine | undefined {
  const { end, rows, sha256 } = membersOf(value);
  return end === true && typeof rows === 'number' && typeof sha256 === 'string' ? { end, rows, sha256 } : undefined;
}

/** Validates a row and its number of columns. @throws SourceError with the line number */
export function rowOf(value: unknown, columns: number, number: number): readonly (string | null)[] {
  if (Array.isArray(value) && value.length === columns && value.every((text) => text === null || typeof text === 'string'))
    return value;
  throw new SourceError(`the archive is damaged: line ${number} is not a row of its table`);
}

/** Formats a name for error messages: quoted, cut after 64 characters, without control characters. */
export const shortName = (name: string): string => JSON.stringify(name.length > 64 ? `${name.slice(0, 64)}...` : name);
