import type { ScanSettings } from '../../domain/scan/scan-settings.js';
import { type HostPorts, ProbeError } from '../ports/scanning.js';
import type { Readers } from '../ports/unit-of-work.js';
import type { Scanning } from './scanning.js';

export interface ScannedNetwork {
  readonly id: number;
  readonly cidr: string;
  readonly sectionId: number;
  readonly description: string | null;
  /** YYYY-MM-DD HH:MM:SS in UTC. null: never. */
  readonly lastScan: string | null;
  readonly lastDiscovery: string | null;
}

export interface ScanStatus {
  readonly settings: ScanSettings;
  /** The probe program; null if none is available. */
  readonly program: string | null;
  readonly problem: string | null;
  /** Number of networks with scans enabled, except those of external agents. */
  readonly total: number;
  readonly networks: readonly ScannedNetwork[];
}

const maxNetworks = 500;

export async function readScanStatus(scanning: Scanning, readers: Readers, hosts: HostPorts): Promise<ScanStatus> {
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

async function findProgram({ probe }: HostPorts, { program }: ScanSettings): Promise<Pick<ScanStatus, 'program' | 'problem'>> {
  try {
    return { program: (await probe.find(program)).program, problem: null };
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
    return { program: null, problem: error.message };
  }
}
