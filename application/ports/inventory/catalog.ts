import type { KindName } from '../../../domain/catalog/kinds.js';
import type { FieldValue } from '../../../domain/fields/field.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import type { StoredQuery } from '../../../domain/listing/list-query.js';
import type { CustomCondition, TextSearch } from './values.js';

/** Which records of a kind a list holds: those with all of these values. */
export type KindQuery = Readonly<Record<string, FieldValue>>;

/** Reads records of the catalogue's kinds, one implementation for all of them. */
export interface CatalogReader {
  find(kind: KindName, id: number): Promise<KindRecord | undefined>;
  /** By id. */
  list(kind: KindName, where?: KindQuery, custom?: CustomCondition): AsyncIterable<KindRecord>;
  /** Those with all of these values that a list asks for besides, in its order. */
  select(kind: KindName, where: KindQuery, listQuery: StoredQuery): AsyncIterable<KindRecord>;
  /** How many `select` gives. */
  count(kind: KindName, where: KindQuery, listQuery: StoredQuery): Promise<number>;
  /** By id. No index knows what is within texts: ends as early as the reader does. */
  search(kind: KindName, search: TextSearch): AsyncIterable<KindRecord>;
}

/** Stores records of the catalogue's kinds. */
export interface CatalogRepository extends CatalogReader {
  lock(kind: KindName, id: number): Promise<KindRecord | undefined>;
  /** Reads a record and locks it so that nothing refers to it anew until the unit of work ends. */
  lockToDelete(kind: KindName, id: number): Promise<KindRecord | undefined>;
  /** @throws IpamError kind.taken when a unique combination exists already */
  insert(kind: KindName, values: Readonly<Record<string, FieldValue>>, custom: KindRecord['custom']): Promise<number>;
  /** @throws IpamError kind.taken */
  update(kind: KindName, id: number, changes: Readonly<Record<string, FieldValue>>, custom: KindRecord['custom']): Promise<void>;
  /** Deletes it; what refers to it is cleared, moved or deleted as its references say. @returns whether it was there */
  delete(kind: KindName, id: number): Promise<boolean>;
}
