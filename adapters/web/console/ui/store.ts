import { useLocalStorage } from '@mantine/hooks';
import { useSyncExternalStore } from 'react';

/**
 * Makes a value that belongs to no component, such as the open dialog. Components that call `useValue`, a hook, render again after
 * each change.
 */
export function makeStore<Value>(initial: Value) {
  let current = initial;
  const listeners = new Set<() => void>();
  const get = () => current;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set: (value: Value) => {
      current = value;
      for (const listener of listeners) listener();
    },
    useValue: () => useSyncExternalStore(subscribe, get),
  };
}

/** A list of names that this browser stores. @returns the list, and functions that replace it, and that restore the usual list */
export function useStoredList(key: string, usual: readonly string[] = []) {
  const [stored, store, reset] = useLocalStorage({ key, defaultValue: usual, getInitialValueInEffect: false });
  return [Array.isArray(stored) ? stored : usual, store, reset] as const;
}

/** Returns a copy of a set with or without an element. */
export function withMember(set: ReadonlySet<string>, element: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(element);
  else next.delete(element);
  return next;
}
