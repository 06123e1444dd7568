import { noCounts, type ScanCounts, type ScanStep, type ScanTarget } from '../ports/scan-step.js';

export interface ScanSteps {
  step(subnetId: number): Promise<ScanStep>;
  release(subnetId: number): Promise<void>;
}

/** The scan result of a network. stopped: the scan is incomplete; the next one continues it. */
export interface ScanReport extends ScanTarget, ScanCounts {
  readonly state: 'done' | 'busy' | 'nothing' | 'failed' | 'stopped';
  readonly problem?: string;
}

export interface ScanObserver {
  /** Whether to end the run after the current step. */
  readonly isStopped?: () => boolean;
  /** @param share progress from 0 to 1 */
  progressed?(target: ScanTarget, share: number): void;
  ended?(report: ScanReport): void;
}

interface Pending {
  readonly target: ScanTarget;
  readonly counts: ScanCounts;
}

/** Scans networks round-robin, so that large networks do not delay small ones. An error common to all probes ends the run. */
export async function runScans(
  targets: readonly ScanTarget[],
  steps: ScanSteps,
  observer: ScanObserver = {},
): Promise<ScanReport[]> {
  const reports: ScanReport[] = [];
  let isHopeless = false;
  const end = ({ target, counts }: Pending, outcome: Pick<ScanReport, 'state' | 'problem'>): undefined => {
    const report = { ...target, ...outcome, ...counts };
    reports.push(report);
    observer.ended?.(report);
  };
  const advance = async (each: Pending): Promise<Pending | undefined> => {
    const { target, counts } = each;
    if (isHopeless || observer.isStopped?.()) {
      if (counts !== noCounts) await steps.release(target.id);
      return end(each, { state: 'stopped' });
    }
    const step = await steps.step(target.id);
    if (step.state === 'failed') isHopeless = step.everyProbe;
    if (step.state === 'failed') return end(each, { state: 'failed', problem: step.problem });
    if (step.state === 'busy' || step.state === 'nothing') return end(each, { state: step.state });
    const advanced = { target, counts: sum(counts, step) };
    observer.progressed?.(target, step.share);
    return step.state === 'going' ? advanced : end(advanced, { state: 'done' });
  };
  let pending: Pending[] = targets.map((target) => ({ target, counts: noCounts }));
  while (pending.length > 0) {
    const left: Pending[] = [];
    for (const each of pending) {
      const rest = await advance(each);
      if (rest) left.push(rest);
    }
    pending = left;
  }
  return reports;
}

const sum = (a: ScanCounts, b: ScanCounts): ScanCounts => ({
  probed: a.probed + b.probed,
  online: a.online + b.online,
  added: a.added + b.added,
  changed: a.changed + b.changed,
});
