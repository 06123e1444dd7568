import type { Principal } from '../../../domain/access/access-policy.js';
import type { StoredQuery } from '../../../domain/listing/list-query.js';
import type { Section } from '../../../domain/section/section.js';
import type { Changes, LockStrength, NewValues } from './values.js';

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
