import { RE2JS } from 're2js';
import { RequestError } from '../request-error.js';

/** Maximum length of a pattern in characters, with delimiters and flags. */
const maxPatternLength = 1000;
/** Maximum work units (workOf) of one pattern: about 10 ms of compilation. */
const maxPatternWork = 1000;
/** Maximum work units of all patterns in one request. */
const maxRequestWork = 2000;
/** Maximum product of work units and text length of one comparison: about 50 ms. */
const maxMatchWork = 1_000_000;

const closingDelimiters: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
/** PCRE flags by their letter in PHP; 0 for those without effect in RE2. */
const flagsOfRe2: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  ...Object.fromEntries([...'uxUADSnXJ \r\n'].map((flag) => [flag, 0])),
};

/** Detects `\Q`, whose end differs between PCRE and RE2. */
const quotesLiterally = /(?:^|[^\\])(?:\\\\)*\\Q/;

const invalid = () => new RequestError('filter.regexInvalid');
const tooMuch = () => new RequestError('filter.regexWork');

/**
 * Compiles a regular expression in PHP's format: `/pattern/flags` with any of PCRE's delimiters. RE2 matches in linear time, so
 * features that need backtracking are rejected: back references, look-around, possessive quantifiers, atomic groups. `$` matches
 * at the end only.
 * @returns a test, which throws RequestError filter.regexWork for a text too long for the pattern
 * @throws RequestError filter.regexInvalid for missing delimiters, unknown flags, and a malformed or unsupported pattern;
 * filter.regexWork for a pattern too expensive to compile
 */
export function compilePattern(expression: string): (text: string) => boolean {
  if (expression.length > maxPatternLength) throw invalid();
  const { source, flags } = splitPattern(expression);
  const pattern = flags.includes('x') ? withoutLayout(source) : source;
  const options = re2Flags(flags);
  if (quotesLiterally.test(pattern)) throw invalid();
  const work = workOf(pattern, options);
  if (work > maxPatternWork) throw tooMuch();
  const compiled = compile(pattern, options);
  if (!compiled) throw invalid();
  const isMatch = flags.includes('A')
    ? (text: string) => compiled.matcher(text).lookingAt()
    : (text: string) => compiled.test(text);
  return bounded(isMatch, work, tooMuch);
}

/** Compiles the patterns of one request within a shared work budget. They are RE2 patterns without delimiters: `^web-\d+$`. */
export class RequestPatterns {
  #left = maxRequestWork;

  /**
   * @param field the filtered field, for errors
   * @returns a test, which throws RequestError list.regexWork for a text too long for the pattern
   * @throws RequestError list.regexInvalid for a malformed or unsupported pattern; list.regexWork if the patterns are too
   * expensive to compile
   */
  compile(pattern: string, field: string): (text: string) => boolean {
    const invalidHere = () => new RequestError('list.regexInvalid', { field });
    const tooMuchHere = () => new RequestError('list.regexWork', { field });
    if (pattern.length > maxPatternLength) throw invalidHere();
    if (quotesLiterally.test(pattern)) throw invalidHere();
    const work = workOf(pattern, 0);
    this.#left -= work;
    if (work > maxPatternWork || this.#left < 0) throw tooMuchHere();
    const compiled = compile(pattern, 0);
    if (!compiled) throw invalidHere();
    return bounded((text) => compiled.test(text), work, tooMuchHere);
  }
}

/** Returns a test that refuses texts whose comparison would delay other requests. @param work units of its pattern (workOf) */
function bounded(test: (text: string) => boolean, work: number, refusal: () => RequestError): (text: string) => boolean {
  const maxLength = maxMatchWork / Math.max(work, 1);
  return (text) => {
    if (text.length > maxLength) throw refusal();
    return test(text);
  };
}

/** @returns undefined for a malformed or unsupported pattern */
function compile(pattern: string, flags: number): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern, flags);
  } catch {
    return undefined;
  }
}

function re2Flags(flags: string): number {
  return [...flags].reduce((sum, flag) => {
    if (!Object.hasOwn(flagsOfRe2, flag)) throw invalid();
    return sum | (flagsOfRe2[flag] ?? 0);
  }, 0);
}

