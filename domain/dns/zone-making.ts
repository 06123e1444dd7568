import type { Prefix } from '../net/prefix.js';
import { isClassless, type ReverseZone } from './reverse-zones.js';
import type { ZoneIndex } from './zone-index.js';

/** The zone must not exist, nor hide names of a zone that this service did not create. An RFC 2317 zone hides no names. */
export function mayMakeZone(network: Prefix, { name }: ReverseZone, zones: ZoneIndex): boolean {
  if (zones.get(name)) return false;
  const [around] = zones.around(name);
  return isClassless(network) || !around || around.isOurs;
}
