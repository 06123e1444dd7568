import { reasonOf } from '../../../application/ports/storage-error.js';
import { plainLine } from '../../../domain/plain-line.js';

/** A finding of a check, without secrets. */
export interface Finding {
  /** The state, or the problem. */
  readonly text: string;
  /** The remedy of a problem; undefined if all is well. */
  readonly todo?: string;
}

export interface Check {
  readonly name: string;
  /** An error counts as a problem with the general remedy. */
  readonly run: () => Promise<readonly Finding[]> | readonly Finding[];
  readonly todo: string;
}

export interface Diagnosis {
  readonly check: string;
  readonly ok: boolean;
  readonly text: string;
  readonly todo: string | null;
}

/** Time limit of a check in milliseconds. */
const limitMs = 15_000;

/** Runs a check within its time limit. Never throws. */
export async function diagnose({ name, run, todo }: Check, timeoutMs = limitMs): Promise<readonly Diagnosis[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly Finding[]>((resolve) => {
    timer = setTimeout(() => resolve([{ text: `no result within ${timeoutMs / 1000} s`, todo }]), timeoutMs);
  });
  const found = Promise.resolve()
    .then(run)
    .catch((error: unknown): readonly Finding[] => [{ text: reasonOf(error), todo }]);
  const findings = await Promise.race([found, late]);
  clearTimeout(timer);
  return findings.map((finding) => ({
    check: name,
    ok: finding.todo === undefined,
    text: plainLine(finding.text),
    todo: finding.todo ?? null,
  }));
}
