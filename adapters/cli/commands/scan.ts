import { setTimeout as delay } from 'node:timers/promises';
import type { ScanStep, ScanTarget } from '../../../application/ports/scan-step.js';
import { reasonOf } from '../../../application/ports/storage-error.js';
import { runScans, type ScanReport, type ScanSteps } from '../../../application/scan/scan-run.js';
import { CommandRefused } from '../execution.js';
import { type AddCommand, numberOf } from '../invocation.js';
import { printJson } from '../printing.js';
import type { WithCommands } from '../program-work.js';
import { barOf, clearLine } from '../progress.js';
import { jsonOption } from '../subject-command.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

interface ScanOptions {
  readonly subnetId: number | undefined;
  /** Seconds between the starts of two scans; undefined for a single scan. */
  readonly every: number | undefined;
  readonly json: boolean;
}

type ScanOutput = Pick<Terminal, 'print' | 'complain' | 'progress'>;

export const addScan: AddCommand = (program, chosen, { connect, createScanOwner: createOwner, stopSignal }) =>
  void program
    .command('scan')
    .description('ping and scan the subnets with scans enabled')
    .option('--subnet <ID>', 'only this subnet', numberOf('--subnet must be the ID of a subnet', 1, 999_999_999))
    .option('--every <TIME>', 'repeat at this interval, e.g. 5m (s, m, h)', secondsOf)
    .addOption(jsonOption())
    .action(({ subnet: subnetId, every, json = false }: Partial<ScanOptions> & { subnet?: number }) => {
      const options = { subnetId, every, json };
      const run = (terminal: Terminal) => scan({ withCommands: connect(), createOwner }, options, terminal, stopSignal());
      chosen({ name: 'scan', options, run });
    });

interface Scanner {
  readonly withCommands: WithCommands;
  readonly createOwner: () => string;
}

const secondsOfUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

function secondsOf(word: string): number {
  const [, count, unit = 's'] = /^([1-9]\d{0,4})([smh])$/.exec(word) ?? [];
  if (count === undefined) throw new UsageError('--every must be a time such as 30s, 5m or 1h');
  return Number(count) * (secondsOfUnit[unit] ?? 1);
}

/**
 * Scans networks and prints the results. Returns false if a scan failed or was stopped. A scan by another process counts as
 * success. With `every`, the last round counts, and a stop between two rounds returns true.
 * @param stop when settled, the scan ends after the current step; the next scan continues there
 * @throws CommandRefused, DatabaseError; with `every` only during the first scan
 */
async function scan(
  scanner: Scanner,
  { subnetId, every, json }: ScanOptions,
  output: ScanOutput,
  stop: Promise<unknown>,
): Promise<boolean> {
  let stopped = false;
  const stopping = stop.then(() => {
    stopped = true;
  });
  const once = (): Promise<readonly ScanReport[]> => scanOnce(scanner, { subnetId, json }, output, () => stopped);
  for (let rounds = 0; ; rounds++) {
    const startedAt = performance.now();
    const reports = await once().catch((error: unknown): readonly ScanReport[] => {
      if (rounds === 0) throw error;
      output.complain(reasonOf(error));
      return [];
    });
    if (every === undefined || stopped) return reports.every(({ state }) => state !== 'failed' && state !== 'stopped');
    const wait = new AbortController();
    const pause = delay(Math.max(0, startedAt + every * 1000 - performance.now()), undefined, { signal: wait.signal }).catch(
      () => {},
    );
    await Promise.race([pause, stopping]);
    wait.abort();
    if (stopped) return true;
  }
}

function scanOnce(
  { withCommands, createOwner }: Scanner,
  { subnetId, json }: Pick<ScanOptions, 'subnetId' | 'json'>,
  { print, progress }: ScanOutput,
  isStopped: () => boolean,
): Promise<readonly ScanReport[]> {
  const owner = createOwner();
  return withCommands(async (execute) => {
    const run = (action: string, operands: readonly string[], options: Readonly<Record<string, number>> = {}) =>
      execute({ subject: 'scan', action, operands, options });
    const steps: ScanSteps = {
      step: async (id) => (await run('step', [String(id), owner])) as ScanStep,
      release: async (id) => void (await run('release', [String(id), owner])),
    };
    const targets = (await run('list', [], subnetId === undefined ? {} : { subnet: subnetId })) as readonly ScanTarget[];
    if (subnetId !== undefined && targets.length === 0)
      throw new CommandRefused(
        `scans are not enabled for subnet ${subnetId}: it does not exist, or its pingSubnet and discoverSubnet are 0`,
      );
    const reports = await runScans(targets, steps, {
      isStopped,
      progressed: ({ cidr }, share) => progress?.(`${clearLine}${barOf(share)} ${cidr}`),
      ended: (report) => {
        progress?.(clearLine);
        if (!json) print(`${lineOf(report)}\n`);
      },
    });
    if (json) print(`${printJson(reports)}\n`);
    else if (reports.length === 0) print('no subnet has scans enabled\n');
    return reports;
  });
}

function lineOf({ cidr, state, problem, probed, online, added, changed }: ScanReport): string {
  const counts = `${probed} probed, ${online} online, ${added} added, ${changed} tags changed`;
  switch (state) {
    case 'busy':
      return `${cidr}: another process is scanning it`;
    case 'nothing':
      return `${cidr}: nothing to scan, the subnet was deleted or its scan settings were changed`;
    case 'failed':
      return `${cidr}: ${problem}`;
    case 'stopped':
      return `${cidr}: stopped, the next scan continues from there; ${counts}`;
    case 'done':
      return `${cidr}: ${counts}`;
  }
}
