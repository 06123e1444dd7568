import { SegmentedControl } from '@mantine/core';
import { Given, Preview, type Tried } from './preview';

/** Whether the next free one is taken, or the one that is named. */
export type How = 'next' | 'named';

/** Asks which way something is taken. */
export const HowChoice = ({ how, change }: { how: How; change: (how: How) => void }) => (
  <SegmentedControl<How>
    size="xs"
    value={how}
    onChange={change}
    data={[
      { value: 'next', label: 'Next free one' },
      { value: 'named', label: 'One that I name' },
    ]}
  />
);

/** Says what would be taken: what the service gives, or that what was named is free. */
export const WhatIsTaken = ({ how, told }: { how: How; told: Tried }) => (
  <Preview told={told}>
    {(trial) => (how === 'next' ? <Given trial={trial} /> : <span className="quiet">It is free.</span>)}
  </Preview>
);