/** Separates a pattern from its delimiters and flags. Brackets as delimiters may be nested. */
function splitPattern(expression: string): { source: string; flags: string } {
  const text = expression.trimStart();
  const opening = text.charAt(0);
  if (!/^[!-/:-@[\]-`{-~]$/.test(opening)) throw invalid();
  const closing = closingDelimiters[opening] ?? opening;
  let depth = 1;
  for (let i = 1; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === '\\') i++;
    else if (character === closing && --depth === 0) return { source: text.slice(1, i), flags: text.slice(i + 1) };
    else if (character === opening) depth++;
  }
  throw invalid();
}

/** Atoms added for a class such as \p{L}, according to its compile time. */
const sizeOfUnicodeClass = 9;

/** Tokens of a pattern: named escapes, escapes, character classes, counted repetitions, single characters. */
const token = /\\[xpPN]\{[^}]*\}|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\^?\w+:\]|[^\]\\])*\]|\{(\d*)(?:,(\d*))?\}|[\s\S]/g;

/** Number of code points in case-folded ranges that need the compile time of one atom. */
const foldedPerUnit = 250;

/**
 * Returns the work units of a pattern, proportional to its compile time and its match time per character. One unit is an atom,
 * with counted repetitions expanded, or 250 code points of case-folded ranges.
 */
const workOf = (pattern: string, flags: number): number =>
  expandedSize(pattern) + (foldsCase(pattern, flags) ? rangedPoints(pattern) / foldedPerUnit : 0);

/** Whether a pattern ignores case, by its flags or an inner `(?i)`. */
const foldsCase = (pattern: string, flags: number): boolean => (flags & RE2JS.CASE_INSENSITIVE) !== 0 || /\(\?\w*i/.test(pattern);

const classItem = String.raw`\\[pPx]\{[^}]*\}|\\x[\da-f]{2}|\\[0-7]{1,3}|\\[^]|\[:\^?\w+:\]|[^\\]`;
const classRange = new RegExp(`(${classItem})(?:-(${classItem}))?`, 'giu');

/** The first and last code points with case variants. In a range, case folding visits the code points between these two. */
const [minFolded, maxFolded] = [0x41, 0x1e943];

/** Counts the code points that case folding visits in the ranges of character classes. */
function rangedPoints(pattern: string): number {
  let points = 0;
  for (const [text] of pattern.matchAll(token)) {
    if (!text.startsWith('[')) continue;
    for (const [, low = '', high] of text.slice(1, -1).matchAll(classRange)) {
      if (high === undefined) continue;
      points += Math.max(Math.min(pointOf(high), maxFolded) - Math.max(pointOf(low), minFolded) + 1, 0);
    }
  }
  return points;
}

/**
 * Returns the code point of a class item. For an escape that names no code point, e.g. `\d`, returns the code point of its letter.
 */
function pointOf(item: string): number {
  const [, hex = item.match(/^\\x(..)$/)?.[1]] = item.match(/^\\x\{(.*)\}$/) ?? [];
  if (hex !== undefined) return Number.parseInt(hex, 16) || 0;
  if (/^\\\d/.test(item)) return Number.parseInt(item.slice(1), 8) || 0;
  return item.codePointAt(item.startsWith('\\') ? 1 : 0) ?? 0;
}

/** Returns an upper bound for the atoms of a pattern with expanded repetitions. */
function expandedSize(pattern: string): number {
  const outer: number[] = [];
  let size = 0;
  let last = 0;
  for (const [text, min = '', max = ''] of pattern.matchAll(token)) {
    if (text === '\\Q') return Number.POSITIVE_INFINITY; // quoting would exclude the rest from this count
    if (text === '(') {
      outer.push(size + last);
      size = last = 0;
    } else if (text === ')') {
      last += size + 1;
      size = outer.pop() ?? 0;
    } else if (/^\{\d*,?\d*\}$/.test(text)) {
      last *= Math.max(Number(min), Number(max), 1);
    } else {
      size += last;
      last = 1 + sizeOfUnicodeClass * (text.match(/\\[pP]/g)?.length ?? 0);
    }
  }
  return outer.reduce((sum, atoms) => sum + atoms, size + last);
}

/** Removes white space and comments outside of character classes (flag x). */
function withoutLayout(pattern: string): string {
  let compact = '';
  for (const [text] of pattern.matchAll(new RegExp(`#[^\\n]*\\n?|${token.source}`, 'g'))) {
    if (!text.startsWith('#') && !/^\s$/.test(text)) compact += text;
  }
  return compact;
}
