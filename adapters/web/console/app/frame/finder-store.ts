import { createSpotlight, useSpotlight } from '@mantine/spotlight';
import { useEffect, useSyncExternalStore } from 'react';

/** Opens and closes the global search. */
export const [finderStore, finder] = createSpotlight();

let text = '';
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useFinderText = (): string => useSyncExternalStore(subscribe, () => text);

export function setFinderText(next: string): void {
  text = next;
  for (const listener of listeners) listener();
}

/** Catches keys typed between opening the search and the focus of its field. */
export function useFirstKeys(): void {
  const { opened } = useSpotlight(finderStore);
  useEffect(() => {
    if (!opened) return;
    const take = (event: KeyboardEvent) => {
      const isTyped = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      const isThere = event.target instanceof Element && event.target.closest('.mantine-Spotlight-content') !== null;
      if (!isTyped || isThere) return;
      event.preventDefault();
      setFinderText(text + event.key);
    };
    addEventListener('keydown', take);
    return () => removeEventListener('keydown', take);
  }, [opened]);
}
