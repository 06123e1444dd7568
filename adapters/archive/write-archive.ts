import { createHash } from 'node:crypto';
import type { Snapshot } from '../../application/ports/moving/archive.js';
import { type EndLine, format, type HeadLine } from './lines.js';

/**
 * Writes out what a storage holds, line by line, each of them JSON: the head, of each table its name and columns and then its
 * rows, and an end with the number of rows and a checksum.
 * @param progressed is told how many rows of all are written
 */
export async function* archiveTexts(
  { head, tables, rows }: Snapshot,
  progressed: (share: number, table: string) => void = () => {},
): AsyncGenerator<string, void, undefined> {
  const hash = createHash('sha256');
  const hashed = (text: string): string => {
    hash.update(text);
    return text;
  };
  const all = Object.values(head.counts).reduce((sum, count) => sum + count, 0);
  let written = 0;
  const first: HeadLine = { hexipam: 'register', format, ...head };
  yield hashed(`${JSON.stringify(first)}\n`);
  for (const { name, columns } of tables) {
    yield hashed(`${JSON.stringify({ table: name, columns })}\n`);
    for await (const part of rows(name)) {
      written += part.length;
      yield hashed(part.map((row) => `${JSON.stringify(row)}\n`).join(''));
      progressed(written / Math.max(1, all), name);
    }
  }
  const end: EndLine = { end: true, rows: written, sha256: hash.digest('hex') };
  yield `${JSON.stringify(end)}\n`;
}
