import { Alert } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import type { ComponentProps } from 'react';

/** An alert with an icon, orange by default. */
export const Warning = (properties: ComponentProps<typeof Alert>) => (
  <Alert icon={<AlertIcon size={18} />} color="orange" {...properties} />
);
