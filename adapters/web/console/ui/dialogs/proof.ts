import { useSyncExternalStore } from 'react';
import type { OwnAccount } from '../../api/own-account';

export interface ProofRequest {
  readonly account: OwnAccount;
  readonly end: (isProven: boolean) => void;
}

let current: ProofRequest | null = null;
const listeners = new Set<() => void>();

/** Ends an open request. */
export function showProof(request: ProofRequest | null): void {
  if (request) current?.end(false);
  current = request;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useProofRequest = (): ProofRequest | null => useSyncExternalStore(subscribe, () => current);
