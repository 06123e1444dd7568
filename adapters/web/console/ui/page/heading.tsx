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

/** Focuses the heading of the page after the focused element was removed, such as the row of a deleted record. */
export function focusHeading(): void {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
}
