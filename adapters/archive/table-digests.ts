import { createHash, type Hash } from 'node:crypto';
import type { ArchiveContent, ArchivedRow, ArchivedTable, Snapshot } from '../../application/ports/archive.js';
import { rowCount } from './lines.js';

/** Row count and SHA-256 digest by table. Empty tables are absent. */
export type TableDigests = ReadonlyMap<string, { readonly rows: number; readonly sha256: string }>;

class DigestSums {
  readonly #sums = new Map<string, { rows: number; readonly hash: Hash }>();

  add({ name, columns }: ArchivedTable, rows: readonly ArchivedRow[]): void {
    let sum = this.#sums.get(name);
    if (!sum) {
      sum = { rows: 0, hash: createHash('sha256').update(JSON.stringify(columns)) };
      this.#sums.set(name, sum);
    }
    sum.rows += rows.length;
    sum.hash.update(rows.map((row) => `\n${JSON.stringify(row)}`).join(''));
  }

  get digests(): TableDigests {
    return new Map([...this.#sums].map(([name, { rows, hash }]) => [name, { rows, sha256: hash.copy().digest('hex') }]));
  }
}

/**
 * Wraps an archive and digests its tables while they are read.
 * @returns the archive, and a function for the digests of the rows read so far
 */
export function withDigests(content: ArchiveContent): { readonly content: ArchiveContent; readonly digests: () => TableDigests } {
  const sums = new DigestSums();
  async function* tables(): AsyncGenerator<{ readonly table: ArchivedTable; readonly rows: readonly ArchivedRow[] }> {
    for await (const chunk of content.tables()) {
      sums.add(chunk.table, chunk.rows);
      yield chunk;
    }
  }
  return { content: { head: content.head, tables }, digests: () => sums.digests };
}

/** Reads all rows and computes the digests. @param progressed receives the share of rows read, and the table */
export async function digestsOf(
  { head, tables, rows }: Snapshot,
  progressed: (share: number, table: string) => void = () => {},
): Promise<TableDigests> {
  const sums = new DigestSums();
  const all = rowCount(head);
  let read = 0;
  for (const table of tables)
    for await (const some of rows(table.name)) {
      sums.add(table, some);
      read += some.length;
      progressed(read / Math.max(1, all), table.name);
    }
  return sums.digests;
}

/** One sentence for each table with different digests, ordered by table name. */
export function differencesOf(archived: TableDigests, restored: TableDigests): readonly string[] {
  const names = [...new Set([...archived.keys(), ...restored.keys()])].sort();
  return names.flatMap((name) => {
    const [one, other] = [archived.get(name), restored.get(name)];
    if (one?.rows !== other?.rows)
      return [`${name} has ${one?.rows ?? 0} rows in the archive, but ${other?.rows ?? 0} after the restore`];
    return one?.sha256 === other?.sha256 ? [] : [`the rows of ${name} differ from those of the archive`];
  });
}
