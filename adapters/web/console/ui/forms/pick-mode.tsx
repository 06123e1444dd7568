import { SegmentedControl } from '@mantine/core';
import { t } from '../../texts/text';
import { type DryRunState, Given, Preview } from './preview';

/** Whether the next free one is taken, or the one that is named. */
export type PickMode = 'next' | 'named';

/** Asks which way something is taken. */
export const PickModeInput = ({ how, change }: { how: PickMode; change: (how: PickMode) => void }) => (
  <SegmentedControl<PickMode>
    size="xs"
    value={how}
    onChange={change}
    data={[
      { value: 'next', label: t('allocate.next') },
      { value: 'named', label: t('allocate.named') },
    ]}
  />
);

/** Says what would be taken: what the service gives, or that what was named is free. */
export const PickResult = ({ how, told }: { how: PickMode; told: DryRunState }) => (
  <Preview told={told}>
    {(trial) => (how === 'next' ? <Given trial={trial} /> : <span className="quiet">{t('preview.free')}</span>)}
  </Preview>
);
