import { NumberInput, SegmentedControl, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { t } from '../../texts/text';
import { inUnit } from '../../values/numbers';
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
  readonly value: AllocationOptions;
  readonly onChange: (allocation: AllocationOptions) => void;
  readonly policies: readonly Policy[];
  readonly hasCount?: boolean;
  readonly ranges?: readonly string[];
}

export function AllocationFields({ value: allocation, onChange, policies, hasCount = false, ranges = [] }: Properties) {
  const text = (name: 'from' | 'to') => ({
    label: t(`allocate.${name}`),
    value: allocation[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ ...allocation, [name]: event.currentTarget.value }),
    classNames: { input: 'mono' },
  });
  return (
    <SimpleGrid cols={2} spacing="xs">
      {hasCount ? (
        <NumberInput
          label={t('allocate.count')}
          value={allocation.count}
          onChange={(count) => onChange({ ...allocation, count: Number(count) || 1 })}
          min={1}
          max={4096}
        />
      ) : null}
      <Select
        label={t('allocate.policy')}
        data={policies.map((value) => ({ value, label: t(`allocate.${value}`) }))}
        value={allocation.policy || 'lowest'}
        onChange={(policy) => onChange({ ...allocation, policy: policy ?? '' })}
        allowDeselect={false}
        {...(hasCount ? {} : { style: { gridColumn: '1 / -1' } })}
      />
      <TextInput {...text('from')} />
      <TextInput {...text('to')} />
      {ranges.length > 0 ? (
        <Select
          label={t('allocate.range')}
          data={[...ranges]}
          placeholder={t('allocate.anyRange')}
          value={allocation.range || null}
          onChange={(range) => onChange({ ...allocation, range: range ?? '' })}
          style={{ gridColumn: '1 / -1' }}
          clearable
          searchable
        />
      ) : null}
    </SimpleGrid>
  );
}

export type PickMode = 'next' | 'named';

export const PickModeInput = ({ value, onChange }: { value: PickMode; onChange: (how: PickMode) => void }) => (
  <SegmentedControl<PickMode>
    size="xs"
    value={value}
    onChange={onChange}
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

const lengths = [
  { seconds: 600, value: 10, unit: 'minute' },
  { seconds: 3600, value: 1, unit: 'hour' },
  { seconds: 86_400, value: 1, unit: 'day' },
  { seconds: 604_800, value: 7, unit: 'day' },
  { seconds: 2_592_000, value: 30, unit: 'day' },
] as const;

const choices = () => lengths.map(({ seconds, value, unit }) => ({ value: String(seconds), label: inUnit(value, unit, 'long') }));

export const shortest = '600';

/** The shortest choice above a number of seconds, as a text; the longest one if there is none. */
export const choiceAbove = (least: number): string =>
  String((lengths.find(({ seconds }) => seconds > least) ?? lengths[lengths.length - 1] ?? lengths[0]).seconds);

interface HoldProperties {
  readonly label: string;
  /** Seconds; empty for no hold. */
  readonly value: string;
  readonly onChange: (seconds: string) => void;
  readonly mayStay?: boolean;
}

export const HoldChoice = ({ label, value, onChange, mayStay = false }: HoldProperties) => (
  <Select
    label={label}
    data={mayStay ? [{ value: '', label: t('hold.none') }, ...choices()] : choices()}
    value={value}
    onChange={(seconds) => onChange(seconds ?? '')}
    allowDeselect={false}
  />
);
