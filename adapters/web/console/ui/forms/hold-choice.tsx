import { Select } from '@mantine/core';

/** Seconds for which something can be held. */
const lengths = [
  { value: '600', label: '10 minutes' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
  { value: '2592000', label: '30 days' },
];

export const shortest = '600';

interface Properties {
  readonly label: string;
  /** Seconds; empty for no hold. */
  readonly value: string;
  readonly change: (seconds: string) => void;
  /** Whether it may stay for good. */
  readonly mayStay?: boolean;
}

/** Asks for how long something is held. */
export const HoldChoice = ({ label, value, change, mayStay = false }: Properties) => (
  <Select
    label={label}
    data={mayStay ? [{ value: '', label: 'for good' }, ...lengths] : lengths}
    value={value}
    onChange={(seconds) => change(seconds ?? '')}
    allowDeselect={false}
  />
);
