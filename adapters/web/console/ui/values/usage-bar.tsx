import { Tooltip } from '@mantine/core';
import { t } from '../../texts/text';
import { count, percent, share } from '../../values/numbers';

/** A number of addresses. It is a text if it is too large for a number. */
type Count = string | number;

export function UsageBar({ used, size, threshold = 0 }: { used: Count; size: Count; threshold?: number }) {
  const value = Math.min(1, share(used, size));
  const limit = threshold > 0 ? threshold / 100 : 0.9;
  const state = value >= limit ? 'full' : value >= limit * 0.8 ? 'nearly' : 'fine';
  return (
    <Tooltip label={t('usage.used', { used: count(used), size: count(size) })}>
      <div style={{ alignItems: 'center', display: 'grid', gap: 8, gridTemplateColumns: 'minmax(40px, 1fr) 52px' }}>
        <div className="bar" aria-hidden="true">
          <span data-state={state} style={{ width: value > 0 ? `max(3px, ${value * 100}%)` : 0 }} />
        </div>
        <span className="quiet" style={{ fontSize: 12, textAlign: 'right' }}>
          {percent(value)}
        </span>
      </div>
    </Tooltip>
  );
}
