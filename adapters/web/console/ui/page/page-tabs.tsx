import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

interface Properties {
  readonly selected: string;
  readonly choose: (tab: string | null) => void;
  readonly tabs: readonly { readonly name: string; readonly label: string; readonly content: ReactNode }[];
}

/** Tabs in one line, which scrolls to the selected one. Only the contents of the selected tab are mounted. */
export function PageTabs({ selected, choose, tabs }: Properties) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[data-tab="${selected}"]`);
    if (list.current && tab) list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [selected]);
  return (
    <Tabs value={selected} onChange={choose} keepMounted={false}>
      <Tabs.List className="tabs" ref={list}>
        {tabs.map(({ name, label }) => (
          <Tabs.Tab key={name} value={name} data-tab={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
