import type { Gateway, SubnetListing } from '../../../application/ports/inventory.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import type { Subnet } from '../../../domain/subnet/subnet.js';
import { soughtId } from '../records/field-columns.js';
import type { Selection } from '../records/keyset-list.js';
import { documentRows, inOneDocument } from '../records/row-document.js';
import { kindTable, subnetTable } from '../records/tables.js';
import type { Fragment, Row, Session } from '../sessions/session.js';
import { depthsBelow } from './subnet-tree.js';

const nameservers = kindTable('nameserver');

/** Select list of a subnet `t` with what its record shows of others. */
export const listingColumns = `${subnetTable.selection('t')}, g.id as gateway_id, g.ip as gateway_ip,
  case when n.id is not null then ${nameservers.recordOf('n')} end as nameserver`;

/** The tables that it comes from beside `t`. */
export const listingJoins = `
  left join lateral (select id, ip from addresses where subnet_id = t.id and is_gateway order by id limit 1) g on true
  left join lateral (select * from ${nameservers.name} where id = t.nameserver_id offset 0) n on true`;

const chunkJoins = `
  left join (
    select distinct on (subnet_id) subnet_id, id, ip from addresses
    where is_gateway and subnet_id = any((select ids from chunk_ids)::integer[]) order by subnet_id, id
  ) g on g.subnet_id = t.id
  left join ${nameservers.name} n on n.id = t.nameserver_id`;

/** The same for lists: for the many rows of a chunk gateways are read together. */
export const listJoins = { each: listingJoins, chunk: chunkJoins };

/** How many subnets a statement reads of those whose ids are known. */
const slice = 500;

/**
 * Rows of a subnet and of everything below it, level by level, as far as they meet the conditions. Only the ids of the whole
 * tree are read at once: to walk down the tree again for every part of the list would cost too much.
 */
export async function* listByDepth(
  session: Session,
  id: number,
  { columns, joins }: Pick<Selection, 'columns' | 'joins'>,
  where: readonly Fragment[],
): AsyncGenerator<readonly Row[], void, undefined> {
  const found = await session.row<{ ids: string | null }>(
    `select string_agg(id::text, ',' order by depth, id) as ids from (${depthsBelow}) t`,
    [soughtId(id)],
  );
  const ids = found?.ids?.split(',').map(Number) ?? [];
  const condition = where.map(({ sql }) => ` and (${sql})`).join('');
  const sql = `select ${columns} from unnest(?::integer[]) with ordinality part(id, place)
    join subnets t on t.id = part.id ${joins?.each ?? ''} where true ${condition} order by part.place`;
  const bindings = where.flatMap((fragment) => fragment.bindings);
  const statement = inOneDocument(sql);
  for (let start = 0; start < ids.length; start += slice)
    yield documentRows(await session.rows(statement, [ids.slice(start, start + slice), ...bindings]));
}

/** Reads a row of `listingColumns`. */
export function readListing(row: Row): SubnetListing {
  return {
    subnet: subnetTable.readFlat<Subnet>(row),
    gateway: gatewayOf(row),
    nameserver: row.nameserver === null ? null : nameservers.readRecord(row.nameserver),
  };
}

function gatewayOf({ gateway_id: id, gateway_ip: ip }: Row): Gateway | null {
  return id === null ? null : { id: id as number, ip: IpAddress.parse(ip as string) };
}
