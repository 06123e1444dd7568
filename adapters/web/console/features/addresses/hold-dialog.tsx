import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { HoldTarget } from '../../ui/dialogs/dialogs';
import { HoldChoice, shortest } from '../../ui/forms/hold-choice';
import type { Planned } from '../../ui/forms/preview';
import { useWrite } from '../../ui/forms/use-write';
import { CopyCall } from '../../ui/page/notices';
import { Timestamp } from '../../ui/values/timestamp';

/** What becomes of something that is held: it stays, it is held longer, or it is free again. */
export function HoldDialog(held: HoldTarget) {
  const { name, until } = held;
  const [seconds, setSeconds] = useState(shortest);
  const { keep, keeping, prolong, free, isBusy } = useFates(held, seconds);
  return (
    <Stack gap="sm">
      <Text size="sm">
        <b>{name}</b> is held until <Timestamp at={until} /> (<Timestamp at={until} isAgo />
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
          <CopyCall call={keeping} />
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

/** The three ways in which a hold can end or go on. */
function useFates({ path, name, onDeleted }: HoldTarget, seconds: string) {
  const keeping: Planned = { method: 'PATCH', path, body: { hold: 0 } };
  const prolonging: Planned = { method: 'PATCH', path, body: { hold: Number(seconds) } };
  const keep = useWrite(keeping, { told: () => `${name} stays` });
  const prolong = useWrite(prolonging, { told: () => `${name} is held longer` });
  const free = useWrite({ method: 'DELETE', path }, { told: () => `${name} is free`, after: onDeleted });
  return { keeping, keep, prolong, free, isBusy: keep.isPending || prolong.isPending || free.isPending };
}
