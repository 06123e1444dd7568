import type { KindName } from '../../../domain/catalog/kinds.js';
import type { FieldValue } from '../../../domain/fields/field.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import type { StoredQuery } from '../../../domain/listing/list-query.js';
import type { CustomCondition, TextSearch } from './values.js';

/** Field values that all listed records have. */
export type KindQuery = Readonly<Record<string, FieldValue>>;

/** Reads records of all kinds of the catalogue. */
export interface CatalogReader {
  find(kind: KindName, id: number): Promise<KindRecord | undefined>;
  /** By id. */
  list(kind: KindName, where?: KindQuery, custom?: CustomCondition): AsyncIterable<KindRecord>;
  /** Records with all of these values that match the list query, in its order. */
  select(kind: KindName, where: KindQuery, listQuery: StoredQuery): AsyncIterable<KindRecord>;
  /** Number of records of `select`. */
  count(kind: KindName, where: KindQuery, listQuery: StoredQuery): Promise<number>;
  /** By id. Texts have no index, so the scan ends as soon as the reader stops. */
  search(kind: KindName, search: TextSearch): AsyncIterable<KindRecord>;
}

export interface CatalogRepository extends CatalogReader {
  lock(kind: KindName, id: number): Promise<KindRecord | undefined>;
  /** Reads a record and blocks new references to it until the unit of work ends. */
  lockToDelete(kind: KindName, id: number): Promise<KindRecord | undefined>;
  /** @throws IpamError kind.taken when a unique combination exists already */
  insert(kind: KindName, values: Readonly<Record<string, FieldValue>>, custom: KindRecord['custom']): Promise<number>;
  /** @throws IpamError kind.taken */
  update(kind: KindName, id: number, changes: Readonly<Record<string, FieldValue>>, custom: KindRecord['custom']): Promise<void>;
  /** Deletes a record; references to it are cleared, moved or deleted as they declare. @returns whether it existed */
  delete(kind: KindName, id: number): Promise<boolean>;
}
