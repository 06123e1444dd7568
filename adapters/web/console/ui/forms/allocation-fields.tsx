import { NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core';

/** Which of what is free is wanted. */
export interface AllocationOptions {
  readonly count: number;
  readonly policy: string;
  readonly from: string;
  readonly to: string;
}

export const defaultAllocation: AllocationOptions = { count: 1, policy: '', from: '', to: '' };

/** Names of policies for people. */
const policies: Readonly<Record<string, string>> = {
  lowest: 'the lowest',
  highest: 'the highest',
  random: 'a random one',
  best: 'where it fits best',
  sparse: 'where there is most room',
};

/** What of a wish is to be sent. */
export const membersOf = ({ count, policy, from, to }: AllocationOptions): object => ({
  ...(count > 1 ? { count } : {}),
  ...(policy ? { policy } : {}),
  ...(from.trim() ? { from: from.trim() } : {}),
  ...(to.trim() ? { to: to.trim() } : {}),
});

interface Properties {
  readonly wish: AllocationOptions;
  readonly change: (wish: AllocationOptions) => void;
  readonly policies: readonly string[];
  /** Whether one may ask for several at once. */
  readonly hasCount?: boolean;
}

/** Asks which of what is free is wanted. */
export function AllocationFields({ wish, change, policies: names, hasCount = false }: Properties) {
  return (
    <SimpleGrid cols={hasCount ? 2 : { base: 2, sm: 3 }} spacing="xs">
      {hasCount ? (
        <NumberInput
          label="How many"
          value={wish.count}
          onChange={(value) => change({ ...wish, count: Number(value) || 1 })}
          min={1}
          max={4096}
        />
      ) : null}
      <Select
        label="Which one"
        data={names.map((value) => ({ value, label: policies[value] ?? value }))}
        placeholder={policies.lowest}
        value={wish.policy || null}
        onChange={(policy) => change({ ...wish, policy: policy ?? '' })}
        clearable
      />
      <TextInput
        label="From"
        value={wish.from}
        onChange={(event) => change({ ...wish, from: event.currentTarget.value })}
        classNames={{ input: 'mono' }}
      />
      <TextInput
        label="To"
        value={wish.to}
        onChange={(event) => change({ ...wish, to: event.currentTarget.value })}
        classNames={{ input: 'mono' }}
      />
    </SimpleGrid>
  );
}
