import { useQueries } from '@tanstack/react-query';
import type { AnyRecord } from '../api/client';
import { recordsOf } from '../api/lookup';
import type { KindAbout } from './kinds';

/** Sorts that the service searches by itself. */
const searched = ['section', 'subnet', 'address', 'vlan', 'vrf'];
/** Records that are told of each sort. */
const told = 5;

/** Records of all other sorts that hold a text in any of their fields, custom ones included. */
export function useOtherRecords(kinds: readonly KindAbout[], text: string, isOpen: boolean) {
  const others = kinds.filter(({ name }) => !searched.includes(name));
  const lists = useQueries({
    queries: others.map(({ path }) => ({
      queryKey: ['register', 'find in', path],
      queryFn: () => recordsOf(path),
      enabled: isOpen,
      staleTime: 60_000,
    })),
  });
  const wanted = text.toLowerCase();
  if (wanted.length < 2) return [];
  return others.flatMap((kind, index) => {
    const records = (lists[index]?.data ?? []).filter((record) => holds(kind, record, wanted)).slice(0, told);
    return records.length > 0 ? [{ kind, records }] : [];
  });
}

/** Ids of others and flags say nothing. */
const holds = ({ fields }: KindAbout, record: AnyRecord, wanted: string): boolean =>
  fields.some(
    ({ name, type }) =>
      !['flag', 'reference', 'timestamp'].includes(type) &&
      String(record[name] ?? '')
        .toLowerCase()
        .includes(wanted),
  );
