import type { IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import { classlessNetwork } from './reverse-zones.js';

/** A zone of the server. */
export interface Zone {
  /** Lower case, without the dot at its end. */
  readonly name: string;
  /** Whether records can be written to it: others come from elsewhere. */
  readonly isWritable: boolean;
  /** Whether this service has made it. */
  readonly isOurs: boolean;
}

/** A zone of RFC 2317. */
export interface ClasslessZone {
  readonly zone: Zone;
  readonly network: Prefix;
}

/** Finds the zones of a server by names. */
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
    this.#classless.set(around, [...(this.#classless.get(around) ?? []), { zone, network }]);
  }

  get(name: string): Zone | undefined {
    return this.#zones.get(name);
  }

  /** Every zone. */
  all(): Iterable<Zone> {
    return this.#zones.values();
  }

  /** The zones that a name lies in, the one with the longest name first: that one answers for it. */
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

  /** The zones of RFC 2317 of networks that hold an address. @param reverse the address's reverse name */
  classlessAround(ip: IpAddress, reverse: string): ClasslessZone[] {
    const around = this.#classless.get(reverse.slice(reverse.indexOf('.') + 1)) ?? [];
    return ip.family === 4 ? around.filter(({ network }) => network.containsAddress(ip)) : [];
  }
}
