import type { ImportLoss } from '../../application/ports/register.js';
import { shown } from '../../application/transfer/register/problems.js';
import type { Column, Value } from './rows.js';

export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}

/** Tables of caches, logs and texts. The import only counts their rows. */
const countedTables = /^(widgets|instructions|logs|loginAttempts|php_sessions|lang|migrations?)$/;

/** Tables with settings of phpIPAM itself. */
const settingTables = /^(settingsMail|apiLock|nominatim.*)$/;

const secretTables = /^(vault|passkey)/;
const secretColumns = /pass|secret|token|params|code|key|community/i;

/** Known tables without an equivalent. For any other table, `table.NAME` accepts the loss. */
const unmappedTables =
  /^(circuits.*|circuitProviders|circuitTypes|routing_.*|firewallZone.*|pstn.*|vaults|vaultItems|passkeys|rackContents)$/;

/** Values of circuitTypes rows created by the installer: a name and the default style. */
const installedValues = new Set(['Default', '#000000', 'Solid']);

/** Whether the import reads the rows of a table; otherwise it only counts them. */
export const isRead = (table: string): boolean => !countedTables.test(table);

/** Whether a name denotes a table, or a column of a table, whose loss can be accepted. */
export const isUnmappedName = (word: string): boolean => unmappedTables.test(word) || /^\w[^.]*\../.test(word);

/** Reports rows and column values without an equivalent. */
export class Leftovers {
  readonly #defaults = new Map<string, ReadonlyMap<string, Value>>();
  readonly #notes = new Map<string, { rows: number; readonly columns: Set<string> }>();

  define(table: string, columns: readonly Column[]): void {
    if (!this.#defaults.has(table)) this.#defaults.set(table, new Map(columns.map((column) => [column.name, column.default])));
  }

  table(table: string, { columns, rows }: Rows, lost: (loss: ImportLoss) => void): void {
    const accept = unmappedTables.test(table) ? table : `table.${table}`;
    for (const row of rows) {
      const lostColumns = columns.filter((column, index) => index > 0 && this.#isGiven(table, column, row[index] ?? null));
      if (settingTables.test(table)) this.#note(table, lostColumns, 1);
      else if (!isInstalled(table, columns, row, lostColumns)) {
        const values = columns.flatMap((column, index) =>
          lostColumns.includes(column) ? [`${column} ${shownOf(table, column, row[index])}`] : [],
        );
        lost({ kind: 'table', where: `${table} ${row[0]}`, problem: ['cannot be imported', ...values].join(', '), accept });
      }
    }
  }

  columns(table: string, names: readonly string[], { columns, rows }: Rows, lost: (loss: ImportLoss) => void): void {
    const positions = names.map((name) => [columns.lastIndexOf(name), name] as const).filter(([index]) => index >= 0);
    const user = columns.indexOf('username');
    for (const row of rows)
      for (const [index, name] of positions)
        if (this.#isGiven(table, name, row[index] ?? null))
          lost({
            ...{ kind: 'column', where: `${table} ${row[0]}`, accept: `${table}.${name}` },
            problem: `${name} ${shownOf(table, name, row[index])}${user < 0 ? '' : ` of ${row[user]}`} cannot be imported`,
          });
  }

  /** Counts rows with values in columns that only phpIPAM uses. */
  needless(table: string, names: readonly string[], { columns, rows }: Rows): void {
    const positions = names.map((name) => [columns.lastIndexOf(name), name] as const).filter(([index]) => index >= 0);
    for (const row of rows) {
      const usedColumns = positions
        .filter(([index, name]) => this.#isGiven(table, name, row[index] ?? null))
        .map(([, name]) => name);
      if (usedColumns.length > 0) this.#note(table, usedColumns, 1);
    }
  }

  counted(table: string, rows: number): void {
    if (rows > 0) this.#note(table, [], rows);
  }

  end(lost: (loss: ImportLoss) => void): void {
    for (const [table, { rows, columns }] of this.#notes) {
      const names = columns.size > 0 ? ` (${[...columns].join(', ')})` : '';
      const problem = `${rows} ${rows === 1 ? 'row' : 'rows'} with data that only phpIPAM uses${names}`;
      lost({ kind: 'note', where: table, problem });
    }
    this.#notes.clear();
  }

  #note(table: string, columns: readonly string[], rows: number): void {
    const note = this.#notes.get(table) ?? { rows: 0, columns: new Set() };
    note.rows += rows;
    for (const column of columns) note.columns.add(column);
    this.#notes.set(table, note);
  }

  #isGiven(table: string, column: string, value: Value): boolean {
    return value !== null && !['', '0', 'No'].includes(value) && value !== (this.#defaults.get(table)?.get(column) ?? null);
  }
}

/** Whether the installer of phpIPAM created the row. */
const isInstalled = (table: string, columns: readonly string[], row: readonly Value[], lostColumns: readonly string[]): boolean =>
  table === 'circuitTypes' && lostColumns.every((column) => installedValues.has(row[columns.indexOf(column)] ?? ''));

const shownOf = (table: string, column: string, value: Value | undefined): string =>
  secretTables.test(table) || secretColumns.test(column) ? '(not shown)' : shown(value);
