import { createSpotlight, useSpotlight } from '@mantine/spotlight';
import { useEffect, useSyncExternalStore } from 'react';

/** Opens and closes the search over everything. */
export const [finderStore, finder] = createSpotlight();

let text = '';
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What is looked for. */
export const useFinderText = (): string => useSyncExternalStore(subscribe, () => text);

/** Says what is looked for. */
export function setFinderText(next: string): void {
  text = next;
  for (const listener of listeners) listener();
}

/** Takes what is typed after the search was opened and before its field is there and has the focus. */
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
