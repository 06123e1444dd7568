import { Alert, Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Subnet } from '../../api/client';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { useServiceZone } from '../../ui/values/timestamp';
import { ago } from '../../values/numbers';
import { instantOf, localTime } from '../../values/time';

interface HoldProperties {
  readonly subnet: Subnet;
  readonly until: string;
  readonly name: string;
  readonly mayChange: boolean;
}

export function HoldNotice({ subnet: { id, sectionId }, until, name, mayChange }: HoldProperties) {
  const navigate = useNavigate();
  const instant = instantOf(until, useServiceZone()) ?? 0;
  const onDeleted = () => navigate({ to: '/sections/$id', params: { id: String(sectionId) }, replace: true });
  return (
    <Alert color="orange" p="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('hold.notice', { time: localTime(instant), ago: ago(instant) })}</Text>
        {mayChange ? (
          <Button
            variant="default"
            onClick={() => openDialog({ dialog: 'hold', path: `subnets/${id}/`, name, until, onDeleted })}
          >
            {t('address.actions.hold')}
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}
