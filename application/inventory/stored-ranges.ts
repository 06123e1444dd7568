import { type SpaceRequest, spaceRequest } from '../../domain/allocation/space-request.js';
import { type StoredRange, storedRange } from '../../domain/allocation/stored-range.js';
import { IpamError } from '../../domain/errors.js';
import type { CatalogReader } from '../ports/inventory/records.js';

export type RangeSource = Pick<CatalogReader, 'list'>;

/** The ranges of a network, ascending. Empty if the storage has no catalogue. */
export async function rangesOf(catalog: RangeSource, subnetId: number): Promise<StoredRange[]> {
  const found: StoredRange[] = [];
  try {
    for await (const row of catalog.list('range', { subnetId })) found.push(storedRange(row));
  } catch (error) {
    if (!IpamError.is(error, 'storage.unsupported')) throw error;
  }
  return found.sort((a, b) => a.first.compare(b.first));
}

/** The requests of a subnet, ordered by id. Empty if the storage has no catalogue. */
export async function requestsOf(catalog: RangeSource, subnetId: number): Promise<SpaceRequest[]> {
  const found: SpaceRequest[] = [];
  try {
    for await (const row of catalog.list('request', { subnetId })) found.push(spaceRequest(row));
  } catch (error) {
    if (!IpamError.is(error, 'storage.unsupported')) throw error;
  }
  return found;
}

export async function findRangeByName(catalog: RangeSource, subnetId: number, name: string): Promise<StoredRange | undefined> {
  for await (const row of catalog.list('range', { subnetId, name })) return storedRange(row);
  return undefined;
}
