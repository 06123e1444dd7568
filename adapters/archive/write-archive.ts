import { createHash } from 'node:crypto';
import type { Snapshot } from '../../application/ports/archive.js';
import { type EndLine, format, type HeadLine, rowCount } from './lines.js';

/**
 * Writes a snapshot as JSON lines: the head, each table with its columns and rows, and the end with row count and checksum.
 * @param progressed receives the share of rows written, and the table
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
  const all = rowCount(head);
  let written = 0;
  const first: HeadLine = { hexipam: 'register', format, ...head };
  yield hashed(`${JSON.stringify(first)}\n`);
  for (const { name, columns } of tables) {
    yield hashed(`${JSON.stringify({ table: name, columns })}\n`);
    for await (const chunk of rows(name)) {
      written += chunk.length;
      yield hashed(chunk.map((row) => `${JSON.stringify(row)}\n`).join(''));
      progressed(written / Math.max(1, all), name);
    }
  }
  const end: EndLine = { end: true, rows: written, sha256: hash.digest('hex') };
  yield `${JSON.stringify(end)}\n`;
}
