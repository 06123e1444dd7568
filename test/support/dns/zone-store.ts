import { isIPv4, isIPv6 } from 'node:net';

/** A record set of the PowerDNS API. Names end with a dot. */
export interface RawSet {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  readonly records: readonly { readonly content: string; readonly disabled: boolean }[];
  readonly comments: readonly { readonly account: string; readonly content: string }[];
}

/** One change of a record set. */
export interface RawChange extends Pick<RawSet, 'name' | 'type'>, Partial<Omit<RawSet, 'name' | 'type'>> {
  readonly changetype: 'REPLACE' | 'DELETE';
}

/** A zone and its record sets, by name and type. */
export interface RawZone {
  readonly name: string;
  readonly kind: string;
  readonly account: string;
  readonly sets: ReadonlyMap<string, RawSet>;
}

/** A refused write, with the reason as its message. */
export class RefusedWrite extends Error {
  override readonly name = 'RefusedWrite';
}

const keyOf = ({ name, type }: Pick<RawSet, 'name' | 'type'>): string => `${name} ${type}`;

/** Zones in memory. They refuse names outside of the zone and other records beside a CNAME. */
export class ZoneStore {
  readonly #zones = new Map<string, RawZone>();

  get zones(): Iterable<RawZone> {
    return this.#zones.values();
  }

  find(name: string): RawZone | undefined {
    return this.#zones.get(name);
  }

  /** @returns false when the zone exists already */
  add(name: string, kind: string, account: string, sets: readonly RawSet[]): boolean {
    if (this.#zones.has(name)) return false;
    this.#zones.set(name, { name, kind, account, sets: new Map(sets.map((set) => [keyOf(set), set])) });
    return true;
  }

  remove(name: string): void {
    this.#zones.delete(name);
  }

  /** Applies all changes or none. @throws RefusedWrite */
  change(zone: RawZone, changes: readonly RawChange[]): void {
    const sets = new Map(zone.sets);
    for (const change of changes) {
      if (change.name !== zone.name && !change.name.endsWith(`.${zone.name}`))
        throw new RefusedWrite(`RRset ${change.name} IN ${change.type}: Name is out of zone`);
      if (change.changetype === 'DELETE') sets.delete(keyOf(change));
      else sets.set(keyOf(change), checked(change));
    }
    for (const { name } of changes) refuseBesideCname(name, sets);
    this.#zones.set(zone.name, { ...zone, sets });
  }

  /** The answers to a resolver, following CNAMEs. @param name with the trailing dot */
  answer(name: string, type: string): string[] {
    const zone = [...this.#zones.values()]
      .filter((each) => name === each.name || name.endsWith(`.${each.name}`))
      .sort((a, b) => b.name.length - a.name.length)[0];
    const of = (wanted: string): string[] =>
      zone?.sets.get(keyOf({ name, type: wanted }))?.records.map(({ content }) => content) ?? [];
    const [alias] = of('CNAME');
    return alias === undefined ? of(type) : [alias, ...this.answer(alias, type)];
  }
}

function checked({ name, type, ttl = 3600, records = [], comments = [] }: RawChange): RawSet {
  const contents = records.map(({ content }) => content);
  const isSound = type === 'A' ? isIPv4 : type === 'AAAA' ? isIPv6 : (content: string) => content.endsWith('.');
  if (['A', 'AAAA', 'PTR', 'CNAME'].includes(type) && !contents.every(isSound))
    throw new RefusedWrite(`Record ${name}/${type}: Not in expected format`);
  if (new Set(contents).size !== contents.length) throw new RefusedWrite(`Duplicate record in RRset ${name} IN ${type}`);
  return { name, type, ttl, records, comments };
}

function refuseBesideCname(name: string, sets: ReadonlyMap<string, RawSet>): void {
  const types = [...sets.values()].filter((set) => set.name === name && set.records.length > 0).map(({ type }) => type);
  if (types.length > 1 && types.includes('CNAME')) throw new RefusedWrite(`RRset ${name} IN CNAME: Conflicts with another RRset`);
}
