import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../texts/text';
import type { HoldTarget } from '../../ui/dialogs/dialogs';
import { HoldChoice, shortest } from '../../ui/forms/hold-choice';
import type { Planned } from '../../ui/forms/preview';
import { useWrite } from '../../ui/forms/use-write';
import { CopyCall } from '../../ui/page/notices';
import { useServiceZone } from '../../ui/values/timestamp';
import { ago } from '../../values/numbers';
import { instantOf, localTime } from '../../values/time';

/** What becomes of something that is held: it stays, it is held longer, or it is free again. */
export function HoldDialog(held: HoldTarget) {
  const { name, until } = held;
  const instant = instantOf(until, useServiceZone()) ?? 0;
  const [seconds, setSeconds] = useState(shortest);
  const { keep, keeping, prolong, free, isBusy } = useFates(held, seconds);
  return (
    <Stack gap="sm">
      <Text size="sm">{t('hold.text', { name, time: localTime(instant), ago: ago(instant) })}</Text>
      <Group align="flex-end" gap="xs">
        <HoldChoice label={t('hold.extendBy')} value={seconds} change={setSeconds} />
        <Button variant="default" onClick={() => prolong.mutate()} loading={prolong.isPending} disabled={isBusy}>
          {t('hold.extend')}
        </Button>
      </Group>
      <Group justify="flex-end" gap="xs" mt="xs">
        <span style={{ marginRight: 'auto' }}>
          <CopyCall call={keeping} />
        </span>
        <Button variant="light" color="red" onClick={() => free.mutate()} loading={free.isPending} disabled={isBusy}>
          {t('hold.release')}
        </Button>
        <Button onClick={() => keep.mutate()} loading={keep.isPending} disabled={isBusy} data-autofocus>
          {t('hold.keep')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The three ways in which a hold can end or go on. */
function useFates({ path, name, onDeleted }: HoldTarget, seconds: string) {
  const keeping: Planned = { method: 'PATCH', path, body: { hold: 0 } };
  const prolonging: Planned = { method: 'PATCH', path, body: { hold: Number(seconds) } };
  const keep = useWrite(keeping, { told: () => t('hold.kept', { name }) });
  const prolong = useWrite(prolonging, { told: () => t('hold.extended', { name }) });
  const free = useWrite({ method: 'DELETE', path }, { told: () => t('hold.released', { name }), after: onDeleted });
  return { keeping, keep, prolong, free, isBusy: keep.isPending || prolong.isPending || free.isPending };
}
