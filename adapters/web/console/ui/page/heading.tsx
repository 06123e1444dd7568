import { Title } from '@mantine/core';
import { useEffect } from 'react';

interface Properties {
  readonly children: string;
  /** What the tab in the browser says, where it is more than the heading. */
  readonly tab?: string;
  readonly look?: string;
}

/** The heading of a page, which its tab in the browser has too. */
export function Heading({ children, tab = children, look }: Properties) {
  useEffect(() => {
    document.title = `${tab} · Hexipam`;
    return () => {
      document.title = 'Hexipam';
    };
  }, [tab]);
  return (
    <Title order={1} {...(look ? { className: look } : {})}>
      {children}
    </Title>
  );
}
