import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

/** A vertical form that submits without leaving the page. */
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
