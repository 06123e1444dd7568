import { Alert, Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Subnet } from '../../api/client';
import { openDialog } from '../../ui/dialogs/dialogs';
import { Timestamp } from '../../ui/values/timestamp';

interface HoldProperties {
  readonly subnet: Subnet;
  readonly until: string;
  readonly name: string;
  readonly mayChange: boolean;
}

/** Says that a network is there for a while only, and what can be done with it. */
export function HoldNotice({ subnet: { id, sectionId }, until, name, mayChange }: HoldProperties) {
  const navigate = useNavigate();
  const onDeleted = () => void navigate({ to: '/sections/$id', params: { id: String(sectionId) }, replace: true });
  return (
    <Alert color="orange" p="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          Held until <Timestamp at={until} /> (<Timestamp at={until} isAgo />
          ): it is free again then, unless somebody keeps it.
        </Text>
        {mayChange ? (
          <Button
            variant="default"
            onClick={() => openDialog({ dialog: 'hold', path: `subnets/${id}/`, name, until, onDeleted })}
          >
            Keep, hold longer or free
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}
