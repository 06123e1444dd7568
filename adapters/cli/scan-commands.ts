import type { ScanStep, ScanTarget } from '../../application/ports/scan-step.js';
import type { ScanSteps } from '../../application/scan/scan-run.js';
import type { Execute } from './execution.js';

/** Scans, carried out by whoever takes commands. */
export interface ScanCommands extends ScanSteps {
  /** The networks that ask for scans. @param subnetId only this one */
  targets(subnetId?: number): Promise<readonly ScanTarget[]>;
}

/** @param owner the name of whoever scans, which nobody else has. All of it throws what `execute` does */
export const scanCommands = (execute: Execute, owner: string): ScanCommands => {
  const run = (action: string, operands: readonly string[], options: Readonly<Record<string, number>> = {}) =>
    execute({ subject: 'scan', action, operands, options });
  return {
    targets: async (subnet) => (await run('list', [], subnet === undefined ? {} : { subnet })) as readonly ScanTarget[],
    step: async (subnetId) => (await run('step', [String(subnetId), owner])) as ScanStep,
    release: async (subnetId) => void (await run('release', [String(subnetId), owner])),
  };
};
