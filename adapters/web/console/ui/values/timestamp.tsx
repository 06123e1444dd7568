import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/session';
import { ago } from '../../values/numbers';
import { exactTime, instantOf, localTime } from '../../values/time';

interface Properties {
  /** The time in API format. */
  readonly at: string | null | undefined;
  readonly isAgo?: boolean;
  readonly never?: string;
}

/** A time in the browser's time zone, with the exact time as tooltip. */
export function Timestamp({ at, isAgo = false, never = '' }: Properties) {
  const zone = useServiceZone();
  const moment = instantOf(at, zone);
  if (moment === undefined) return never;
  const exact = exactTime(moment);
  return (
    <time dateTime={new Date(moment).toISOString()} title={isAgo ? exact : `${exact} (${ago(moment)})`}>
      {isAgo ? ago(moment) : localTime(moment)}
    </time>
  );
}

/** Returns the time zone of timestamps in the API. */
export function useServiceZone(): string {
  const { data } = useQuery(sessionQuery);
  return data?.zone ?? 'UTC';
}
