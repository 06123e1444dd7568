import { useEffect } from 'react';
import { makeStore } from '../../ui/store';

const search = makeStore({ isOpen: false, text: '' });

export const finder = {
  open: () => search.set({ ...search.get(), isOpen: true }),
  close: () => search.set({ isOpen: false, text: '' }),
  write: (text: string) => search.set({ ...search.get(), text }),
} as const;

export const useFinder = search.useValue;

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
      finder.write(search.get().text + event.key);
    };
    addEventListener('keydown', take);
    return () => removeEventListener('keydown', take);
  }, [isOpen]);
}
