import type { AnyRecord } from '../../api/client';
import { type KindDescription, titleOf } from '../../api/kinds';
import type { IdOf, Named } from './columns';

/** Records by the names of their sorts. */
export type Records = ReadonlyMap<string, readonly AnyRecord[]>;

/** A record under one of its names. */
interface Entry {
  readonly id: string;
  readonly name: string;
  /** What tells it from others of that name. */
  readonly longName: string;
}

type Entries = ReadonlyMap<string, readonly Entry[]>;

/** What the records of a sort are called, exactly and in small letters. */
interface Names {
  /** Plural word for people. */
  readonly title: string;
  readonly exact: Entries;
  readonly folded: Entries;
  readonly byId: ReadonlyMap<string, string>;
}

/** Tells the ids of records by their names, and why a text names none. */
export function idsFrom(kinds: readonly KindDescription[], records: Records): IdOf {
  const sorts = new Map(kinds.map((kind) => [kind.name, namesOf(kind, records)]));
  return ({ name, refersTo = '' }, text) => {
    const names = sorts.get(refersTo);
    const id = /^#(\d+)$/.exec(text)?.[1];
    if (id !== undefined) return { id };
    if (!names) return /^\d+$/.test(text) ? { id: text } : { mistake: `nothing is known of ${text}` };
    if (name === 'vlan' || !/^\d+$/.test(text)) return byName(names, text.replace(/^name:/, ''));
    return byDigits(names, text);
  };
}

function byName(names: Names, text: string): Named {
  const exact = names.exact.get(text) ?? [];
  const found = exact.length > 0 ? exact : (names.folded.get(text.toLowerCase()) ?? []);
  const [first] = found;
  if (!first) return { mistake: `there is no ${singular(names.title)} ${text}` };
  if (found.length === 1) return { id: first.id };
  const spellings = [...new Set(found.map(({ name }) => name))];
  if (spellings.length > 1)
    return { mistake: `${listed(spellings, 'and')} ${spellings.length === 2 ? 'both' : 'all'} fit: write it exactly` };
  const ways = found.map((entry) => (isPlain(names, entry) ? entry.longName : `#${entry.id}`));
  return { mistake: `${found.length} ${names.title} are called ${first.name}: write ${listed(ways, 'or')}` };
}

/** A name that is made of digits goes before an id. */
function byDigits(names: Names, text: string): Named {
  const named = names.exact.get(text) ?? [];
  if (named.length === 0) return { id: text };
  const other = named.some(({ id }) => id === text) ? undefined : names.byId.get(text);
  if (other === undefined) return byName(names, text);
  return { mistake: `${text} is the name of one of the ${names.title} and the id of ${other}: write name:${text} or #${text}` };
}

/** Whether a longer name means one record alone. */
const isPlain = (names: Names, { longName, name }: Entry): boolean =>
  longName !== name && names.exact.get(longName)?.length === 1;

/** Texts that are named, at most. */
const mostListed = 4;

function listed(texts: readonly string[], word: 'and' | 'or'): string {
  const shown = texts.length > mostListed ? [...texts.slice(0, mostListed - 1), 'others'] : texts;
  return `${shown.slice(0, -1).join(', ')} ${word} ${shown.at(-1)}`;
}

const singular = (title: string): string => title.replace(/s$/, '');

function namesOf({ name, title, idName }: KindDescription, records: Records): Names {
  const [exact, folded] = [new Map<string, Entry[]>(), new Map<string, Entry[]>()];
  const byId = new Map<string, string>();
  const longNameOf = longNames(name, records);
  for (const record of records.get(name) ?? []) {
    const id = String(record[idName]);
    const [short, longName] = [name === 'vlan' ? String(record.number) : titleOf(record), longNameOf(record)];
    byId.set(id, short);
    for (const each of new Set([short, longName])) {
      add(exact, each, { id, name: each, longName });
      add(folded, each.toLowerCase(), { id, name: each, longName });
    }
  }
  return { title, exact, folded, byId };
}

/** VLANs are told apart by their L2 domains. */
function longNames(sort: string, records: Records): (record: AnyRecord) => string {
  if (sort !== 'vlan') return titleOf;
  const domains = new Map((records.get('l2domain') ?? []).map((domain) => [String(domain.id), titleOf(domain)]));
  return ({ number, domainId }) => `${domains.get(String(domainId))}/${number}`;
}

function add(entries: Map<string, Entry[]>, name: string, entry: Entry): void {
  const known = entries.get(name);
  if (known) known.push(entry);
  else entries.set(name, [entry]);
}
