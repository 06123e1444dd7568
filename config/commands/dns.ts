import { type Execute, printJson, type RequestedCommand } from '../../adapters/cli/index.js';
import type { DnsDifference, DnsStep } from '../../application/dns/dns-comparison.js';
import { plainLine } from '../../domain/plain-line.js';
import type { Terminal } from '../terminal.js';

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
  let report: DnsReport = { compared: { zones: 0, addresses: 0 }, found: 0, repaired: 0, differences: [] };
  for (let next: string | null = null; ; ) {
    const options = { ...command.options, ...(next === null ? {} : { cursor: next }) };
    const step = (await execute({ ...command, options })) as DnsStep;
    report = withStep(report, step);
    step.differences.forEach(listDifference);
    progressed(report.compared);
    next = step.next;
    if (next === null) return report;
  }
}

const withStep = ({ compared, found, repaired, differences }: DnsReport, step: DnsStep): DnsReport => ({
  compared: { zones: compared.zones + step.compared.zones, addresses: compared.addresses + step.compared.addresses },
  found: found + step.found,
  repaired: repaired + step.repaired,
  differences: differences.length < maxListed ? [...differences, ...step.differences].slice(0, maxListed) : differences,
});

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

const clearLine = '\r\u001b[K';

function differenceLine({ zone, name, type, is, wanted, present, problem }: DnsDifference): string {
  const values = `${present.join(' ') || '-'} => ${wanted.join(' ') || '-'}`;
  return `${is.padEnd(9)} ${type} ${name} (${zone}): ${values}${problem === undefined ? '' : `; ${problem}`}`;
}
