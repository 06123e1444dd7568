import { NumberInput, SegmentedControl, Select, SimpleGrid, TextInput } from '@mantine/core';
import { t } from '../../texts/text';
import { type DryRunState, Input, Preview } from './preview';

export interface AllocationOptions {
  readonly count: number;
  readonly policy: string;
  readonly from: string;
  readonly to: string;
  /** Name of a stored range; empty for none. */
  readonly range: string;
}

export const defaultAllocation: AllocationOptions = { count: 1, policy: '', from: '', to: '', range: '' };

type Policy = 'lowest' | 'highest' | 'random' | 'best' | 'sparse';

export const membersOf = ({ count, policy, from, to, range }: AllocationOptions): object => ({
  ...(count > 1 ? { count } : {}),
  ...(policy ? { policy } : {}),
  ...(from.trim() ? { from: from.trim() } : {}),
  ...(to.trim() ? { to: to.trim() } : {}),
  ...(range ? { range } : {}),
});

interface Properties {
  readonly allocation: AllocationOptions;
  readonly change: (allocation: AllocationOptions) => void;
  readonly policies: readonly Policy[];
  readonly hasCount?: boolean;
  readonly ranges?: readonly string[];
}

export function AllocationFields({ allocation, change, policies, hasCount = false, ranges = [] }: Properties) {
  return (
    <SimpleGrid cols={2} spacing="xs">
      {hasCount ? (
        <NumberInput
          label={t('allocate.count')}
          value={allocation.count}
          onChange={(value) => change({ ...allocation, count: Number(value) || 1 })}
          min={1}
          max={4096}
        />
      ) : null}
      <Select
        label={t('allocate.policy')}
        data={policies.map((value) => ({ value, label: t(`allocate.${value}`) }))}
        value={allocation.policy || 'lowest'}
        onChange={(policy) => change({ ...allocation, policy: policy ?? '' })}
        allowDeselect={false}
        {...(hasCount ? {} : { style: { gridColumn: '1 / -1' } })}
      />
      <TextInput
        label={t('allocate.from')}
        value={allocation.from}
        onChange={(event) => change({ ...allocation, from: event.currentTarget.value })}
        classNames={{ input: 'mono' }}
      />
      <TextInput
        label={t('allocate.to')}
        value={allocation.to}
        onChange={(event) => change({ ...allocation, to: event.currentTarget.value })}
        classNames={{ input: 'mono' }}
      />
      {ranges.length > 0 ? (
        <Select
          label={t('allocate.range')}
          data={[...ranges]}
          placeholder={t('allocate.anyRange')}
          value={allocation.range || null}
          onChange={(range) => change({ ...allocation, range: range ?? '' })}
          style={{ gridColumn: '1 / -1' }}
          clearable
          searchable
        />
      ) : null}
    </SimpleGrid>
  );
}

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
