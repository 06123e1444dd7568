import { NumberInput, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../api/client';
import { closeDialog, type NetworkAt } from '../dialogs';
import { tell } from '../telling';
import { Actions } from './actions';

const bitsOf = ({ subnet }: NetworkAt): number => (subnet.includes(':') ? 128 : 32);

/** Makes a network larger or smaller. */
export function ResizeDialog({ subnet }: { subnet: NetworkAt }) {
  const [mask, setMask] = useState(subnet.mask);
  const resize = useMutation({
    mutationFn: () => send('PATCH', `subnets/${subnet.id}/resize/`, { mask }),
    onSuccess: () => {
      tell(`${subnet.subnet}/${subnet.mask} has become a /${mask}`);
      closeDialog();
    },
  });
  const difference = subnet.mask - mask;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        resize.mutate();
      }}
    >
      <Stack gap="sm">
        <NumberInput
          label="New prefix length"
          value={mask}
          onChange={(value) => setMask(Number(value))}
          min={8}
          max={bitsOf(subnet)}
          data-autofocus
        />
        <BeforeAndAfter before={1} after={difference > 0 ? 2 ** difference : 1} part={difference < 0 ? 2 ** difference : 1} />
        <Text size="sm" className="quiet">
          {difference === 0
            ? 'This is its size now.'
            : `It becomes ${2 ** Math.abs(difference)} times as ${difference > 0 ? 'large' : 'small'}. What is in it must stay inside.`}
        </Text>
        <Actions label="Resize" busy={resize.isPending} disabled={difference === 0} />
      </Stack>
    </form>
  );
}

/** Parts a network into equal ones. */
export function SplitDialog({ subnet }: { subnet: NetworkAt }) {
  const [number, setNumber] = useState('2');
  const split = useMutation({
    mutationFn: () => send('PATCH', `subnets/${subnet.id}/split/`, { number: Number(number) }),
    onSuccess: () => {
      tell(`${subnet.subnet}/${subnet.mask} is split into ${number}`);
      closeDialog();
    },
  });
  const room = Math.min(8, bitsOf(subnet) - subnet.mask);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        split.mutate();
      }}
    >
      <Stack gap="sm">
        <Select
          label="Into how many networks"
          data={Array.from({ length: room }, (_, index) => String(2 ** (index + 1)))}
          value={number}
          onChange={(value) => setNumber(value ?? '2')}
          allowDeselect={false}
          data-autofocus
        />
        <BeforeAndAfter before={1} after={Number(number)} part={1} parts />
        <Text size="sm" className="quiet">
          {number} networks of the length /{subnet.mask + Math.log2(Number(number))} come below it; its addresses move into them.
        </Text>
        <Actions label="Split" busy={split.isPending} disabled={room === 0} />
      </Stack>
    </form>
  );
}

/** The network as it is, and as it will be. */
function BeforeAndAfter({ after, part, parts = false }: { before: number; after: number; part: number; parts?: boolean }) {
  const width = parts ? 1 : after > 1 ? 1 : part;
  const former = after > 1 && !parts ? 1 / after : 1;
  const pieces = parts ? Math.min(after, 64) : 1;
  return (
    <svg viewBox="0 0 320 54" role="img" aria-label="Before and after">
      <rect x="0" y="2" width={320 * Math.max(former, 0.01)} height="20" rx="3" fill="var(--quiet)" opacity="0.5" />
      {Array.from({ length: pieces }, (_, place) => place).map((place) => (
        <rect
          key={place}
          x={(320 * width * place) / pieces}
          y="30"
          width={Math.max((320 * width) / pieces - 1, 1)}
          height="20"
          rx="3"
          fill="var(--mantine-primary-color-filled)"
        />
      ))}
    </svg>
  );
}
