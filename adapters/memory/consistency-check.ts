import { checkCatalog } from '../../application/catalog/catalog-check.js';
import type { Finding } from '../../application/ports/consistency.js';
import { gapsBetween } from '../../domain/allocation/free-prefixes.js';
import type { KindRecord } from '../../domain/fields/kind.js';
import { isPermissionMap } from '../../domain/fields/permission-map.js';
import { Prefix } from '../../domain/net/prefix.js';
import { MemorySettingsRepository } from './identity/administered.js';
import { catalogIn } from './inventory/catalog.js';
import { mergedNetworks } from './inventory/subnet-search.js';
import { type OwnerName, ownerNames, owners } from './records/owners.js';
import { addressOf, networkOf } from './records/records.js';
import { objectFields, objectSorts, referencesOf } from './records/references.js';
import type { Draft, State } from './records/state.js';

export async function* checkConsistency(draft: Draft): AsyncGenerator<Finding, void, undefined> {
  const { state } = draft;
  yield* checkGaps(state);
  yield* checkReferences(state);
  yield* checkPositions(state);
  yield* checkCatalog(catalogIn(draft), new MemorySettingsRepository(draft));
}

const found = (what: Finding['what'], subnetId: number | null, text: string): Finding => ({
  what,
  subnetId,
  text,
  repaired: false,
});

function* checkGaps({ records, freeBlocks }: State): Generator<Finding, void, undefined> {
  for (const { id, values } of records.subnet.rows()) {
    const children = [...records.subnet.under('child', [id])].map((row) => networkOf(row).prefix);
    if (!(values.prefix instanceof Prefix) || children.length === 0) continue;
    const expected = new Set([...gapsBetween(values.prefix, children)].map(({ first, last }) => `${first} ${last}`));
    const wrong = [...freeBlocks.from(id)].filter(({ first, last }) => !expected.delete(`${first} ${last}`));
    const errors = wrong.length + expected.size;
    if (errors > 0)
      yield found('freeNetworks', id, `subnet ${id}: ${errors} of its stored free networks do not match its child networks`);
  }
}

function missingOf({ records, tables }: State, owner: OwnerName, { values }: KindRecord): string[] {
  const isGone = (target: OwnerName, id: unknown): boolean => records[target].get(Number(id)) === undefined;
  const single = referencesOf(owner)
    .filter(({ field, target }) => values[field] !== null && values[field] !== undefined && isGone(target, values[field]))
    .map(({ field }) => `${field} ${values[field]}`);
  const objects = objectFields
    .filter((each) => each.owner === owner)
    .flatMap(({ field }) => {
      const idLists = values[field] as Readonly<Record<string, readonly string[]>> | null | undefined;
      return ownerNames.flatMap((target) =>
        (idLists?.[objectSorts[target] ?? ''] ?? []).filter((id) => isGone(target, id)).map((id) => `${field} ${id}`),
      );
    });
  const permitted = Object.keys(owners[owner].fields)
    .map((field) => values[field])
    .flatMap((value) => (isPermissionMap(value) ? [...value.keys()] : []))
    .filter((id) => tables.groups.get(id) === undefined)
    .map((id) => `group ${id}`);
  return [...single, ...objects, ...permitted];
}

function* checkReferences(state: State): Generator<Finding, void, undefined> {
  for (const owner of ownerNames)
    for (const row of state.records[owner].rows())
      for (const missing of missingOf(state, owner, row))
        yield found('reference', owner === 'subnet' ? row.id : null, `${owner} ${row.id}: ${missing} does not exist`);
}

function* checkPositions({ records }: State): Generator<Finding, void, undefined> {
  for (const { id, values } of records.section.rows()) {
    const pair = values.strictMode ? mergedNetworks(records, { strictSection: id }) : undefined;
    if (pair) yield found('overlap', pair[0].id, `subnet ${pair[0].id}: ${pair[0].prefix} overlaps subnet ${pair[1].id}`);
  }
  for (const { id, values } of records.subnet.rows()) {
    if (isInRing({ records }, id)) yield found('cycle', id, `subnet ${id}: it is below itself in the tree`);
    const above = records.subnet.get(Number(values.masterSubnetId))?.values;
    const isStrict = records.section.get(Number(above?.sectionId))?.values.strictMode === true;
    const master = above?.prefix;
    const isInside = values.prefix instanceof Prefix && master instanceof Prefix && master.contains(values.prefix);
    if (isStrict && master instanceof Prefix && !isInside)
      yield found('childOutside', id, `subnet ${id}: it is not inside its master`);
  }
  for (const row of records.address.rows()) {
    const { id, ip, subnetId } = addressOf(row);
    const prefix = records.subnet.get(subnetId)?.values.prefix;
    if (prefix instanceof Prefix && !prefix.containsAddress(ip))
      yield found('addressOutside', subnetId, `subnet ${subnetId}: address ${id}, ${ip}, is outside of ${prefix}`);
  }
}

function isInRing({ records }: Pick<State, 'records'>, id: number): boolean {
  const passed = new Set<unknown>();
  for (let next = records.subnet.get(id)?.values.masterSubnetId; typeof next === 'number' && !passed.has(next); ) {
    if (next === id) return true;
    passed.add(next);
    next = records.subnet.get(next)?.values.masterSubnetId;
  }
  return false;
}
