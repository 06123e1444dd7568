import { type AdministeredValues, defaultsOf, defineAdministered } from '../fields/administered-field.js';
import { highestId } from '../scalar-text.js';

/** auto: the first available program. */
export const probePrograms = ['auto', 'fping', 'ping'] as const;
export type ProbePrograms = (typeof probePrograms)[number];

/** At most one hundred days. */
const seconds = { type: 'integer', min: 0, max: 8_640_000 } as const;
const tag = { type: 'integer', min: 0, max: highestId } as const;

export const scanFields = defineAdministered({
  enabled: { type: 'flag', meaning: 'Whether pings and scans are enabled.' },
  program: { type: 'enum', values: probePrograms, default: 'auto', meaning: 'Program for host probes.' },
  timeoutMilliseconds: {
    ...{ type: 'integer', min: 50, max: 5000, default: 500 },
    meaning: 'Time limit of a reply in milliseconds.',
  },
  attempts: { type: 'integer', min: 1, max: 5, default: 2, meaning: 'Number of packets to a silent host.' },
  packetsPerSecond: {
    ...{ type: 'integer', min: 1, max: 1000, default: 500 },
    meaning: 'Largest number of packets per second.',
  },
  intervalSeconds: { ...seconds, default: 300, meaning: 'Seconds between scans of a subnet; 0: no scheduled scans.' },
  offlineAfterSeconds: { ...seconds, default: 1800, meaning: 'Seconds for which a silent address counts as online.' },
  onlineTag: { ...tag, default: 2, meaning: 'ID of the tag of replying addresses; 0: unchanged.' },
  offlineTag: { ...tag, default: 1, meaning: 'ID of the tag of silent addresses; 0: unchanged.' },
  discoveredTag: { ...tag, min: 1, default: 2, meaning: 'ID of the tag of discovered addresses.' },
  discoveredDescription: {
    type: 'text',
    max: 64,
    default: 'discovered by a scan',
    meaning: 'Description of discovered addresses.',
  },
});

export type ScanSettings = AdministeredValues<typeof scanFields>;

export const defaultScanSettings: ScanSettings = defaultsOf(scanFields);

export type ProbeLimits = Pick<ScanSettings, 'timeoutMilliseconds' | 'attempts' | 'packetsPerSecond'>;

/** Rounded up. */
export const packetIntervalMs = (packetsPerSecond: number): number => Math.ceil(1000 / packetsPerSecond);

/** Additional run time of a program in milliseconds. */
const slack = 2000;

/** Maximum run time of a probe in milliseconds. */
export const probeTime = ({ attempts, packetsPerSecond, timeoutMilliseconds }: ProbeLimits, addresses: number): number =>
  addresses * attempts * packetIntervalMs(packetsPerSecond) + attempts * timeoutMilliseconds + slack;

/** Limited, because results are buffered in memory. */
const maxAtOnce = 1024;

/** Addresses per probe: as many as packets in two seconds. */
export const addressesAtOnce = ({ packetsPerSecond }: ProbeLimits): number =>
  Math.min(Math.max(1, packetsPerSecond * 2), maxAtOnce);
