import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface Properties {
  readonly label: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  /** Buttons before the submit button. */
  readonly children?: ReactNode;
}

/** The end of a form on a page, which has no cancel button. */
export const SubmitLine = ({ label, busy, disabled = false, children }: Properties) => (
  <Group justify="flex-end">
    {children}
    <Button type="submit" loading={busy} disabled={disabled}>
      {label}
    </Button>
  </Group>
);
