import type { Prefix } from '../net/prefix.js';
import { isClassless, type ReverseZone } from './reverse-zones.js';
import type { ZoneIndex } from './zone-index.js';

/**
 * Whether a reverse zone of a network may be made: it is not there, and no zone of others holds its names, which would be found
 * there no more. One of RFC 2317 takes no names from the zone around, so it may.
 */
export function mayMakeZone(network: Prefix, { name }: ReverseZone, zones: ZoneIndex): boolean {
  if (zones.get(name)) return false;
  const [around] = zones.around(name);
  return isClassless(network) || !around || around.isOurs;
}
