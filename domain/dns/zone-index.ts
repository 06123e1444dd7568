import { append } from '../grouping.js';
import type { IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import { classlessNetwork, isClassless, type ReverseZone } from './reverse-zones.js';

export interface Zone {
  /** In lower case, without trailing dot. */
  readonly name: string;
  /** Whether the service may write records. False for secondary zones. */
  readonly isWritable: boolean;
  readonly isOurs: boolean;
}

export interface ClasslessZone {
  readonly zone: Zone;
  readonly network: Prefix;
}

export class ZoneIndex {
  readonly #zones = new Map<string, Zone>();
  readonly #classless = new Map<string, ClasslessZone[]>();

  constructor(zones: Iterable<Zone>) {
    for (const zone of zones) this.add(zone);
  }

  add(zone: Zone): void {
    const network = this.#zones.has(zone.name) ? undefined : classlessNetwork(zone.name);
    this.#zones.set(zone.name, zone);
    if (!network) return;
    const around = zone.name.slice(zone.name.indexOf('.') + 1);
    append(this.#classless, around, { zone, network });
  }

  get(name: string): Zone | undefined {
    return this.#zones.get(name);
  }

  all(): Iterable<Zone> {
    return this.#zones.values();
  }

  /** The zones that contain a name, the most specific first. */
  around(name: string): Zone[] {
    const zones: Zone[] = [];
    for (let rest: string | undefined = name; rest !== undefined; ) {
      const zone = this.#zones.get(rest);
      if (zone) zones.push(zone);
      const dot: number = rest.indexOf('.');
      rest = dot < 0 ? undefined : rest.slice(dot + 1);
    }
    return zones;
  }

  /** The RFC 2317 zones that contain an address. @param reverse the reverse name of the address */
  classlessAround(ip: IpAddress, reverse: string): ClasslessZone[] {
    const around = this.#classless.get(reverse.slice(reverse.indexOf('.') + 1)) ?? [];
    return ip.family === 4 ? around.filter(({ network }) => network.containsAddress(ip)) : [];
  }
}

/** The zone must not exist, nor hide names of a zone that this service did not create. An RFC 2317 zone hides no names. */
export function mayMakeZone(network: Prefix, { name }: ReverseZone, zones: ZoneIndex): boolean {
  if (zones.get(name)) return false;
  const [around] = zones.around(name);
  return isClassless(network) || !around || around.isOurs;
}
