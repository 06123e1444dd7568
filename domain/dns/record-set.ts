/** Types of records that this service writes. */
export const recordTypes = ['A', 'AAAA', 'PTR', 'CNAME'] as const;
export type RecordType = (typeof recordTypes)[number];

/** The records of one type that a name has. Names are in lower case, without the dot at their end. */
export interface RecordSet {
  readonly name: string;
  readonly type: RecordType;
  readonly ttl: number;
  /** What the records say, in any order, each once: addresses in canonical text, or names. At least one. */
  readonly contents: readonly string[];
}

/** Records as they are on the server. */
export interface PresentSet extends RecordSet {
  /** Whether this service wrote them: others are never changed. */
  readonly isOurs: boolean;
  /** Those of its contents that are to stay though nothing in the register wants them. */
  readonly kept: readonly string[];
}

/** Records as they are to be written. */
export interface WrittenSet extends RecordSet {
  readonly kept: readonly string[];
}

/** What is to be done about one record set. foreign: it is not ours, and says something else than is wanted. */
export type SetChange =
  | { readonly does: 'nothing' }
  | { readonly does: 'foreign' }
  | { readonly does: 'delete' }
  | { readonly does: 'replace'; readonly set: WrittenSet };

/** What happens to contents that nothing in the register wants. */
export interface Keeping {
  /** Contents that are to stay from now on. */
  readonly keeps?: readonly string[];
  /** Whether what was kept until now goes too. */
  readonly dropsKept?: boolean;
}

/** What makes a server's record set the wanted one. */
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
