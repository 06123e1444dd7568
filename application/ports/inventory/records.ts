import type { Principal } from '../../../domain/access/access-policy.js';
import type { KindName } from '../../../domain/catalog/kinds.js';
import type { CustomScalar } from '../../../domain/fields/custom-value.js';
import type { FieldValue } from '../../../domain/fields/field.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import type { StoredQuery } from '../../../domain/listing/list-query.js';
import type { Section } from '../../../domain/section/section.js';

/** Values by field name, with custom values in `custom`. A change writes only its own members. */
export type NewValues<R> = Omit<R, 'id'>;
export type Changes<R> = Partial<Omit<R, 'id'>>;

/**
 * Lock until the unit of work ends. `share`: the row does not change; other units of work may share the lock. `change`: other
 * locks wait; new references to the row are permitted.
 */
export type LockStrength = 'share' | 'change';

/** An exact value. With `ignoresCase`, texts are compared with foldCase. */
export interface CustomCondition {
  readonly field: string;
  readonly value: CustomScalar;
  readonly ignoresCase?: boolean;
}

/** Records with a text, without regard to case (caseVariants). */
export interface TextSearch {
  readonly text: string;
  /** Fields with texts, or with numbers in decimal notation. */
  readonly fields: readonly string[];
  readonly custom: readonly string[];
  /** False after the client has disconnected. The search then ends. */
  readonly isAwaited?: () => boolean;
}

export interface SectionReader {
  find(id: number): Promise<Section | undefined>;
  /** Finds a section by name, without regard to case. */
  findByName(name: string): Promise<Section | undefined>;
  /**
   * Sections by `order` (unset first), then by byte length of the name, then by name bytes.
   * @param viewer only sections on which this principal has at least level 1
   * @param listQuery further conditions, and an order that replaces the default
   */
  list(viewer?: Principal, listQuery?: StoredQuery): AsyncIterable<Section>;
  count(viewer?: Principal, listQuery?: StoredQuery): Promise<number>;
  hasChildren(id: number): Promise<boolean>;
}

export interface SectionRepository extends SectionReader {
  lock(id: number, strength: LockStrength): Promise<Section | undefined>;
  /** @returns the id of the section @throws IpamError section.nameTaken (case is ignored) */
  insert(values: NewValues<Section>): Promise<number>;
  /** @throws IpamError section.nameTaken */
  update(id: number, changes: Changes<Section>): Promise<void>;
  /** Deletes a section with its child sections, subnets and addresses. */
  delete(id: number): Promise<boolean>;
}

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
