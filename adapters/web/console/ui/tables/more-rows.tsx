import { Button, Group } from '@mantine/core';

interface Properties {
  readonly label: string;
  readonly busy?: boolean;
  readonly read: () => void;
}

/** The button below a list that reads further rows. */
export const MoreRows = ({ label, busy = false, read }: Properties) => (
  <Group justify="center" p="sm">
    <Button variant="subtle" loading={busy} onClick={read}>
      {label}
    </Button>
  </Group>
);
