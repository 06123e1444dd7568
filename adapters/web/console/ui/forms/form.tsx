import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

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
