import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AnyRecord } from '../../api/client';
import { kindsQuery, recordsQuery } from '../../api/queries';
import { type KindAbout, titleOf } from '../records/kinds';
import type { IdOf, Target } from './columns';

/** Reads the records that columns refer to. @param fields that the columns are brought to */
export function useReferences(targets: readonly Target[], fields: readonly string[]) {
  const { data: kinds = [], isPending: areKindsPending } = useQuery(kindsQuery);
  const sorts = new Set(targets.filter(({ name }) => fields.includes(name)).flatMap(({ refersTo }) => refersTo ?? []));
  if (sorts.has('vlan')) sorts.add('l2domain');
  const referred = kinds.filter(({ name }) => sorts.has(name));
  const lists = useQueries({ queries: referred.map(({ path }) => recordsQuery(path)) });
  const version = lists.map(({ dataUpdatedAt }, index) => `${referred[index]?.name} ${dataUpdatedAt}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: files are long, and the version says when something is other
  const idOf = useMemo(
    () => idOfWith(namesOfAll(referred, new Map(referred.map(({ name }, at) => [name, lists[at]?.data ?? []])))),
    [version],
  );
  return { idOf, isRead: !areKindsPending && lists.every(({ isPending }) => !isPending) };
}

type Records = ReadonlyMap<string, readonly AnyRecord[]>;

const namesOfAll = (kinds: readonly KindAbout[], records: Records): ReadonlyMap<string, Names> =>
  new Map(kinds.map(({ name, idName }) => [name, idsByName(records.get(name) ?? [], idName, namesIn(name, records))]));

/** Ids by name, and by the name in small letters. */
interface Names {
  readonly exact: ReadonlyMap<string, readonly string[]>;
  readonly folded: ReadonlyMap<string, readonly string[]>;
}

/** Digits are ids, but in a column of VLAN numbers. */
const idOfWith =
  (names: ReadonlyMap<string, Names>): IdOf =>
  ({ name, refersTo = '' }, text) => {
    const isId = name !== 'vlan' && /^\d+$/.test(text);
    const id = isId ? text : /^#(\d+)$/.exec(text)?.[1];
    if (id !== undefined) return id;
    const wanted = text.replace(/^name:/, '');
    const known = names.get(refersTo);
    const found = known?.exact.get(wanted) ?? known?.folded.get(wanted.toLowerCase()) ?? [];
    return found.length === 1 ? found[0] : undefined;
  };

/** How files call the records of a sort: VLANs by their numbers, also behind their L2 domains. */
function namesIn(sort: string, records: Records): (record: AnyRecord) => readonly string[] {
  if (sort !== 'vlan') return (record) => [titleOf(record)];
  const domains = new Map((records.get('l2domain') ?? []).map((domain) => [String(domain.id), titleOf(domain)]));
  return ({ number, domainId }) => [String(number), `${domains.get(String(domainId))}/${number}`];
}

function idsByName(records: readonly AnyRecord[], idName: string, namesOf: (record: AnyRecord) => readonly string[]): Names {
  const [exact, folded] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const record of records)
    for (const name of namesOf(record)) {
      add(exact, name, String(record[idName]));
      add(folded, name.toLowerCase(), String(record[idName]));
    }
  return { exact, folded };
}

const add = (ids: Map<string, string[]>, name: string, id: string): void => void ids.set(name, [...(ids.get(name) ?? []), id]);
