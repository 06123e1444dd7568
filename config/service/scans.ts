import { setTimeout as delay } from 'node:timers/promises';
import { RandomTokenSource } from '../../adapters/system/index.js';
import { runScans, type ScanReport } from '../../application/scanning/scan-run.js';
import type { Service } from '../container.js';

/** How soon after its start the service looks for what is to be scanned, and how often then, in milliseconds. */
const firstLook = 1000;
const interval = 10_000;
/** How long it waits when something could not be scanned. */
const longInterval = 60_000;

/**
 * Scans what settings say while the service runs. What fails is logged when it begins to fail, and tried again.
 * @returns ends the scans: what is under way writes no more than it has begun to, and is waited for so many milliseconds
 */
export function startScans({
  application,
  storage,
  log,
}: Pick<Service, 'application' | 'storage' | 'log'>): (grace: number) => Promise<void> {
  const { scanning } = application;
  const owner = new RandomTokenSource().create();
  const steps = {
    step: (id: number) => scanning.step(id, owner),
    release: (id: number) => scanning.release(id, owner),
  };
  let isStopped = false;
  let problem: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();

  const note = (failed: ScanReport | undefined): void => {
    if (failed && failed.problem !== problem) log.warn('a scan failed', { subnet: failed.cidr, problem: failed.problem });
    if (!failed && problem !== undefined) log.info('scans work again');
    problem = failed?.problem;
  };
  /** @returns in how many milliseconds to look again */
  const look = async (): Promise<number> => {
    const { enabled, intervalSeconds } = await scanning.settings();
    if (!enabled || intervalSeconds === 0) return interval;
    const targets = await scanning.targets({ idleSeconds: intervalSeconds });
    const reports = await runScans(targets, steps, { isStopped: () => isStopped });
    const done = reports.filter(({ state }) => state === 'done');
    if (done.length > 0) log.debug('scanned', { subnets: done.length });
    if (!isStopped && reports.length > 0) note(reports.find(({ state }) => state === 'failed'));
    return problem === undefined ? Math.min(interval, intervalSeconds * 500) : longInterval;
  };
  const lookLater = (milliseconds: number): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      underWay = look()
        .catch((error: unknown) => {
          if (!isStopped && !storage.note(error)) log.error('a scan failed', { error });
          return longInterval;
        })
        .then(lookLater);
    }, milliseconds);
    timer.unref();
  };
  lookLater(firstLook);
  return async (grace) => {
    isStopped = true;
    clearTimeout(timer);
    scanning.stop();
    await Promise.race([underWay, delay(grace, undefined, { ref: false })]);
  };
}
