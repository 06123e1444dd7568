import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../api/client';
import { HoldChoice, shortest } from '../forms/hold-choice';
import { CopyCall, tell } from '../page/telling';
import { Moment } from '../values/moment';
import { closeDialog, type Held } from './dialogs';

/** What becomes of something that is held: it stays, it is held longer, or it is free again. */
export function HoldDialog({ path, name, until, whenGone }: Held) {
  const [seconds, setSeconds] = useState(shortest);
  const done = (message: string) => () => {
    tell(message);
    closeDialog();
  };
  const keep = useMutation({ mutationFn: () => send('PATCH', path, { hold: 0 }), onSuccess: done(`${name} stays`) });
  const prolong = useMutation({
    mutationFn: () => send('PATCH', path, { hold: Number(seconds) }),
    onSuccess: done(`${name} is held longer`),
  });
  const free = useMutation({
    mutationFn: () => send('DELETE', path),
    onSuccess: () => {
      done(`${name} is free`)();
      whenGone?.();
    },
  });
  const isBusy = keep.isPending || prolong.isPending || free.isPending;
  return (
    <Stack gap="sm">
      <Text size="sm">
        <b>{name}</b> is held until <Moment at={until} /> (<Moment at={until} isAgo />
        ). Then it is free again, unless somebody keeps it.
      </Text>
      <Group align="flex-end" gap="xs">
        <HoldChoice label="Hold it from now on for" value={seconds} change={setSeconds} />
        <Button variant="default" onClick={() => prolong.mutate()} loading={prolong.isPending} disabled={isBusy}>
          Hold longer
        </Button>
      </Group>
      <Group justify="flex-end" gap="xs" mt="xs">
        <span style={{ marginRight: 'auto' }}>
          <CopyCall call={{ method: 'PATCH', path, body: { hold: 0 } }} />
        </span>
        <Button variant="light" color="red" onClick={() => free.mutate()} loading={free.isPending} disabled={isBusy}>
          Free it now
        </Button>
        <Button onClick={() => keep.mutate()} loading={keep.isPending} disabled={isBusy} data-autofocus>
          Keep it
        </Button>
      </Group>
    </Stack>
  );
}
