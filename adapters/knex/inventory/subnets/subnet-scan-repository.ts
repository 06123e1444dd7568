import type { SubnetScanRepository } from '../../../../application/ports/scanning.js';
import { IpAddress } from '../../../../domain/net/ip-address.js';
import { lookupId } from '../../records/field-columns.js';
import type { Session } from '../../sessions/session.js';
import { knex, prepared, sql } from '../../sessions/sql.js';

interface ScanRow {
  readonly next: string | null;
  readonly begun: string | null;
}

const now = sql`statement_timestamp()`;

const acquireScan = prepared<{ subnetId: number; owner: string; seconds: number }, ScanRow>(
  'take_subnet_scan',
  ({ subnetId, owner, seconds }) => sql`
    insert into subnet_scans as scan (subnet_id, owner, until)
    select id, ${owner}, ${now} + ${seconds} * interval '1 second' from subnets where id = ${subnetId} for key share
    on conflict (subnet_id) do update set owner = excluded.owner, until = excluded.until
      where scan.owner is null or scan.owner = excluded.owner or scan.until <= ${now}
    returning host(next) as next, begun`,
);

const saveScan = prepared<{ subnetId: number; owner: string; next: string | null; begun: string | null }>(
  'save_subnet_scan',
  ({ subnetId, owner, next, begun }) =>
    knex('subnet_scans').where({ subnet_id: subnetId, owner }).update({ next, begun }).returning('subnet_id'),
);

const endScan = prepared<{ subnetId: number; owner: string }>('end_subnet_scan', ({ subnetId, owner }) =>
  knex('subnet_scans').where({ subnet_id: subnetId, owner }).update({ owner: null }),
);

/** Scans of subnets in a database, by the database's clock. */
export const subnetScansIn = (session: Session): SubnetScanRepository => ({
  async take(subnetId, owner, seconds) {
    const [row] = await session.prepared(acquireScan, { subnetId: lookupId(subnetId), owner, seconds });
    return row && { next: row.next === null ? null : IpAddress.parse(row.next), begun: row.begun };
  },
  async save(subnetId, owner, { next, begun }) {
    const parameters = { subnetId: lookupId(subnetId), owner, next: next?.toString() ?? null, begun };
    return (await session.prepared(saveScan, parameters)).length > 0;
  },
  end: async (subnetId, owner) => session.execute(endScan, { subnetId: lookupId(subnetId), owner }),
});
