import { SegmentedControl } from '@mantine/core';
import { t } from '../../texts/text';
import { type DryRunState, Input, Preview } from './preview';

export type PickMode = 'next' | 'named';

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

export const PickResult = ({ how, result }: { how: PickMode; result: DryRunState }) => (
  <Preview result={result}>
    {(answer) => (how === 'next' ? <Input answer={answer} /> : <span className="quiet">{t('preview.free')}</span>)}
  </Preview>
);
