import { RE2JS } from 're2js';
import { RequestError } from '../request/request-error.js';

/** Characters that a pattern may have, delimiters and flags included. */
const maxPatternLength = 1000;
/** Atoms that a pattern may have once its counted repetitions are written out; bounds the work for each character. */
const maxPatternSize = 1000;

const closingDelimiters: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
/** Flags of PCRE as PHP writes them; those that map to 0 change no answer here (D is how RE2 matches anyway). */
const flagsOfRe2: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  ...Object.fromEntries([...'uxUADSnXJ \r\n'].map((flag) => [flag, 0])),
};

const invalid = () => new RequestError('filter.regexInvalid');

/**
 * A test for texts out of a regular expression in PHP's form: `/pattern/flags` with any of PCRE's delimiters. It runs in
 * time linear in the text (RE2), so what only backtracking can do is refused: back references, look-around, possessive
 * quantifiers, atomic groups. `$` matches at the very end only.
 * @throws RequestError filter.regexInvalid: no delimiters, unknown flags, a malformed, unsupported or excessive pattern.
 */
export function compilePattern(expression: string): (text: string) => boolean {
  if (expression.length > maxPatternLength) throw invalid();
  const { source, flags } = takeApart(expression);
  const compiled = compile(flags.includes('x') ? withoutLayout(source) : source, re2Flags(flags));
  if (!compiled) throw invalid();
  return flags.includes('A') ? (text) => compiled.matcher(text).lookingAt() : (text) => compiled.test(text);
}

/**
 * The same for a pattern alone, as RE2 has it: `^web-\d+$`.
 * @param field what the pattern is a condition for
 * @throws RequestError list.regexInvalid: a malformed, unsupported or excessive pattern
 */
export function compileRe2(pattern: string, field: string): (text: string) => boolean {
  const compiled = compile(pattern, 0);
  if (!compiled) throw new RequestError('list.regexInvalid', { field });
  return (text) => compiled.test(text);
}

/** @returns undefined for a malformed, unsupported or excessive pattern */
function compile(pattern: string, flags: number): RE2JS | undefined {
  if (pattern.length > maxPatternLength || expandedSize(pattern) > maxPatternSize) return undefined;
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

/** Separates what stands between the delimiters from the flags behind them. Brackets as delimiters may be nested. */
function takeApart(expression: string): { source: string; flags: string } {
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

/** As how many atoms more a class like \p{L} counts: preparing one takes so much longer. */
const sizeOfUnicodeClass = 9;

/** Tokens of a pattern: named escapes, escapes, character classes, counted repetitions, single characters. */
const token = /\\[xpPN]\{[^}]*\}|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\^?\w+:\]|[^\]\\])*\]|\{(\d*)(?:,(\d*))?\}|[\s\S]/g;

/** An upper estimate of the atoms in a pattern whose counted repetitions are written out. */
function expandedSize(pattern: string): number {
  const outer: number[] = [];
  let size = 0;
  let last = 0;
  for (const [text, min = '', max = ''] of pattern.matchAll(token)) {
    if (text === '\\Q') return Number.POSITIVE_INFINITY; // quoting would hide what follows from this count
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
  return outer.reduce((sum, part) => sum + part, size + last);
}

/** Drops white space and comments outside character classes, as the flag x asks. */
function withoutLayout(pattern: string): string {
  let kept = '';
  for (const [text] of pattern.matchAll(new RegExp(`#[^\\n]*\\n?|${token.source}`, 'g'))) {
    if (!text.startsWith('#') && !/^\s$/.test(text)) kept += text;
  }
  return kept;
}
