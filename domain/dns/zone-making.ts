import type { Prefix } from '../net/prefix.js';
import { isClassless, type ReverseZone } from './reverse-zones.js';
import type { ZoneIndex } from './zone-index.js';

/**
 * Whether a reverse zone may be created: it does not exist, and no foreign zone contains its names, which would become
 * unreachable there. An RFC 2317 zone hides no names of the surrounding zone.
 */
export function mayMakeZone(network: Prefix, { name }: ReverseZone, zones: ZoneIndex): boolean {
  if (zones.get(name)) return false;
  const [around] = zones.around(name);
  return isClassless(network) || !around || around.isOurs;
}
