import { Title } from '@mantine/core';
import { useEffect } from 'react';

interface Properties {
  readonly children: string;
  /** The title of the browser tab, if it differs from the heading. */
  readonly tab?: string;
  readonly look?: string;
}

/** Also sets the title of the browser tab. */
export function Heading({ children, tab = children, look }: Properties) {
  useEffect(() => {
    document.title = `${tab} · Hexipam`;
    return () => {
      document.title = 'Hexipam';
    };
  }, [tab]);
  return (
    <Title order={1} tabIndex={-1} {...(look ? { className: look } : {})}>
      {children}
    </Title>
  );
}
