import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';

/** Where the compiled modules lie, and what they are bundled into. */
const compiled = new URL('../', import.meta.url).href;

/** A place in one of them, as a line of a stack names it. */
const place = /(file:\/\/\/(?:[A-Za-z]:)?[^\s():]+\.js):(\d+):(\d+)/g;

/** Maps that were read; undefined: a file has none. */
const maps = new Map<string, SourceMap | undefined>();

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, file.startsWith(compiled) ? readMap(file) : undefined);
  return maps.get(file);
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')) as SourceMapPayload);
  } catch {
    return undefined; // a place in what was compiled is better than nothing
  }
}

/** A stack that names places in the sources where it named some in what they were compiled to. */
export const inSources = (stack: string): string =>
  stack.replace(place, (text: string, file: string, line: string, column: string) => {
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return text;
    return `${new URL(entry.originalSource, file).href}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });

/**
 * Has the stacks of errors name places in the sources from now on. Maps are read when the first stack is, which seldom happens;
 * Node's own way reads them with the modules, at each start.
 */
export function mapSourceStacks(): void {
  Error.prepareStackTrace = (error, sites) => inSources([String(error), ...sites].join('\n    at '));
}
