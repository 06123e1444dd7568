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
  const words = t('hold.badge', { time: restUntil(instant) });
  const time = exactTime(instant);
  if (!open)
    return (
      <span className="held" title={t('hold.until', { time })}>
        {words}
      </span>
    );
  return (
    <button type="button" className="held" title={t('hold.untilActions', { time })} onClick={open}>
      {words}
    </button>
  );
}
