import { NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import { t } from '../../texts/text';

export interface AllocationOptions {
  readonly count: number;
  readonly policy: string;
  readonly from: string;
  readonly to: string;
  /** Name of a stored range; empty for none. */
  readonly range: string;
}

export const defaultAllocation: AllocationOptions = { count: 1, policy: '', from: '', to: '', range: '' };

export type Policy = 'lowest' | 'highest' | 'random' | 'best' | 'sparse';

export const membersOf = ({ count, policy, from, to, range }: AllocationOptions): object => ({
  ...(count > 1 ? { count } : {}),
  ...(policy ? { policy } : {}),
  ...(from.trim() ? { from: from.trim() } : {}),
  ...(to.trim() ? { to: to.trim() } : {}),
  ...(range ? { range } : {}),
});

interface Properties {
  readonly wish: AllocationOptions;
  readonly change: (wish: AllocationOptions) => void;
  readonly policies: readonly Policy[];
  readonly hasCount?: boolean;
  /** Names of the stored ranges that allocate addresses. */
  readonly ranges?: readonly string[];
}

export function AllocationFields({ wish, change, policies, hasCount = false, ranges = [] }: Properties) {
  return (
    <SimpleGrid cols={hasCount ? 2 : { base: 2, sm: 3 }} spacing="xs">
      {hasCount ? (
        <NumberInput
          label={t('allocate.count')}
          value={wish.count}
          onChange={(value) => change({ ...wish, count: Number(value) || 1 })}
          min={1}
          max={4096}
        />
      ) : null}
      <Select
        label={t('allocate.policy')}
        data={policies.map((value) => ({ value, label: t(`allocate.${value}`) }))}
        placeholder={t('allocate.lowest')}
        value={wish.policy || null}
        onChange={(policy) => change({ ...wish, policy: policy ?? '' })}
        clearable
      />
      <TextInput
        label={t('allocate.from')}
        value={wish.from}
        onChange={(event) => change({ ...wish, from: event.currentTarget.value })}
        classNames={{ input: 'mono' }}
      />
      <TextInput
        label={t('allocate.to')}
        value={wish.to}
        onChange={(event) => change({ ...wish, to: event.currentTarget.value })}
        classNames={{ input: 'mono' }}
      />
      {ranges.length > 0 ? (
        <Select
          label={t('allocate.range')}
          data={[...ranges]}
          placeholder={t('allocate.anyRange')}
          value={wish.range || null}
          onChange={(range) => change({ ...wish, range: range ?? '' })}
          clearable
          searchable
        />
      ) : null}
    </SimpleGrid>
  );
}
