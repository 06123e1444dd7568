import type { Principal } from '../../../domain/access/access-policy.js';
import type { KindName } from '../../../domain/catalog/kinds.js';
import type { FieldValue } from '../../../domain/fields/field.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import type { StoredQuery } from '../../../domain/listing/list-query.js';
import type { CustomCondition, TextSearch } from './values.js';

/** Records must have all of these values. */
export type KindQuery = Readonly<Record<string, FieldValue>>;

export interface CatalogReader {
  find(kind: KindName, id: number): Promise<KindRecord | undefined>;
  /** By id. @param viewer of a kind within subnets (Kind.within), only records in subnets on which it has at least level 1 */
  list(kind: KindName, where?: KindQuery, custom?: CustomCondition, viewer?: Principal): AsyncIterable<KindRecord>;
  /** Also filtered and ordered by the list query. @param viewer as of list */
  select(kind: KindName, where: KindQuery, listQuery: StoredQuery, viewer?: Principal): AsyncIterable<KindRecord>;
  /** @param viewer as of list */
  count(kind: KindName, where: KindQuery, listQuery: StoredQuery, viewer?: Principal): Promise<number>;
  /** The number of addresses with a record in each range of a subnet, by the range's id. */
  usedInRanges(subnetId: number): Promise<ReadonlyMap<number, number>>;
  /** By id. Texts have no index, so the scan ends as soon as the reader stops. */
  search(kind: KindName, search: TextSearch): AsyncIterable<KindRecord>;
}

export interface CatalogRepository extends CatalogReader {
  lock(kind: KindName, id: number): Promise<KindRecord | undefined>;
  /** Blocks new references until the unit of work ends. */
  lockToDelete(kind: KindName, id: number): Promise<KindRecord | undefined>;
  /** @throws IpamError kind.taken for a duplicate unique combination */
  insert(kind: KindName, values: Readonly<Record<string, FieldValue>>, custom: KindRecord['custom']): Promise<number>;
  /** @throws IpamError kind.taken */
  update(kind: KindName, id: number, changes: Readonly<Record<string, FieldValue>>, custom: KindRecord['custom']): Promise<void>;
  /** References are cleared, moved or deleted as they declare. @returns whether the record existed */
  delete(kind: KindName, id: number): Promise<boolean>;
}
