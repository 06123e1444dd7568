import type { Principal } from '../../../domain/access/access-policy.js';
import type { StoredQuery } from '../../../domain/listing/list-query.js';
import type { Section } from '../../../domain/section/section.js';
import type { Changes, LockStrength, NewValues } from './values.js';

/** Reads sections. */
export interface SectionReader {
  find(id: number): Promise<Section | undefined>;
  /** Without regard to case. */
  findByName(name: string): Promise<Section | undefined>;
  /**
   * By `order` (unset first), then names of fewer bytes first, then by name bytewise.
   * @param viewer only sections on which this principal has at least level 1
   * @param listQuery further conditions, and an order that takes the place of this one
   */
  list(viewer?: Principal, listQuery?: StoredQuery): AsyncIterable<Section>;
  /** How many `list` gives. */
  count(viewer?: Principal, listQuery?: StoredQuery): Promise<number>;
  hasChildren(id: number): Promise<boolean>;
}

/** Stores sections. */
export interface SectionRepository extends SectionReader {
  /** Reads a section and locks it. */
  lock(id: number, strength: LockStrength): Promise<Section | undefined>;
  /** @returns the new id. @throws IpamError section.nameTaken (without regard to case) */
  insert(values: NewValues<Section>): Promise<number>;
  /** @throws IpamError section.nameTaken */
  update(id: number, changes: Changes<Section>): Promise<void>;
  /** Deletes it with its child sections, all their subnets and addresses. @returns whether it was there */
  delete(id: number): Promise<boolean>;
}
