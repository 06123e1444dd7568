/** Record types that this service writes. */
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
  /** Whether this service wrote it; others are never changed. */
  readonly isOurs: boolean;
  /** Contents that are retained without a source in the register. */
  readonly kept: readonly string[];
}

export interface WrittenSet extends RecordSet {
  readonly kept: readonly string[];
}

/** The action for a record set. foreign: another writer's set with different contents. */
export type SetChange =
  | { readonly does: 'nothing' }
  | { readonly does: 'foreign' }
  | { readonly does: 'delete' }
  | { readonly does: 'replace'; readonly set: WrittenSet };

/** Treatment of contents without a source in the register. */
export interface Keeping {
  readonly keeps?: readonly string[];
  readonly dropsKept?: boolean;
}

export function changeOf(
  wanted: RecordSet | undefined,
  present: PresentSet | undefined,
  { keeps = [], dropsKept = false }: Keeping = {},
): SetChange {
  if (!present) return wanted ? { does: 'replace', set: { ...wanted, kept: [] } } : { does: 'nothing' };
  if (!present.isOurs) return { does: !wanted || isSame(wanted.contents, present.contents) ? 'nothing' : 'foreign' };
  const isWanted = (content: string): boolean => wanted?.contents.includes(content) === true;
  const stays = (content: string): boolean => (!dropsKept && present.kept.includes(content)) || keeps.includes(content);
  const kept = present.contents.filter((content) => !isWanted(content) && stays(content));
  const contents = [...(wanted?.contents ?? []), ...kept];
  if (contents.length === 0) return { does: 'delete' };
  const ttl = wanted?.ttl ?? present.ttl;
  if (ttl === present.ttl && isSame(contents, present.contents) && isSame(kept, present.kept)) return { does: 'nothing' };
  return { does: 'replace', set: { name: present.name, type: present.type, ttl, contents, kept } };
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((content) => b.includes(content));
