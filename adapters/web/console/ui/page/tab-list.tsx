import { Tabs } from '@mantine/core';
import { useEffect, useRef } from 'react';

interface Properties {
  readonly selected: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Tabs in one line, which scrolls to the selected one. */
export function TabList({ selected, labels }: Properties) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[data-tab="${selected}"]`);
    if (list.current && tab) list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [selected]);
  return (
    <Tabs.List className="tabs" ref={list}>
      {Object.entries(labels).map(([value, label]) => (
        <Tabs.Tab key={value} value={value} data-tab={value}>
          {label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}
