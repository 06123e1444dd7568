import type { Address } from '../address/address.js';
import type { Input } from '../fields/read-fields.js';
import type { IpAddress } from '../net/ip-address.js';
import type { ScanSettings } from './scan-settings.js';

export interface Observation {
  readonly isAlive: boolean;
  /** YYYY-MM-DD HH:MM:SS in UTC. */
  readonly at: string;
}

interface Switch {
  readonly from: number;
  readonly to: number;
}

export interface TagRules {
  readonly whenAlive: Switch | undefined;
  readonly whenSilent: Switch | undefined;
  /** A silent host counts as offline if it was last seen at this time or earlier. */
  readonly offlineSince: string;
}

/** @param canChange whether scans may replace a tag */
export function tagRules(
  { onlineTag, offlineTag }: Pick<ScanSettings, 'onlineTag' | 'offlineTag'>,
  canChange: (tag: number) => boolean,
  offlineSince: string,
): TagRules {
  const between = (from: number, to: number): Switch | undefined =>
    from !== 0 && to !== 0 && from !== to && canChange(from) ? { from, to } : undefined;
  return { whenAlive: between(offlineTag, onlineTag), whenSilent: between(onlineTag, offlineTag), offlineSince };
}

/** Unchanged members are absent. */
export function changesBy(
  { tag, lastSeen }: Pick<Address, 'tag' | 'lastSeen'>,
  { isAlive, at }: Observation,
  { whenAlive, whenSilent, offlineSince }: TagRules,
): { readonly lastSeen?: string; readonly tag?: number } {
  const seen = lastSeen ?? '';
  if (isAlive) return { ...(seen < at ? { lastSeen: at } : {}), ...(tag === whenAlive?.from ? { tag: whenAlive.to } : {}) };
  return whenSilent && tag === whenSilent.from && seen <= offlineSince ? { tag: whenSilent.to } : {};
}

export const discovered = (
  ip: IpAddress,
  hostname: string | undefined,
  at: string,
  { discoveredTag, discoveredDescription }: Pick<ScanSettings, 'discoveredTag' | 'discoveredDescription'>,
): Input => ({
  ip: ip.toString(),
  tag: discoveredTag,
  description: discoveredDescription,
  hostname: hostname ?? null,
  lastSeen: at,
});

const longestName = 253;

/** The first valid host name. Names from reverse DNS are untrusted. */
export const hostnameAmong = (names: readonly string[]): string | undefined =>
  names.map((name) => name.replace(/\.$/, '')).find((name) => name.length <= longestName && /^[A-Za-z0-9_][\w.-]*$/.test(name));
