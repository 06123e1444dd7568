import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/session';
import { ago } from '../../values/numbers';
import { exactTime, instantOf, localTime } from '../../values/time';

export function Timestamp({ at, isAgo = false, never = '' }: { at: string | null | undefined; isAgo?: boolean; never?: string }) {
  const zone = useServiceZone();
  const instant = instantOf(at, zone);
  if (instant === undefined) return never;
  const exact = exactTime(instant);
  return (
    <time dateTime={new Date(instant).toISOString()} title={isAgo ? exact : `${exact} (${ago(instant)})`}>
      {isAgo ? ago(instant) : localTime(instant)}
    </time>
  );
}

export function useServiceZone(): string {
  const { data } = useQuery(sessionQuery);
  return data?.zone ?? 'UTC';
}
