import type { AnyRecord } from './client';

/** Lists of subnets contain the record of a location instead of the id. */
interface WithLocation {
  readonly location?: unknown;
}

/** Replaces the location of a record by the id of the location; empty without a location. */
export function plainLocation(record: AnyRecord & WithLocation): AnyRecord {
  const { location } = record;
  if (typeof location !== 'object' || location === null) return record;
  return { ...record, location: String(Reflect.get(location, 'id') ?? '') };
}
