import type { Prefix } from '../../../../domain/net/prefix.js';
import type { OverlapScope } from '../../../../domain/subnet/position.js';
import type { TextRow } from '../../connection/statement.js';
import { applyAll, type Condition, condition, equal, fixed, formOf, markerOf, valuesOf } from '../../records/condition.js';
import { isId, lookupId } from '../../records/field-columns.js';
import { overlapping, rowsAround, rowsWithin } from '../../records/network-conditions.js';
import { statementOf } from '../../records/statement-cache.js';
import { selfAndBelow } from '../../records/subnet-tree.js';
import { subnetTable } from '../../records/tables.js';
import type { Session } from '../../sessions/session.js';
import { knex, type Markers, type Query, type StatementParameters, sql } from '../../sessions/sql.js';

/**
 * Returns the network of a scope that overlaps a prefix. Of several, returns the network with the longest mask. Of several with
 * this mask, returns the lowest.
 */
export async function findOverlap(
  session: Session,
  prefix: Prefix,
  scope: OverlapScope,
  exceptId: number | undefined,
): Promise<TextRow | undefined> {
  const where = [...within(scope), ...(exceptId === undefined ? [] : [isElsewhere(exceptId)])];
  const form = `overlap${formOf(where)}`;
  const statement = statementOf({ name: subnetTable.name, form, isNamed: true }, (markers) => overlapQuery(where, markers));
  const [row] = await session.prepared(statement, { ...valuesOf([...where, overlapping(prefix)]) });
  return row;
}

/** Searches the networks within and around the prefix separately: unlike the overlap operator, both searches use an index. */
function overlapQuery(where: readonly Condition[], markers: Markers<StatementParameters>): Query {
  const rows = () => applyAll(where, knex({ t: subnetTable.name }).select('t.*'), markers);
  const [lowest, highest] = [markerOf(markers, 'lowest'), markerOf(markers, 'highest')];
  const nearest = rowsWithin(rows(), lowest, highest).unionAll(rowsAround(rows(), lowest));
  return knex(nearest.as('t'))
    .select(...subnetTable.selection('t'))
    .orderBy([{ column: sql`masklen(t.network)`, order: 'desc' }, 't.network', 't.id'])
    .limit(1);
}

/** Condition on all subnets except a given subnet and its descendants. */
const isElsewhere = (id: number): Condition =>
  condition('elsewhere', { except: [id].filter(isId) }, (query, { except }) =>
    query.whereNotIn('t.id', knex.select('id').from(sql`(${selfAndBelow(except)}) line`)),
  );

function within(scope: OverlapScope): Condition[] {
  const { vrfId } = scope;
  if ('masterSubnetId' in scope) return [equal('master_subnet_id', lookupId(scope.masterSubnetId)), hasVrfOrNone(vrfId ?? 0)];
  return [equal('section_id', lookupId(scope.sectionId)), vrfId === null ? withoutVrf : equal('vrf_id', lookupId(vrfId))];
}

const withoutVrf = fixed('no vrf', (query) => query.whereNull('t.vrf_id'));

const hasVrfOrNone = (id: number): Condition =>
  condition('vrf or none', { vrf: lookupId(id) }, (query, { vrf }) =>
    query.where((either) => either.where('t.vrf_id', vrf).orWhereNull('t.vrf_id')),
  );
