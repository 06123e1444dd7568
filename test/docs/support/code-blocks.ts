import { readFileSync } from 'node:fs';

/** How a test runs a block. */
export type Way =
  /** By bash, in one shell for all blocks of the document, against a service. */
  | 'shell'
  /** Not run; its calls of the program must have valid arguments. */
  | 'commands'
  /** As a program that uses the package. */
  | 'program'
  | 'json'
  | 'yaml'
  /** A diagram: not a program. */
  | 'picture'
  /** Not run, for a reason. */
  | 'none';

/** A block of code in a document. */
export interface CodeBlock {
  /** File and line. */
  readonly place: string;
  readonly text: string;
  /** Undefined if neither a comment nor the block determines it. */
  readonly way: Way | undefined;
  /** Why it is not run. */
  readonly reason: string;
}

const fence = /^ *```/;
const mark = /^<!-- run: (\w+)(?:, (.+))? -->$/;

/** The `run` comment in a line, null if there is none. @throws Error for a malformed one */
function markIn(line: string, place: string): RegExpExecArray | null {
  const found = mark.exec(line);
  if (!found && line.startsWith('<!-- run:'))
    throw new Error(`${place}: ${line} has another form than <!-- run: WAY, REASON -->`);
  return found;
}

/** The blocks of a document: fenced, or indented by four spaces behind an empty line. */
export function codeBlocks(file: string, root: string): CodeBlock[] {
  const lines = readFileSync(`${root}/${file}`, 'utf8').split('\n');
  const blocks: CodeBlock[] = [];
  let marked: RegExpExecArray | null = null;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const place = `${file}:${at + 1}`;
    const found = markIn(line, place);
    if (found) marked = found;
    if (!found && line !== '' && !fence.test(line) && !line.startsWith('    ')) marked = null;
    let text: string | undefined;
    let language = '';
    if (fence.test(line)) {
      language = line.trim().slice(3);
      const end = lines.findIndex((other, index) => index > at && fence.test(other));
      text = lines.slice(at + 1, end).join('\n');
      at = end;
    } else if (line.startsWith('    ') && lines[at - 1] === '') {
      const end = lines.findIndex((other, index) => index > at && other !== '' && !other.startsWith('    '));
      const own = lines.slice(at, end < 0 ? lines.length : end);
      text = own
        .map((each) => each.slice(4))
        .join('\n')
        .trimEnd();
      at += own.length - 1;
    }
    if (text === undefined) continue;
    const [, said, reason = ''] = marked ?? [];
    blocks.push({ place, text, reason, way: said === undefined ? wayOf(text, language) : asWay(said) });
    marked = null;
  }
  return blocks;
}

const ways: readonly Way[] = ['shell', 'commands', 'program', 'json', 'yaml', 'picture', 'none'];
const asWay = (word: string): Way | undefined => ways.find((way) => way === word);

const byLanguage: Readonly<Record<string, Way>> = {
  sh: 'shell',
  ts: 'program',
  js: 'program',
  json: 'json',
  yaml: 'yaml',
  mermaid: 'picture',
  text: 'picture',
};

/** The way to run a block without a comment. */
function wayOf(text: string, language: string): Way | undefined {
  if (language !== '') return byLanguage[language];
  if (text.startsWith('{')) return 'json';
  if (text.startsWith('import ')) return 'program';
  if (/^(api=|curl )/.test(text)) return 'shell';
  return callsIn(text).length > 0 ? 'commands' : undefined;
}

/** The arguments of each call of the program in a block. */
export const callsIn = (text: string): string[] =>
  [...text.matchAll(/^(?:\$ )?(?:npx )?hexipam (.+)$/gm)].map(([, words = '']) => words);
