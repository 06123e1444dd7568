import { readHostName } from '../../domain/dns/host-name.js';
import { IpAddress } from '../../domain/net/ip-address.js';
import { retainedDnsRecords } from '../changes/change-log.js';
import { eachOf } from '../listing.js';
import type { FeedEntry } from '../ports/feed.js';
import type { Readers } from '../ports/unit-of-work.js';

/** Number of concurrent register queries. */
const atOnce = 8;

export interface TouchedAddress {
  readonly ip: IpAddress;
  /** Names in records of this address that stay on the server although the register no longer expects them. */
  readonly retained: readonly string[];
}

export interface TouchedName {
  readonly name: string;
  /** Addresses in records of this name that stay on the server although the register no longer expects them. */
  readonly retained: readonly string[];
}

export interface TouchedSlice {
  readonly names: readonly TouchedName[];
  readonly addresses: readonly TouchedAddress[];
}

/** Fields of addresses and subnets that affect records. */
const addressMembers = ['hostname', 'PTRignore', 'subnetId'];
const subnetMembers = ['prefix', 'DNSrecursive'];

/**
 * Names and addresses affected by changes. Expected records come from the register, so order and repetition of changes have no
 * effect.
 */
export class Touched {
  readonly #names = new Map<string, Set<string>>();
  readonly #addresses = new Map<string, { readonly ip: IpAddress; readonly retained: Set<string> }>();
  readonly #subnets = new Set<number>();

  static async by(entries: readonly FeedEntry[], { addresses }: Pick<Readers, 'addresses'>): Promise<Touched> {
    const touched = new Touched();
    const edited = new Set<number>();
    for (const entry of entries) {
      if (entry.object === 'subnet') touched.#bySubnet(entry);
      else if (entry.object === 'address') {
        touched.#byAddress(entry);
        if (entry.before !== null && entry.after !== null && names(entry, addressMembers)) edited.add(entry.objectId);
      }
    }
    const found = await eachOf([...edited], atOnce, (id) => addresses.find(id)); // a later deletion has its own entry
    for (const address of found) if (address) touched.add(address.hostname, address.ip);
    return touched;
  }

  add(hostname: string | null, ip: IpAddress): void {
    this.#name(hostname);
    this.#address(ip);
  }

  addName(name: string): void {
    if (!this.#names.has(name)) this.#names.set(name, new Set());
  }

  get isEmpty(): boolean {
    return this.#names.size === 0 && this.#addresses.size === 0 && this.#subnets.size === 0;
  }

  get names(): TouchedName[] {
    return [...this.#names].map(([name, retained]) => ({ name, retained: [...retained] }));
  }

  get addresses(): TouchedAddress[] {
    return [...this.#addresses.values()].map(({ ip, retained }) => ({ ip, retained: [...retained] }));
  }

  /** Slices with at most `size` names and `size` addresses. */
  *slices(size: number): Generator<TouchedSlice> {
    const { names, addresses } = this;
    for (let start = 0; start < Math.max(names.length, addresses.length); start += size)
      yield { names: names.slice(start, start + size), addresses: addresses.slice(start, start + size) };
  }

  /** Subnets whose addresses are all affected. */
  get subnetIds(): readonly number[] {
    return [...this.#subnets];
  }

  #bySubnet({ objectId, before, after }: FeedEntry): void {
    const isNew = before === null && after?.DNSrecursive === true;
    const isChanged = before !== null && after !== null && subnetMembers.some((member) => member in after);
    if (isNew || isChanged) this.#subnets.add(objectId);
  }

  #byAddress({ before, after, differences }: FeedEntry): void {
    for (const hostname of [before?.hostname, after?.hostname]) if (typeof hostname === 'string') this.#name(hostname);
    const ip = readIp(before?.ip ?? after?.ip);
    if (!ip) return;
    const address = this.#address(ip);
    const name = after === null ? readHostName(String(before?.hostname ?? '')) : undefined;
    if (name === undefined) return;
    const isRetained = differences.includes(retainedDnsRecords);
    setTo(isRetained, this.#names.get(name), ip.toString());
    setTo(isRetained, address.retained, name);
  }

  #name(hostname: string | null): void {
    const name = readHostName(hostname);
    if (name !== undefined) this.addName(name);
  }

  #address(ip: IpAddress): { readonly retained: Set<string> } {
    const known = this.#addresses.get(ip.toString()) ?? { ip, retained: new Set<string>() };
    this.#addresses.set(ip.toString(), known);
    return known;
  }
}

const names = ({ after }: FeedEntry, members: readonly string[]): boolean =>
  after !== null && members.some((member) => member in after);

const readIp = (value: unknown): IpAddress | undefined => (typeof value === 'string' ? IpAddress.read(value) : undefined);

/** Adds a value to a set or removes it. Each deletion of an address overwrites the result of an earlier deletion. */
function setTo(isIn: boolean, set: Set<string> | undefined, value: string): void {
  if (isIn) set?.add(value);
  else set?.delete(value);
}
