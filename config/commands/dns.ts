import { type Execute, printJson, type RequestedCommand } from '../../adapters/cli/index.js';
import type { DnsDifference, DnsStep } from '../../application/dns/dns-comparison.js';
import { plainLine } from '../../domain/plain-line.js';
import type { Terminal } from '../terminal.js';
import { clearLine } from './transfer/progress.js';

interface DnsReport {
  readonly compared: DnsStep['compared'];
  readonly found: number;
  readonly repaired: number;
  /** At most `maxListed`. */
  readonly differences: readonly DnsDifference[];
}

const maxListed = 10_000;

/** @param progressed called with the totals after each step @throws errors of `execute` */
async function compareDns(
  execute: Execute,
  command: Parameters<Execute>[0],
  listDifference: (difference: DnsDifference) => void,
  progressed: (compared: DnsStep['compared']) => void,
): Promise<DnsReport> {
  const compared = { zones: 0, addresses: 0 };
  const differences: DnsDifference[] = [];
  let [found, repaired] = [0, 0];
  for (let cursor: Record<string, string> = {}; ; ) {
    const step = (await execute({ ...command, options: { ...command.options, ...cursor } })) as DnsStep;
    compared.zones += step.compared.zones;
    compared.addresses += step.compared.addresses;
    found += step.found;
    repaired += step.repaired;
    differences.push(...step.differences.slice(0, maxListed - differences.length));
    step.differences.forEach(listDifference);
    progressed(compared);
    if (step.next === null) return { compared, found, repaired, differences };
    cursor = { cursor: step.next };
  }
}

export async function administerDns(
  execute: Execute,
  { command, json }: RequestedCommand,
  { print, progress }: Pick<Terminal, 'print' | 'progress'>,
): Promise<void> {
  const listDifference = (difference: DnsDifference): void => {
    if (json) return;
    progress?.(clearLine);
    print(`${plainLine(differenceLine(difference))}\n`);
  };
  const report = await compareDns(execute, command, listDifference, ({ zones, addresses }) =>
    progress?.(`${clearLine}${zones} zones, ${addresses} addresses compared`),
  );
  progress?.(clearLine);
  if (json) return print(`${printJson(report)}\n`);
  const repaired = command.action === 'sync' ? `, ${report.repaired} repaired` : '';
  print(`${report.compared.zones} zones, ${report.compared.addresses} addresses: ${report.found} differ${repaired}\n`);
}

function differenceLine({ zone, name, type, is, wanted, present, problem }: DnsDifference): string {
  const values = `${present.join(' ') || '-'} => ${wanted.join(' ') || '-'}`;
  return `${is.padEnd(9)} ${type} ${name} (${zone}): ${values}${problem === undefined ? '' : `; ${problem}`}`;
}
