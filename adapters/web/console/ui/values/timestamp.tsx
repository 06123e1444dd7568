import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/session';
import { ago } from '../../values/numbers';
import { exactTime, instantOf, localTime } from '../../values/time';

interface Properties {
  /** As the service tells it. */
  readonly at: string | null | undefined;
  /** Whether it is told by how long ago it is. */
  readonly isAgo?: boolean;
  /** What stands there for no time. */
  readonly never?: string;
}

/** A time in the zone of the browser, and exactly where one points at it. */
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

/** The zone in which the service tells times. */
export function useServiceZone(): string {
  const { data } = useQuery(sessionQuery);
  return data?.zone ?? 'UTC';
}
