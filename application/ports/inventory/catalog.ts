import type { Principal } from '../../../domain/access/access-policy.js';
import type { KindName } from '../../../domain/catalog/kinds.js';
import type { FieldValue } from '../../../domain/fields/field.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import type { StoredQuery } from '../../../domain/listing/list-query.js';
import type { CustomCondition, TextSearch } from './values.js';

/** Field values that records must have. */
export type KindQuery = Readonly<Record<string, FieldValue>>;

export interface CatalogReader {
  find(kind: KindName, id: number): Promise<KindRecord | undefined>;
  /**
   * Records by id.
   * @param viewer for kinds within subnets (Kind.within): only records in subnets on which this principal has at least level 1
   */
  list(kind: KindName, where?: KindQuery, custom?: CustomCondition, viewer?: Principal): AsyncIterable<KindRecord>;
  /** Records that match field values and a list query, in the order of the list query. @param viewer as in list */
  select(kind: KindName, where: KindQuery, listQuery: StoredQuery, viewer?: Principal): AsyncIterable<KindRecord>;
  /** @param viewer as in list */
  count(kind: KindName, where: KindQuery, listQuery: StoredQuery, viewer?: Principal): Promise<number>;
  /** Number of registered addresses in each range of a subnet, by range id. */
  usedInRanges(subnetId: number): Promise<ReadonlyMap<number, number>>;
  /** Records with a text, by id. Texts have no index; ending the iteration ends the scan. */
  search(kind: KindName, search: TextSearch): AsyncIterable<KindRecord>;
}

export interface CatalogRepository extends CatalogReader {
  lock(kind: KindName, id: number): Promise<KindRecord | undefined>;
  /** Locks a record and blocks new references to it until the unit of work ends. */
  lockToDelete(kind: KindName, id: number): Promise<KindRecord | undefined>;
  /** @throws IpamError kind.taken for a duplicate unique combination */
  insert(kind: KindName, values: Readonly<Record<string, FieldValue>>, custom: KindRecord['custom']): Promise<number>;
  /** @throws IpamError kind.taken */
  update(kind: KindName, id: number, changes: Readonly<Record<string, FieldValue>>, custom: KindRecord['custom']): Promise<void>;
  /** Deletes a record. References to it are handled according to OnDelete. */
  delete(kind: KindName, id: number): Promise<boolean>;
}
