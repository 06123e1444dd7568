import { DumpProblem, endOfQuoted, readName, readQuoted, skipSpace } from './dump-text.js';
import type { Column } from './rows.js';

/** The position after the statement's semicolon; undefined if it is incomplete. */
export function endOfStatement(text: string, start: number): number | undefined {
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === ';') return at + 1;
    const end = endOfPiece(text, at);
    if (end === undefined) return undefined;
    at = end - 1;
  }
  return undefined;
}

/** Returns the end of a quoted text, a comment, or a single character. */
function endOfPiece(text: string, at: number): number | undefined {
  const char = text[at];
  if (char === "'" || char === '"' || char === '`') return endOfQuoted(text, at);
  if (char === '/' && text[at + 1] === '*') return endBehind(text, '*/', at + 2);
  if (char === '-' && text[at + 1] === '-' && /\s/.test(text[at + 2] ?? ' ')) return endBehind(text, '\n', at);
  return at + 1;
}

function endBehind(text: string, mark: string, from: number): number | undefined {
  const at = text.indexOf(mark, from);
  return at < 0 ? undefined : at + mark.length;
}

/** Parses a CREATE TABLE statement. @param text the complete statement */
export function readTable(text: string): { readonly table: string; readonly columns: readonly Column[] } {
  const open = text.indexOf('(');
  const head = /CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?/iy.exec(text)?.[0] ?? '';
  const name = lastName(text, head.length);
  if (open < 0 || name === undefined) throw new DumpProblem('the CREATE TABLE statement has no columns', 0);
  return { table: name, columns: splitAtCommas(text, open + 1).flatMap(readColumn) };
}

function lastName(text: string, start: number): string | undefined {
  const first = readName(text, start);
  if (first && text[first.end] === '.') return readName(text, first.end + 1)?.value;
  return first?.value;
}

function splitAtCommas(text: string, start: number): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < text.length; ) {
    const char = text[at];
    if (char === '(') depth++;
    if (char === ')' && depth-- === 0) return [...parts, text.slice(from, at)];
    if (char === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
    at = endOfPiece(text, at) ?? text.length;
  }
  throw new DumpProblem('the CREATE TABLE statement has no end', start);
}

const typeWord = /[a-z]+/iy;

/**
 * Returns the end of a column's type: its name and parentheses; `start` without a type. Parsed without regular expressions,
 * because malicious enumeration values could make them slow.
 */
function endOfType(text: string, start: number): number {
  typeWord.lastIndex = start;
  const end = start + (typeWord.exec(text)?.[0].length ?? 0);
  const open = skipSpace(text, end);
  if (end === start || text[open] !== '(') return end;
  for (let at = open + 1; at < text.length; ) {
    const char = text[at];
    if (char === '(') return end;
    if (char === ')') return at + 1;
    at = (char === "'" ? endOfQuoted(text, at) : at + 1) ?? text.length;
  }
  return end;
}

/** Parses a column; empty for keys and constraints. */
function readColumn(definition: string): Column[] {
  const at = skipSpace(definition, 0);
  if (definition[at] !== '`' && definition[at] !== '"') return [];
  const name = readName(definition, at);
  if (!name) return [];
  const start = skipSpace(definition, name.end);
  const end = endOfType(definition, start);
  const type = definition.slice(start, end) || 'text';
  const rest = definition.slice(end);
  const fallback = /\bDEFAULT\s+/i.exec(withoutComment(rest));
  const nullable = !/\bNOT\s+NULL\b/i.test(withoutComment(rest));
  const value = fallback ? defaultOf(rest, fallback) : null;
  return [{ name: name.value, type: lowerType(type), nullable, default: value, comment: commentOf(rest) }];
}

function commentOf(rest: string): string {
  const found = /\bCOMMENT\s+(?='.*'\s*$)/is.exec(
    rest.replace(/\bDEFAULT\s+'(?:[^'\\]|''|\\.)*'/i, ({ length }) => ' '.repeat(length)),
  );
  return found ? (readQuoted(`${rest} `, found.index + found[0].length)?.value ?? '') : '';
}

const withoutComment = (rest: string): string => rest.replace(/\bCOMMENT\s+'.*$/is, '');

/** The type name in lower case; enumeration values unchanged. */
const lowerType = (type: string): string => type.replace(/^[a-z]+/i, (word) => word.toLowerCase());

function defaultOf(rest: string, { 0: word, index }: RegExpExecArray): string | null {
  const at = index + word.length;
  if (rest[at] === "'") return readQuoted(`${rest} `, at)?.value ?? null;
  const literal = /^[-\w.]+/.exec(rest.slice(at))?.[0] ?? '';
  return /^(null|current_timestamp|now|b|x|)$/i.test(literal) ? null : literal;
}
