import { Button, Group } from '@mantine/core';
import type { Call } from '../../api/calls';
import { closeDialog } from '../dialogs/dialogs';
import { CopyCall } from '../page/telling';

interface Properties {
  readonly label: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly color?: string;
  /** What will be sent. */
  readonly call?: Call | undefined;
}

/** What ends a dialog: doing it, or not; and a way to do it without the console. */
export const Actions = ({ label, busy, disabled, color, call }: Properties) => (
  <Group justify="flex-end" gap="xs" mt="xs">
    {call ? (
      <span style={{ marginRight: 'auto' }}>
        <CopyCall call={call} />
      </span>
    ) : null}
    <Button variant="default" onClick={closeDialog} type="button">
      Cancel
    </Button>
    <Button type="submit" loading={busy} disabled={disabled} {...(color ? { color } : {})}>
      {label}
    </Button>
  </Group>
);
