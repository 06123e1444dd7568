import type { Gateway, SubnetListing } from '../../../application/ports/inventory/subnets.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import type { Subnet } from '../../../domain/subnet/subnet.js';
import { treeOrder } from '../../../domain/subnet/tree-order.js';
import type { TextRow } from '../connection/statement.js';
import { applyAll, type Condition, formOf, valuesOf } from '../records/condition.js';
import { lookupId } from '../records/field-columns.js';
import type { Selection } from '../records/keyset-list.js';
import { RowChunk } from '../records/row-chunk.js';
import { statementOf } from '../records/statement-cache.js';
import { depthsBelow, idsBelow } from '../records/subnet-tree.js';
import { kindTable, subnetTable } from '../records/tables.js';
import type { Session } from '../sessions/session.js';
import { knex, prepared, sql } from '../sessions/sql.js';

const nameservers = kindTable('nameserver');

const joins = `
  left join lateral (select id, ip from addresses where subnet_id = t.id and is_gateway order by id limit 1) g on true
  left join lateral (select * from ${nameservers.name} where id = t.nameserver_id offset 0) n on true`;

/** Joins for the rows of a chunk; their gateways are read together. */
const chunkJoins = `
  left join (
    select distinct on (subnet_id) subnet_id, id, ip from addresses
    where is_gateway and subnet_id = any((select ids from chunk_ids)::integer[]) order by subnet_id, id
  ) g on g.subnet_id = t.id
  left join ${nameservers.name} n on n.id = t.nameserver_id`;

/** A subnet `t` with the linked records that the single record contains. */
export const listing: Selection = {
  name: 'subnets',
  table: subnetTable.name,
  columns: [...subnetTable.selection('t'), 'g.id', 'g.ip', ...nameservers.selection('n')],
  joins: { each: joins, chunk: chunkJoins },
};

export const idsOnly: Selection = { name: 'subnet_ids', table: subnetTable.name, columns: ['t.id'] };

export const networksOnly: Selection = { name: 'subnet_networks', table: subnetTable.name, columns: ['t.network'] };

const slice = 500;

/** Maximum number of ids of a tree in one statement. Several statements read a larger tree, so that others run in between. */
const idsAtOnce = 1000;

interface TreeRow {
  readonly ids: readonly number[] | null;
  readonly masters: readonly (number | null)[] | null;
}

const inOrder = 'order by s.network nulls first, s.id';

const treeOf = prepared<{ id: number }, TreeRow>(
  'subnets_of_tree',
  ({ id }) => sql`
  select array_agg(s.id ${knex.raw(inOrder)}) as ids, array_agg(s.master_subnet_id ${knex.raw(inOrder)}) as masters
  from (${depthsBelow(id)} limit ${idsAtOnce + 1}) t join subnets s on s.id = t.id`,
);

const treeAmong = prepared<{ ids: readonly number[] }, TreeRow>(
  'subnets_of_large_tree',
  ({ ids }) => sql`
  select array_agg(s.id ${knex.raw(inOrder)}) as ids, array_agg(s.master_subnet_id ${knex.raw(inOrder)}) as masters
  from unnest(${ids}::integer[]) t(id) join subnets s on s.id = t.id`,
);

/** Yields matching rows of a subnet and its descendants, parent by parent. Reads all ids first, because descents are expensive. */
export async function* listInTreeOrder(
  session: Session,
  id: number,
  { name, columns, joins }: Selection,
  where: readonly Condition[],
): AsyncGenerator<readonly TextRow[], void, undefined> {
  const ids = await idsOfTree(session, lookupId(id));
  const conditions = formOf(where);
  const form = conditions === undefined ? undefined : `slice${conditions}`;
  const statement = statementOf({ name, form, isNamed: false }, (markers) => {
    const orderedIds = sql`unnest(${markers.slice ?? null}::integer[]) with ordinality part(id, place)`;
    const query = knex.from(orderedIds).join('subnets as t', 't.id', 'part.id').select(columns).orderBy('part.place');
    if (joins) query.joinRaw(joins.each);
    return applyAll(where, query, markers);
  });
  for (let start = 0, size = slice; start < ids.length; ) {
    const parameters = { ...valuesOf(where), slice: [...ids.subarray(start, start + size)] };
    const chunk = new RowChunk(await session.prepared(statement, parameters));
    let last: string | null | undefined;
    for (let batch = chunk.nextChunk(); batch; batch = chunk.nextChunk()) {
      last = batch.at(-1)?.[0];
      yield batch;
    }
    start = chunk.isComplete ? start + size : ids.indexOf(Number(last), start) + 1;
    size = Math.min(slice, chunk.nextSize);
  }
}

/** Reads the ids of a tree, parent by parent. The form is compact, because a list for a slow client retains the ids. */
async function idsOfTree(session: Session, id: number): Promise<Int32Array> {
  const [found] = await session.prepared(treeOf, { id });
  const count = found?.ids?.length ?? 0;
  if (count === 0) return new Int32Array();
  if (count <= idsAtOnce) return orderedIds(id, found);
  const ids = [id];
  for await (const below of idsBelow(session, [id])) for (const each of below) ids.push(each);
  const [whole] = await session.prepared(treeAmong, { ids });
  return orderedIds(id, whole);
}

function orderedIds(root: number, { ids, masters }: TreeRow = { ids: null, masters: null }): Int32Array {
  const nodes = (ids ?? []).map((id, index) => ({ id, masterId: masters?.[index] ?? null }));
  return Int32Array.from(treeOrder(root, nodes));
}

/** Index of the first column of the gateway and of the name servers. */
const gatewayStart = subnetTable.width;
const nameserverStart = gatewayStart + 2;

export function readListing(row: TextRow): SubnetListing {
  const hasNameserver = (row[nameserverStart] ?? null) !== null;
  return {
    subnet: subnetTable.readFlat<Subnet>(row),
    gateway: gatewayOf(row[gatewayStart], row[gatewayStart + 1]),
    nameserver: hasNameserver ? nameservers.read(row, nameserverStart) : null,
  };
}

const gatewayOf = (id: string | null | undefined, ip: string | null | undefined): Gateway | null =>
  id && ip ? { id: Number(id), ip: IpAddress.parse(ip) } : null;
