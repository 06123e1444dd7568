import { reasonOf } from '../../../../application/ports/storage-error.js';
import { plainLine } from '../../../../domain/plain-line.js';

/** Contains no secrets. */
export interface Finding {
  readonly text: string;
  /** How to solve the problem; undefined if there is none. */
  readonly todo?: string;
}

export const problem = (text: string, todo: string): Finding => ({ text, todo });

export interface Check {
  readonly name: string;
  /** A thrown error counts as a problem with the remedy `todo`. */
  readonly run: () => Promise<readonly Finding[]> | readonly Finding[];
  readonly todo: string;
}

export interface Diagnosis {
  readonly check: string;
  readonly ok: boolean;
  readonly text: string;
  readonly todo: string | null;
}

const limitMs = 15_000;

/** Never throws. A timeout is a finding. */
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
