import { useEffect, useSyncExternalStore } from 'react';

interface State {
  readonly isOpen: boolean;
  readonly text: string;
}

let state: State = { isOpen: false, text: '' };
const listeners = new Set<() => void>();

function change(changes: Partial<State>): void {
  state = { ...state, ...changes };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const finder = {
  open: () => change({ isOpen: true }),
  close: () => change({ isOpen: false, text: '' }),
  write: (text: string) => change({ text }),
} as const;

export const useFinder = (): State => useSyncExternalStore(subscribe, () => state);

/** Buffers keys typed between opening the search and the focus of its field. */
export function useFirstKeys(): void {
  const { isOpen } = useFinder();
  useEffect(() => {
    if (!isOpen) return;
    const take = (event: KeyboardEvent) => {
      const isTyped = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      const isThere = event.target instanceof Element && event.target.closest('[data-finder]') !== null;
      if (!isTyped || isThere) return;
      event.preventDefault();
      finder.write(state.text + event.key);
    };
    addEventListener('keydown', take);
    return () => removeEventListener('keydown', take);
  }, [isOpen]);
}
