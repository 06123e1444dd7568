import type { FileBytes, RowTable } from '../../application/transfer/rows/table.js';
import type { RowKind } from '../../domain/transfer/columns.js';
import { isKeaConfig, keaConfigTable } from './kea-config.js';
import { dhcpdLeases, isKeaLeases, keaLeases, leaseTable } from './lease-files.js';

/** A file format. `reads` detects it by the beginning of a file. */
export interface LeaseFormat {
  readonly reads: (start: string) => boolean;
  /** @throws SourceError for an invalid file, and for a kind without records in this format */
  readonly table: (kind: RowKind, bytes: FileBytes) => Promise<RowTable>;
}

export const leaseFormats: readonly LeaseFormat[] = [
  { reads: isKeaLeases, table: (kind, bytes) => leaseTable(kind, 'Kea leases', keaLeases(bytes)) },
  { reads: isKeaConfig, table: keaConfigTable },
  {
    reads: (start) => /^\s*<(\?xml|!DOCTYPE nmaprun|nmaprun)/.test(start),
    table: async (kind, bytes) => (await import('./nmap.js')).nmapTable(kind, bytes),
  },
  {
    reads: (start) => /^(\s|#[^\n]*\n|(authoring-byte-order|server-duid)[^\n]*\n)*(lease \S+|ia-[np][ad] ".*") *\{/.test(start),
    table: (kind, bytes) => leaseTable(kind, 'dhcpd leases', dhcpdLeases(bytes)),
  },
];
