import { Button, Group } from '@mantine/core';

interface Properties {
  readonly label: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly color?: string;
  readonly onCancel: () => void;
}

/** What ends a form: doing it, or not. */
export const FormActions = ({ label, busy, disabled = false, color, onCancel }: Properties) => (
  <Group justify="flex-end" gap="xs" mt="xs">
    <Button variant="default" type="button" onClick={onCancel}>
      Cancel
    </Button>
    <Button type="submit" loading={busy} disabled={disabled} {...(color ? { color } : {})}>
      {label}
    </Button>
  </Group>
);
