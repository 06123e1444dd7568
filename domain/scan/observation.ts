import type { Address } from '../address/address.js';
import type { Input } from '../fields/read-fields.js';
import type { IpAddress } from '../net/ip-address.js';
import type { ScanSettings } from './scan-settings.js';

/** Whether a host answered. */
export interface Observation {
  readonly isAlive: boolean;
  /** When: YYYY-MM-DD HH:MM:SS in UTC, as all times here. */
  readonly at: string;
}

/** A tag that takes the place of another. */
interface Switch {
  readonly from: number;
  readonly to: number;
}

/** How observations change tags. */
export interface TagRules {
  readonly whenAlive: Switch | undefined;
  readonly whenSilent: Switch | undefined;
  /** Who was last seen then or earlier, and does not answer, is offline. */
  readonly offlineSince: string;
}

/**
 * The rules that settings make. Tags change between the two that settings name, and only those whose own record lets scans
 * change them: what is reserved stays reserved.
 * @param canChange whether scans may take a tag from an address
 */
export function tagRules(
  { onlineTag, offlineTag }: Pick<ScanSettings, 'onlineTag' | 'offlineTag'>,
  canChange: (tag: number) => boolean,
  offlineSince: string,
): TagRules {
  const between = (from: number, to: number): Switch | undefined =>
    from !== 0 && to !== 0 && from !== to && canChange(from) ? { from, to } : undefined;
  return { whenAlive: between(offlineTag, onlineTag), whenSilent: between(onlineTag, offlineTag), offlineSince };
}

/** What an observation changes of an address; nothing where both are absent. */
export function changesBy(
  { tag, lastSeen }: Pick<Address, 'tag' | 'lastSeen'>,
  { isAlive, at }: Observation,
  { whenAlive, whenSilent, offlineSince }: TagRules,
): { readonly lastSeen?: string; readonly tag?: number } {
  const seen = lastSeen ?? '';
  if (isAlive) return { ...(seen < at ? { lastSeen: at } : {}), ...(tag === whenAlive?.from ? { tag: whenAlive.to } : {}) };
  return whenSilent && tag === whenSilent.from && seen <= offlineSince ? { tag: whenSilent.to } : {};
}

/** The record of a host that was found. @param hostname by reverse DNS, if it has one */
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

/** The name of a host among those that DNS tells, which strangers may have written: the first that can be one. */
export const hostnameAmong = (names: readonly string[]): string | undefined =>
  names.map((name) => name.replace(/\.$/, '')).find((name) => name.length <= longestName && /^[A-Za-z0-9_][\w.-]*$/.test(name));
