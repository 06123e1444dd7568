import { ClockIcon } from '@primer/octicons-react';
import { t } from '../../texts/text';
import { until as restUntil } from '../../values/numbers';
import { exactTime, instantOf } from '../../values/time';
import { useServiceZone } from './timestamp';

interface Properties {
  /** The end of the hold, as in the API; without a hold the badge is hidden. */
  readonly until: string | number | null | undefined;
  /** Opens the hold dialog; undefined without permission. */
  readonly open?: () => void;
}

export function HoldBadge({ until, open }: Properties) {
  const zone = useServiceZone();
  const instant = until ? instantOf(String(until), zone) : undefined;
  if (instant === undefined) return null;
  const left = restUntil(instant);
  const words = t('hold.badge', { time: left });
  const time = exactTime(instant);
  if (!open)
    return (
      <span className="held" role="img" aria-label={words} title={t('hold.until', { time })}>
        <ClockIcon size={10} /> {left}
      </span>
    );
  return (
    <button type="button" className="held" aria-label={words} title={t('hold.untilActions', { time })} onClick={open}>
      <ClockIcon size={10} /> {left}
    </button>
  );
}
