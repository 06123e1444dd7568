import { SourceError } from '../../application/ports/transfer/register.js';
import { decodedTexts } from '../../application/transfer/rows/file-texts.js';
import type { FileBytes } from '../../application/transfer/rows/table.js';

const maxLine = 1_048_576;

/** Yields the lines of a file with their numbers, from 1. @throws SourceError for a line that is too long */
export async function* linesOf(bytes: FileBytes): AsyncGenerator<readonly [number, string], void, undefined> {
  let rest = '';
  let number = 0;
  for await (const text of decodedTexts(bytes)) {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) yield [++number, line];
    if (rest.length > maxLine) throw new SourceError(`line ${number + 1} is longer than ${maxLine} characters`);
  }
  if (rest !== '') yield [number + 1, rest];
}
