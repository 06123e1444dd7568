/** A parsed value and its end position; undefined if the text is incomplete. */
export type Reading<T> = { readonly value: T; readonly end: number } | undefined;

/** A syntax error in the dump, with its position. */
export class DumpProblem extends Error {
  readonly at: number;

  constructor(problem: string, at: number) {
    super(problem);
    this.at = at;
  }
}

const [quote, backslash, close, comma, zero, nine] = [39, 92, 41, 44, 48, 57];

const escapes: Readonly<Record<string, string>> = { '0': '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\x1a' };

/** Reads a quoted text. A doubled quote is one quote; a backslash escapes. */
export function readQuoted(text: string, start: number): Reading<string> {
  const mark = text.charCodeAt(start);
  let value = '';
  let from = start + 1;
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at);
    if (code === mark) {
      if (at + 1 >= text.length) return undefined;
      value += text.slice(from, at);
      if (text.charCodeAt(at + 1) !== mark) return { value, end: at + 1 };
      from = ++at;
    } else if (code === backslash) {
      if (at + 1 >= text.length) return undefined;
      const escaped = text.charAt(at + 1);
      value += text.slice(from, at) + (escapes[escaped] ?? escaped);
      from = ++at + 1;
    } else if (Number.isNaN(code)) return undefined;
  }
}

/** The end of a quoted text; undefined if it is incomplete. */
export function endOfQuoted(text: string, start: number): number | undefined {
  const mark = text.charCodeAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === mark) return at + 1; // a doubled quote begins the next part of the text
    if (code === backslash) at++;
  }
  return undefined;
}

export function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  return at;
}

/** Reads a name, in backquotes or plain. */
export function readName(text: string, start: number): Reading<string> {
  const at = skipSpace(text, start);
  if (text[at] === '`' || text[at] === '"') {
    const end = text.indexOf(text.charAt(at), at + 1);
    return end < 0 ? undefined : { value: text.slice(at + 1, end), end: end + 1 };
  }
  const word = /[\w$]+/y;
  word.lastIndex = at;
  const found = word.exec(text)?.[0];
  if (found === undefined && at < text.length) throw new DumpProblem('a name is missing', at);
  return found === undefined || at + found.length >= text.length ? undefined : { value: found, end: at + found.length };
}

const bare = /[^,)\s']+/y;
const longestNumber = 400;

/** Reads a value of a row: null, number, text, bits or bytes. */
export function readValue(text: string, start: number): Reading<string | null> {
  if (text.charCodeAt(start) === quote || text[start] === '"') return readQuoted(text, start);
  const digits = endOfDigits(text, start);
  if (digits > start && isBehindValue(text.charCodeAt(digits))) return { value: text.slice(start, digits), end: digits };
  bare.lastIndex = start;
  const word = bare.exec(text)?.[0] ?? '';
  const end = start + word.length;
  if (end >= text.length && word.length < longestBytes) return undefined;
  if (word === 'NULL' || word === 'null') return { value: null, end };
  if (word.startsWith('_')) return readIntroduced(text, end);
  if (/^0x[0-9a-f]*$/i.test(word)) return { value: textOfBytes(word.slice(2)), end };
  if (/^[xb]$/i.test(word) && text.charCodeAt(end) === quote) return readLiteral(text, word.toLowerCase(), end);
  if (/^(true|false)$/i.test(word)) return { value: word.toLowerCase() === 'true' ? '1' : '0', end };
  if (word.length <= longestNumber && /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(word)) return { value: word, end };
  throw new DumpProblem(`${JSON.stringify(word.slice(0, 40))} is not a value`, start);
}

export function readNames(text: string, start: number): Reading<readonly string[]> {
  const names: string[] = [];
  for (let at = start; ; ) {
    const name = readName(text, at + 1);
    if (!name) return undefined;
    names.push(name.value);
    at = skipSpace(text, name.end);
    if (at >= text.length) return undefined;
    if (text.charCodeAt(at) === close) return { value: names, end: at + 1 };
    if (text.charCodeAt(at) !== comma) throw new DumpProblem('expected "," or ")" in a list of columns', at);
  }
}

/** Returns the end of a run of digits. Most numbers consist of digits only. */
function endOfDigits(text: string, start: number): number {
  let at = start;
  for (let code = text.charCodeAt(at); code >= zero && code <= nine && at - start < longestNumber; code = text.charCodeAt(at))
    at++;
  return at;
}

/** Whether the character ends a value: a comma or the closing parenthesis. */
const isBehindValue = (code: number): boolean => code === comma || code === close;

/** Maximum length of a hexadecimal value in characters. */
const longestBytes = 64 * 1024 * 1024;

/** Reads a text after its character set introducer, e.g. `_binary`. */
function readIntroduced(text: string, start: number): Reading<string | null> {
  const at = skipSpace(text, start);
  return at >= text.length ? undefined : readValue(text, at);
}

function readLiteral(text: string, sort: string, start: number): Reading<string> {
  const found = readQuoted(text, start);
  if (!found) return undefined;
  const value = sort === 'x' ? textOfBytes(found.value) : String(Number.parseInt(found.value || '0', 2));
  return { value, end: found.end };
}

const textOfBytes = (digits: string): string => Buffer.from(digits, 'hex').toString('utf8');
