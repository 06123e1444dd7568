import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** A text of less importance, such as a hint. */
export const Quiet = (properties: TextProps & { children: ReactNode; role?: string }) => (
  <Text size="sm" className="quiet" {...properties} />
);
