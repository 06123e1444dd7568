import type { Migration } from './migration.js';

/** Who scans which subnet, and how far the scan has come; and an index of the subnets that ask for scans. */
export const subnetScans: Migration = {
  name: 'subnet-scans',
  sql: `
    create table subnet_scans (
      subnet_id integer primary key references subnets on delete cascade,
      owner text,
      until timestamptz not null,
      next inet,
      begun timestamp(0)
    );

    create index subnets_scanned_idx on subnets (id) where network is not null and (ping_subnet or discover_subnet);`,
};
