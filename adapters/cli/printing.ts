import { inServiceZone } from '../../application/service-time.js';
import { plainLine } from '../../domain/plain-line.js';
import { actionOf, type Command } from './command.js';
import { bold, type OutputStyle } from './styles.js';

/** Members of results with times in UTC. */
const times: readonly string[] = ['at', 'expires', 'editDate', 'lastLogin', 'created', 'lastUsed'];

const isTime = (name: string, value: unknown): value is string =>
  times.includes(name) && typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value);

/** Formats the result as JSON that is safe for terminals. Times are ISO 8601 in UTC: 2024-03-01T12:00:00Z. */
export const printJson = (result: unknown): string =>
  JSON.stringify(result, (name, value: unknown) => (isTime(name, value) ? `${value.replace(' ', 'T')}Z` : value), 2).replace(
    /[\u007f-\u009f]/g,
    (control) => `\\u00${control.charCodeAt(0).toString(16)}`,
  );

export const hasFailed = (command: Pick<Command, 'subject' | 'action'>, result: unknown): boolean =>
  actionOf(command)?.hasFailed?.(result) ?? false;

/**
 * Formats the result as text, with times in the local time zone: lines, or records with a column for each member. Records are an
 * aligned table on a terminal, otherwise separated by tabs.
 */
export function printResult(command: Pick<Command, 'subject' | 'action'>, result: unknown, style: OutputStyle): string {
  const action = actionOf(command);
  if (action?.lines)
    return action
      .lines(result)
      .map((line) => plainLine(line))
      .join('\n');
  if (!action?.columns || !Array.isArray(result)) return '';
  const titles = action.columns.map(titleOf);
  const rows = result.map((record: object) => action.columns?.map((column) => cellOf(record, column)) ?? []);
  if (!style.isTerminal) return [titles, ...rows].map((row) => row.join('\t')).join('\n');
  return rows.length === 0 ? 'none' : table(titles, rows, style);
}

function table(titles: readonly string[], rows: readonly (readonly string[])[], { hasColors }: OutputStyle): string {
  const widths = titles.map((title, index) => Math.max(...[title, ...rows.map((row) => row[index] ?? '')].map(widthOf)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) => padded(cell, widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  return [hasColors ? bold(line(titles)) : line(titles), ...rows.map(line)].join('\n');
}

const titleOf = (column: string): string => column.replace(/([a-z])([A-Z])|\./g, '$1 $2').toUpperCase();

function cellOf(record: object, column: string): string {
  const value = column.split('.').reduce<unknown>((member, name) => Object(member)[name], record);
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isTime(column, value)) return inServiceZone(value);
  return plainLine(Array.isArray(value) ? value.join(', ') || '-' : String(value));
}

const widthOf = (cell: string): number => [...cell].length;
const padded = (cell: string, width: number): string => cell + ' '.repeat(width - widthOf(cell));
