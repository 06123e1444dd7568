import { Button, Group } from '@mantine/core';
import { closeDialog } from '../dialogs';

/** What ends a dialog: doing it, or not. */
export const Actions = ({
  label,
  busy,
  disabled,
  color,
}: {
  label: string;
  busy: boolean;
  disabled?: boolean;
  color?: string;
}) => (
  <Group justify="flex-end" gap="xs" mt="xs">
    <Button variant="default" onClick={closeDialog} type="button">
      Cancel
    </Button>
    <Button type="submit" loading={busy} disabled={disabled} {...(color ? { color } : {})}>
      {label}
    </Button>
  </Group>
);
