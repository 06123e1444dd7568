import { useSyncExternalStore } from 'react';
import type { Trouble } from './until-answered';

/** The upload continues when the user leaves the page of the import within the console. */
export interface Upload {
  readonly file: string;
  readonly rows: number;
  readonly uploaded: number;
  readonly trouble: Trouble | undefined;
  readonly cancel: () => void;
}

let current: Upload | undefined;
const listeners = new Set<() => void>();

export function showUpload(upload: Upload | undefined): void {
  current = upload;
  for (const listener of listeners) listener();
}

/** Changes the shown upload, unless it has ended. */
export const changeUpload = (changes: Partial<Upload>): void => {
  if (current) showUpload({ ...current, ...changes });
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The upload of this tab; undefined without one. */
export const useUpload = (): Upload | undefined => useSyncExternalStore(subscribe, () => current);
