import { SourceError } from '../../application/ports/register.js';
import { endOfStatement, readTable } from './dump-statements.js';
import { DumpProblem, endOfQuoted, readName, readNames, readValue, skipSpace } from './dump-text.js';
import type { Column, Value } from './rows.js';

/** Events of a dump, in file order. */
export interface DumpEvents {
  wants(table: string): boolean;
  table(name: string, columns: readonly Column[]): void;
  row(table: string, columns: readonly string[], values: readonly Value[]): void;
  skipped(table: string): void;
  /** The text of a comment or SET statement. */
  remark(text: string): void;
}

/** The table of the current INSERT. */
interface Insert {
  readonly table: string;
  readonly columns: readonly string[];
  readonly isRequested: boolean;
  readonly line: number;
}

/** Maximum length of a row or statement in characters. */
const longest = 32 * 1024 * 1024;

const insertHead = /(?:INSERT(?:\s+(?:IGNORE|DELAYED|LOW_PRIORITY))*|REPLACE)\s+INTO\s+/iy;

/** Definitions of routines and triggers between DELIMITER commands. Their INSERT statements are not rows of the dump. */
const routinesHead = /^DELIMITER\s/i;
const routines = /DELIMITER[ \t]+(?:;[ \t\r]*\n|\S+[ \t\r]*\n.*?\n[ \t]*DELIMITER[ \t]+;[ \t\r]*\n)/isy;

/** Parses a dump incrementally. Incomplete rows and statements wait for the next chunk. */
export class DumpParser {
  readonly #events: DumpEvents;
  readonly #tables = new Map<string, readonly string[]>();
  readonly #named = new Map<string, readonly string[]>();
  readonly #lists = new Map<string, readonly string[]>();
  #database: string | undefined;
  #text = '';
  /** Chunks that are not yet part of the text. */
  #pending: string[] = [];
  #pendingLength = 0;
  #at = 0;
  #insert: Insert | undefined;
  /** A position at or before the start of the unparsed text, and the number of its line. */
  #line = { number: 1, at: 0 };

  constructor(events: DumpEvents) {
    this.#events = events;
  }

