import type { ScanStep, ScanTarget } from '../../application/ports/scan-step.js';
import type { ScanSteps } from '../../application/scan/scan-run.js';
import type { Execute } from './execution.js';

/** Scan steps as administration commands, which a running service can execute. */
export interface ScanCommands extends ScanSteps {
  /** Returns the networks with scans enabled. @param subnetId restricts the scan to this network */
  targets(subnetId?: number): Promise<readonly ScanTarget[]>;
}

/** @param owner the unique name of the scanning process. All methods throw the errors of `execute`. */
export const scanCommands = (execute: Execute, owner: string): ScanCommands => {
  const run = (action: string, operands: readonly string[], options: Readonly<Record<string, number>> = {}) =>
    execute({ subject: 'scan', action, operands, options });
  return {
    targets: async (subnet) => (await run('list', [], subnet === undefined ? {} : { subnet })) as readonly ScanTarget[],
    step: async (subnetId) => (await run('step', [String(subnetId), owner])) as ScanStep,
    release: async (subnetId) => void (await run('release', [String(subnetId), owner])),
  };
};
