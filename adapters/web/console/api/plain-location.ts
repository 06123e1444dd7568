import type { AnyRecord } from './client';

/** Lists of subnets have the record of the location in place of its id. */
interface WithLocation {
  readonly location?: unknown;
}

/** A record with the id of its location; empty for none. */
export function plainLocation(record: AnyRecord & WithLocation): AnyRecord {
  const { location } = record;
  if (typeof location !== 'object' || location === null) return record;
  return { ...record, location: String(Reflect.get(location, 'id') ?? '') };
}
