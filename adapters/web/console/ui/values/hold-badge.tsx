import { t } from '../../texts/text';
import { until as restUntil } from '../../values/numbers';
import { exactTime, instantOf } from '../../values/time';
import { useServiceZone } from './timestamp';

interface Properties {
  /** As the service tells it; nothing is shown of what is not held. */
  readonly until: string | number | null | undefined;
  /** Opens what can be done with the hold, where that is allowed. */
  readonly open?: () => void;
}

/** Says that something is held for a while only, and until when. */
export function HoldBadge({ until, open }: Properties) {
  const zone = useServiceZone();
  const moment = until ? instantOf(String(until), zone) : undefined;
  if (moment === undefined) return null;
  const words = t('hold.badge', { time: restUntil(moment) });
  const time = exactTime(moment);
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