  /**
   * Adds the next chunk. An incomplete statement is parsed again only after its text has doubled, which keeps the total time
   * linear.
   * @throws SourceError
   */
  push(piece: string): void {
    this.#pending.push(piece);
    this.#pendingLength += piece.length;
    const unread = this.#text.length - this.#at;
    if (this.#pendingLength >= Math.min(unread, longest - unread)) this.flush();
  }

  /** Parses all pending text. @throws SourceError */
  flush(): void {
    this.#line = { number: this.#lineOf(this.#at), at: 0 };
    this.#text = this.#text.slice(this.#at) + this.#pending.join('');
    [this.#pending, this.#pendingLength] = [[], 0];
    this.#at = 0;
    this.#parse();
    if (this.#text.length - this.#at > longest)
      throw new SourceError(`the dump cannot be read, ${this.#placeOf(this.#at)}: a statement or a row is longer than 32 MB`);
  }

  /** Finishes the dump. @throws SourceError if it is incomplete */
  end(): void {
    this.push('\n');
    this.flush();
    const at = skipSpace(this.#text, this.#at);
    if (this.#insert)
      throw new SourceError(
        `the dump is cut off: it ends within the rows of ${this.#insert.table}, which start in line ${this.#insert.line}`,
      );
    if (at < this.#text.length) throw new SourceError(`the dump is cut off: the statement in ${this.#placeOf(at)} is incomplete`);
  }

  /** @param at position at or after that of earlier calls */
  #lineOf(at: number): number {
    this.#line = { number: this.#line.number + newlinesBetween(this.#text, this.#line.at, at), at };
    return this.#line.number;
  }

  #placeOf(at: number): string {
    return `line ${this.#lineOf(at)}`;
  }

  #parse(): void {
    try {
      while (this.#insert ? this.#parseRow(this.#insert) : this.#parseStatement());
    } catch (error) {
      if (!(error instanceof DumpProblem)) throw error;
      throw new SourceError(`the dump cannot be read, ${this.#placeOf(error.at)}: ${error.message}`);
    }
  }

  /** @returns whether another statement may follow */
  #parseStatement(): boolean {
    const at = skipSpace(this.#text, this.#at);
    if (at >= this.#text.length) return false;
    const start = this.#text.slice(at, at + 2);
    if (start === '--' || start[0] === '#') return this.#passComment(at, '\n');
    if (start === '/*') return this.#passComment(at, '*/');
    insertHead.lastIndex = at;
    const head = insertHead.exec(this.#text)?.[0];
    if (head !== undefined) return this.#beginInsert(at, at + head.length);
    if (routinesHead.test(this.#text.slice(at, at + 10))) return this.#passRoutines(at);
    const end = endOfStatement(this.#text, at);
    if (end === undefined) return false;
    this.#statement(this.#text.slice(at, end), at);
    this.#at = end;
    return true;
  }

  #passRoutines(at: number): boolean {
    routines.lastIndex = at;
    if (!routines.test(this.#text)) return false;
    this.#at = routines.lastIndex;
    return true;
  }

  #passComment(at: number, mark: string): boolean {
    const end = this.#text.indexOf(mark, at + 2);
    if (end < 0) return false;
    this.#events.remark(this.#text.slice(at, end));
    this.#at = end + mark.length;
    return true;
  }

  #statement(text: string, at: number): void {
    if (/^SET\s/i.test(text)) this.#events.remark(text);
    if (/^USE\s/i.test(text)) this.#use(text, at);
    if (!/^CREATE\s+TABLE\s/i.test(text)) return;
    const { table, columns } = readTable(text);
    this.#tables.set(
      table,
      columns.map(({ name }) => name),
    );
    this.#events.table(table, columns);
  }

  #use(text: string, at: number): void {
    const name = readName(text, 'USE '.length)?.value;
    if (this.#database !== undefined && name !== this.#database)
      throw new DumpProblem(`the dump also has the database ${name}: dump only the database of phpIPAM`, at);
    this.#database = name;
  }

  #beginInsert(start: number, from: number): boolean {
    let name = readName(this.#text, from);
    if (name && this.#text[name.end] === '.') name = readName(this.#text, name.end + 1);
    if (!name) return false;
    let at = skipSpace(this.#text, name.end);
    let columns = this.#tables.get(name.value);
    if (this.#text[at] === '(') {
      const list = readNames(this.#text, at);
      if (!list) return false;
      columns = this.#known(list.value);
      this.#nameColumns(name.value, columns);
      at = skipSpace(this.#text, list.end);
    }
    if (at + 6 >= this.#text.length) return false;
    const values = /VALUES?/iy;
    values.lastIndex = at;
    const word = values.exec(this.#text)?.[0];
    if (word === undefined) throw new DumpProblem(`the INSERT INTO ${name.value} has no VALUES`, at);
    const isRequested = this.#events.wants(name.value);
    if (!columns && isRequested)
      throw new DumpProblem(
        `the columns of ${name.value} are unknown: the dump has no CREATE TABLE, and the INSERT does not list them`,
        start,
      );
    this.#insert = { table: name.value, columns: columns ?? [], isRequested, line: this.#lineOf(start) };
    this.#at = at + word.length;
    return true;
  }

  /** Reports columns that are defined only by an INSERT statement. */
  #nameColumns(table: string, columns: readonly string[]): void {
    if (this.#tables.has(table) || this.#named.get(table) === columns) return;
    this.#named.set(table, columns);
    this.#events.table(table, columns.map(undefinedColumn));
  }

  /** Returns the same array for equal names, so that rows of several statements share a batch. */
  #known(columns: readonly string[]): readonly string[] {
    const key = JSON.stringify(columns);
    const known = this.#lists.get(key) ?? columns;
    this.#lists.set(key, known);
    return known;
  }

  #parseRow(insert: Insert): boolean {
    let at = skipSpace(this.#text, this.#at);
    if (this.#text[at] === ',') at = skipSpace(this.#text, at + 1);
    const char = this.#text[at];
    if (char === undefined) return false;
    if (char !== '(') return this.#endInsert(at);
    const end = insert.isRequested ? this.#readRow(insert, at) : this.#skipRow(insert, at);
    if (end === undefined) return false;
    this.#at = end;
    return true;
  }

  #endInsert(at: number): boolean {
    const end = endOfStatement(this.#text, at); // includes clauses after the rows, e.g. ON DUPLICATE KEY UPDATE
    if (end === undefined) return false;
    const rest = this.#text.slice(at, end);
    if (rest !== ';' && !/^(ON\s+DUPLICATE|AS\s)/i.test(rest))
      throw new DumpProblem('expected another row or the end of the statement', at);
    this.#insert = undefined;
    this.#at = end;
    return true;
  }

  #readRow({ table, columns }: Insert, start: number): number | undefined {
    const values: Value[] = [];
    for (let at = start; ; ) {
      const value = readValue(this.#text, skipSpace(this.#text, at + 1));
      if (!value) return undefined;
      values.push(value.value);
      at = skipSpace(this.#text, value.end);
      const char = this.#text[at];
      if (char === undefined) return undefined;
      if (char === ',') continue;
      if (char !== ')') throw new DumpProblem(`expected "," or ")" after a value of ${table}`, at);
      if (values.length !== columns.length)
        throw new DumpProblem(`a row of ${table} has ${values.length} values for ${columns.length} columns`, start);
      this.#events.row(table, columns, values);
      return at + 1;
    }
  }

  #skipRow({ table }: Insert, start: number): number | undefined {
    for (let at = start; at < this.#text.length; at++) {
      const char = this.#text.charCodeAt(at);
      if (char === 41) {
        this.#events.skipped(table);
        return at + 1;
      }
      if (char !== 39 && char !== 34) continue;
      const end = endOfQuoted(this.#text, at);
      if (end === undefined) return undefined;
      at = end - 1;
    }
    return undefined;
  }
}

const undefinedColumn = (name: string): Column => ({ name, type: '', nullable: true, default: null, comment: '' });

function newlinesBetween(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
