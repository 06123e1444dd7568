import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../texts/text';
import type { HoldTarget } from '../../ui/dialogs/dialogs';
import { choiceAbove, HoldChoice } from '../../ui/forms/allocation-fields';
import { useWrite } from '../../ui/forms/form';
import type { Planned } from '../../ui/forms/preview';
import { CopyCall } from '../../ui/page/notices';
import { useServiceZone } from '../../ui/values/timestamp';
import { ago } from '../../values/numbers';
import { instantOf, localTime } from '../../values/time';

export function HoldDialog({ path, name, until, onDeleted }: HoldTarget) {
  const instant = instantOf(until, useServiceZone()) ?? 0;
  const [seconds, setSeconds] = useState(() => choiceAbove((instant - Date.now()) / 1000));
  const keeping: Planned = { method: 'PATCH', path, body: { hold: 0 } };
  const prolonging: Planned = { method: 'PATCH', path, body: { hold: Number(seconds) } };
  const confirm = useWrite(keeping, { message: () => t('hold.kept', { name }) });
  const prolong = useWrite(prolonging, { message: () => t('hold.extended', { name }) });
  const free = useWrite({ method: 'DELETE', path }, { message: () => t('hold.released', { name }), after: onDeleted });
  const isBusy = confirm.isPending || prolong.isPending || free.isPending;
  return (
    <Stack gap="sm">
      <Text size="sm">{t('hold.text', { name, time: localTime(instant), ago: ago(instant) })}</Text>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <HoldChoice label={t('hold.extendBy')} value={seconds} onChange={setSeconds} />
        <Button
          size="sm"
          variant="default"
          flex="none"
          onClick={() => prolong.mutate()}
          loading={prolong.isPending}
          disabled={isBusy}
        >
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
        <Button onClick={() => confirm.mutate()} loading={confirm.isPending} disabled={isBusy} data-autofocus>
          {t('hold.keep')}
        </Button>
      </Group>
    </Stack>
  );
}
