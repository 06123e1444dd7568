import type { ScanSettings } from '../../domain/scan/scan-settings.js';
import { ProbeError } from '../ports/scanning.js';
import type { Scanning, ScanningPorts } from './scanning.js';

/** A network that asks for scans, and when the last ones began. */
export interface ScannedNetwork {
  readonly id: number;
  readonly cidr: string;
  readonly sectionId: number;
  readonly description: string | null;
  /** As records hold times; null for never. */
  readonly lastScan: string | null;
  readonly lastDiscovery: string | null;
}

/** How scans go. */
export interface ScanStatus {
  readonly settings: ScanSettings;
  /** The program that probes hosts; null where there is none that could. */
  readonly program: string | null;
  /** Why there is none. */
  readonly problem: string | null;
  /** How many networks ask for scans; those of agents that scan by themselves do not count. */
  readonly total: number;
  /** The first of them, by id. */
  readonly networks: readonly ScannedNetwork[];
}

/** How many networks are told. */
const maxNetworks = 500;

/** Reads how scans go. */
export async function readScanStatus(scanning: Scanning, { readers, hosts }: ScanningPorts): Promise<ScanStatus> {
  const settings = await scanning.settings();
  const targets = await scanning.targets();
  const found = await findProgram(hosts, settings);
  const ids = targets.slice(0, maxNetworks).map(({ id }) => id);
  const networks: ScannedNetwork[] = [];
  if (ids.length > 0)
    for await (const { subnet } of readers.subnets.list({ ids, order: { by: 'id' } })) {
      const { id, prefix, sectionId, description, lastScan, lastDiscovery } = subnet;
      networks.push({ id, cidr: String(prefix), sectionId, description, lastScan, lastDiscovery });
    }
  return { settings, ...found, total: targets.length, networks };
}

async function findProgram(
  { probe }: ScanningPorts['hosts'],
  { program }: ScanSettings,
): Promise<Pick<ScanStatus, 'program' | 'problem'>> {
  try {
    return { program: (await probe.find(program)).program, problem: null };
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
    return { program: null, problem: error.message };
  }
}
