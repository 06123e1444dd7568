import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { failureOf } from '../../api/client';
import { type AddressQuery, type AddressRow, addressPage } from '../../api/lists';
import type { NetworkAt } from '../../ui/dialogs/dialogs';
import { chunk, isSeekable, ListPositions } from './list-positions';

/** Milliseconds that chunks outside of the view are cached. */
const cacheTimeMs = 10_000;
/** Number of chunks that can be scrolled to after the last visited chunk, if the list is not seekable (`isSeekable`). */
const ahead = 25;

export type Rows = ReturnType<typeof useRows>;

/**
 * Visible chunks are in memory. Other chunks remain in memory for `cacheTimeMs`.
 * @param fields comma-separated names of the displayed fields
 */
export function useRows(network: NetworkAt, addressQuery: AddressQuery, fields: string) {
  const queries = useQueryClient();
  const [seen, setSeen] = useState<readonly [number, number]>([0, 0]);
  const identity = JSON.stringify(addressQuery);
  const key = ['register', 'subnets', addressQuery.subnet, 'rows', identity, fields];
  const head = useQuery({
    queryKey: [...key, 'head'],
    queryFn: () => addressPage(addressQuery, { limit: 1, count: true, fields: 'id,ip' }),
    placeholderData: keepPreviousData,
  });
  const { total } = head.data ?? {};
  const { dataUpdatedAt: read } = head;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another reading has other places
  const positions = useMemo(() => new ListPositions(addressQuery, total ?? 0, network), [identity, total, read]);
  const reach = useReach(identity, seen[1]);
  const count = total ?? 0;
  const reachable = isSeekable(addressQuery) ? count : Math.min(count, (reach + ahead) * chunk);
  const [first, last] = [seen[0], Math.min(seen[1], Math.max(0, Math.ceil(count / chunk) - 1))];
  const requested =
    count > 0 && !head.isPlaceholderData ? Array.from({ length: last - first + 1 }, (_, index) => first + index) : [];
  const chunks = useChunks(key, read, requested, (index) => positions.rows(index, fields));
  const failures = [head, ...chunks].flatMap((query) => failureOf(query) ?? []);
  return {
    /** The number of rows; undefined while it is unknown. */
    total: head.isPlaceholderData ? undefined : total,
    /** The number of rows that can be scrolled to. */
    reachable,
    error: failures[0] ?? null,
    retry: () => void queries.invalidateQueries({ queryKey: key }),
    /** Undefined before the row is read. */
    at: (index: number): AddressRow | undefined => chunks[Math.floor(index / chunk) - first]?.data?.[index % chunk],
    see: (from: number, to: number) => {
      const next = [Math.floor(Math.max(0, from) / chunk), Math.floor(to / chunk)] as const;
      if (next[0] !== seen[0] || next[1] !== seen[1]) setSeen(next);
    },
  };
}

/** Reads chunks of a list. Old rows stay visible during a refresh. @param read the time at which the rows were counted */
function useChunks(
  key: readonly unknown[],
  read: number,
  requested: readonly number[],
  rowsOf: (index: number) => Promise<readonly AddressRow[]>,
) {
  const queries = useQueryClient();
  const former = useRef(read);
  const chunks = useQueries({
    queries: requested.map((index) => ({
      queryKey: [...key, read, index],
      queryFn: () => rowsOf(index),
      gcTime: cacheTimeMs,
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: () => queries.getQueryData<readonly AddressRow[]>([...key, former.current, index]),
    })),
  });
  const isRead = chunks.every(({ isPlaceholderData, isSuccess }) => isSuccess && !isPlaceholderData);
  useEffect(() => {
    if (isRead) former.current = read;
  }, [isRead, read]);
  return chunks;
}

function useReach(identity: string, seen: number): number {
  const reach = useRef({ identity, last: 0 });
  if (reach.current.identity !== identity) reach.current = { identity, last: 0 };
  reach.current.last = Math.max(reach.current.last, seen);
  return reach.current.last;
}
