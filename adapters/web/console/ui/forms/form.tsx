import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

/** A form whose fields stand below each other, and which is sent without leaving the page. */
export const Form = ({ send, children }: { send: () => void; children: ReactNode }) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      send();
    }}
  >
    <Stack gap="sm">{children}</Stack>
  </form>
);
