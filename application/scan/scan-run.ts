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
  const run = new ScanRun(steps, observer);
  let pending: readonly Pending[] = targets.map((target) => ({ target, counts: noCounts }));
  while (pending.length > 0) pending = await run.round(pending);
  return run.reports;
}

class ScanRun {
  readonly reports: ScanReport[] = [];
  readonly #steps: ScanSteps;
  readonly #observer: ScanObserver;
  #isHopeless = false;

  constructor(steps: ScanSteps, observer: ScanObserver) {
    this.#steps = steps;
    this.#observer = observer;
  }

  async round(pending: readonly Pending[]): Promise<Pending[]> {
    const left: Pending[] = [];
    for (const each of pending) {
      if (this.#isHopeless || this.#observer.isStopped?.()) await this.#stop(each);
      else left.push(...(await this.#advance(each)));
    }
    return left;
  }

  async #stop(each: Pending): Promise<void> {
    if (each.counts !== noCounts) await this.#steps.release(each.target.id);
    this.#report(each, { state: 'stopped' });
  }

  async #advance({ target, counts }: Pending): Promise<readonly Pending[]> {
    const step = await this.#steps.step(target.id);
    switch (step.state) {
      case 'failed':
        this.#isHopeless = step.everyProbe;
        this.#report({ target, counts }, { state: 'failed', problem: step.problem });
        return [];
      case 'busy':
      case 'nothing':
        this.#report({ target, counts }, { state: step.state });
        return [];
    }
    const advanced = { target, counts: sum(counts, step) };
    this.#observer.progressed?.(target, step.share);
    if (step.state === 'going') return [advanced];
    this.#report(advanced, { state: 'done' });
    return [];
  }

  #report({ target, counts }: Pending, outcome: Pick<ScanReport, 'state' | 'problem'>): void {
    const report = { ...target, ...outcome, ...counts };
    this.reports.push(report);
    this.#observer.ended?.(report);
  }
}

const sum = (a: ScanCounts, b: ScanCounts): ScanCounts => ({
  probed: a.probed + b.probed,
  online: a.online + b.online,
  added: a.added + b.added,
  changed: a.changed + b.changed,
});
