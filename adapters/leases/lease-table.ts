import { chunksOf } from '../../application/listing.js';
import { SourceError } from '../../application/ports/transfer/register.js';
import type { RowTable } from '../../application/transfer/rows/table.js';
import { type RowKind, rowWord } from '../../domain/transfer/columns.js';
import { type Lease, LeaseJournal, leaseTag, maxLeases } from '../../domain/transfer/leases.js';

const rowsAtOnce = 500;

const columns = ['ip', 'mac', 'hostname', 'tag'];

/** Returns the active leases of a file as a table. The row number is the line of the lease. @throws SourceError */
export async function leaseTable(kind: RowKind, format: string, entries: AsyncIterable<Lease>): Promise<RowTable> {
  requireKind(kind, ['address'], format);
  const journal = new LeaseJournal();
  for await (const lease of entries)
    if (!journal.add(lease)) throw new SourceError(`the file has more than ${maxLeases} active leases`);
  return {
    kind,
    columns,
    titles: columns,
    source: { format },
    async *rows() {
      yield* chunksOf(
        [...journal.current()].map(({ row, ip, mac, hostname }) => ({ row, cells: [ip, mac, hostname, leaseTag] })),
        rowsAtOnce,
      );
    },
  };
}

/** @throws SourceError for a kind without records in this format */
export function requireKind(kind: RowKind, kinds: readonly RowKind[], format: string): void {
  if (!kinds.includes(kind))
    throw new SourceError(`a file of ${format} has ${kinds.map(rowWord).join(', ')}, no ${rowWord(kind)}`);
}
