import type { ArchivedTable, ArchiveHead } from '../../application/ports/moving/archive.js';
import { SourceError } from '../../application/ports/moving/register.js';

/** Version of the form in which archives are written. */
export const format = 1;

/** The first line. */
export interface HeadLine extends ArchiveHead {
  readonly hexipam: 'register';
  readonly format: number;
}

/** The last line: the digest is that of all lines before it. */
export interface EndLine {
  readonly end: true;
  readonly rows: number;
  readonly sha256: string;
}

/** A line as JSON. @throws SourceError that names the line */
export function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new SourceError(`the archive is damaged: line ${number} is no JSON`);
  }
}

/** @throws SourceError for what is no archive, or one of a later version */
export function headOf(value: unknown): ArchiveHead {
  const line = Object(value) as Partial<HeadLine>;
  if (line.hexipam !== 'register') throw new SourceError('this is no archive of a register: its first line does not say so');
  if (line.format !== format)
    throw new SourceError(`the archive has form ${line.format}, only ${format} is known: is it of a later version?`);
  const { schema = 0, counts = {}, lastIds = {} } = line;
  return { schema, counts, lastIds };
}

/** What a line has by name; nothing of a line that is no object. */
const membersOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value);

/** The table that the following rows are of; undefined for another line. */
export function tableOf(value: unknown): ArchivedTable | undefined {
  const { table, columns } = membersOf(value);
  return typeof table === 'string' && isTexts(columns) ? { name: table, columns } : undefined;
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((text) => typeof text === 'string');

/** The end of the archive; undefined for another line. */
export function endOf(value: unknown): EndLine | undefined {
  const { end, rows, sha256 } = membersOf(value);
  return end === true && typeof rows === 'number' && typeof sha256 === 'string' ? { end, rows, sha256 } : undefined;
}

/** A row of a table with so many columns. @throws SourceError that names the line */
export function rowOf(value: unknown, columns: number, number: number): readonly (string | null)[] {
  if (Array.isArray(value) && value.length === columns && value.every((text) => text === null || typeof text === 'string'))
    return value;
  throw new SourceError(`the archive is damaged: line ${number} is no row of its table`);
}
