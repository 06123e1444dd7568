import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { mapQuery } from '../../api/queries';
import { readView, Space } from './space';

export type ReadMap = ReturnType<typeof useMap>;

/** The previous map remains visible until the next is loaded. @param at the prefix in the page's URL */
export function useMap(at: string) {
  const view = useMemo(() => readView(at), [at]);
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...mapQuery(view.subnet, view.mask),
    placeholderData: (former) => former,
  });
  const space = useMemo(() => (data && !isPlaceholderData ? new Space(view, data) : undefined), [data, view, isPlaceholderData]);
  const shown = useLast(space);
  return {
    view,
    shown,
    isVersion6: view.subnet.includes(':'),
    isCut: data?.isCut,
    error,
    isFetching,
    again: () => void refetch(),
  };
}

function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
