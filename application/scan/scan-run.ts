import { noCounts, type ScanCounts, type ScanStep, type ScanTarget } from '../ports/scan-step.js';

/** Makes steps of scans, here or in another process. */
export interface ScanSteps {
  step(subnetId: number): Promise<ScanStep>;
  /** Gives a network up whose scan is not over. */
  release(subnetId: number): Promise<void>;
}

/** What came of the scan of one network. stopped: there is more to do, and whoever scans it next goes on there. */
export interface ScanReport extends ScanTarget, ScanCounts {
  readonly state: 'done' | 'busy' | 'nothing' | 'failed' | 'stopped';
  readonly problem?: string;
}

/** Who follows a run of scans. */
export interface ScanObserver {
  /** Whether the run is to end, after the steps that are under way. */
  readonly isStopped?: () => boolean;
  /** How far the scan of a network has come, from 0 to 1. */
  progressed?(target: ScanTarget, share: number): void;
  ended?(report: ScanReport): void;
}

interface Pending {
  readonly target: ScanTarget;
  readonly counts: ScanCounts;
}

/**
 * Scans networks, a step of each in turn, so that a large one keeps no small one waiting. What every probe would fail with
 * ends it.
 * @throws what the storage fails with
 */
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

  /** Makes a step of each. @returns those of which there is more to do */
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
