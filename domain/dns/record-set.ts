export const recordTypes = ['A', 'AAAA', 'PTR', 'CNAME'] as const;
export type RecordType = (typeof recordTypes)[number];

/** All records of a name and type. Names are in lower case without trailing dot. */
export interface RecordSet {
  readonly name: string;
  readonly type: RecordType;
  readonly ttl: number;
  /** At least one, in any order, without duplicates: addresses in canonical text, or names. */
  readonly contents: readonly string[];
}

export interface PresentSet extends RecordSet {
  /** Whether this service wrote the set. Other sets are never changed. */
  readonly isOurs: boolean;
  /** Retained contents that have no address record. */
  readonly retained: readonly string[];
}

export interface WrittenSet extends RecordSet {
  readonly retained: readonly string[];
}

/** foreign: the set of another writer differs. */
export type SetChange =
  | { readonly does: 'nothing' }
  | { readonly does: 'foreign' }
  | { readonly does: 'delete' }
  | { readonly does: 'replace'; readonly set: WrittenSet };

/** Rules for contents without an address record. `keeps` stay. Contents retained earlier stay unless `dropsRetained` is true. */
export interface Retention {
  readonly keeps?: readonly string[];
  readonly dropsRetained?: boolean;
}

export function changeOf(
  expected: RecordSet | undefined,
  present: PresentSet | undefined,
  { keeps = [], dropsRetained = false }: Retention = {},
): SetChange {
  if (!present) return expected ? { does: 'replace', set: { ...expected, retained: [] } } : { does: 'nothing' };
  if (!present.isOurs) return { does: !expected || isSame(expected.contents, present.contents) ? 'nothing' : 'foreign' };
  const isExpected = (content: string): boolean => expected?.contents.includes(content) === true;
  const stays = (content: string): boolean => (!dropsRetained && present.retained.includes(content)) || keeps.includes(content);
  const retained = present.contents.filter((content) => !isExpected(content) && stays(content));
  const contents = [...(expected?.contents ?? []), ...retained];
  if (contents.length === 0) return { does: 'delete' };
  const ttl = expected?.ttl ?? present.ttl;
  if (ttl === present.ttl && isSame(contents, present.contents) && isSame(retained, present.retained)) return { does: 'nothing' };
  return { does: 'replace', set: { name: present.name, type: present.type, ttl, contents, retained } };
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((content) => b.includes(content));
