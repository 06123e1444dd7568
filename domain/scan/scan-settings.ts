import { type AdministeredValues, defaultsOf, defineAdministered, highestId } from '../fields/administered-field.js';

/** Programs that can probe; auto: the first one that is there. */
export const probePrograms = ['auto', 'fping', 'ping'] as const;
export type ProbePrograms = (typeof probePrograms)[number];

/** Seconds, up to a hundred days. */
const seconds = { type: 'integer', min: 0, max: 8_640_000 } as const;
const tag = { type: 'integer', min: 0, max: highestId } as const;

/** The settings of pings and scans. */
export const scanFields = defineAdministered({
  enabled: { type: 'flag', meaning: 'Whether the service pings and scans.' },
  program: { type: 'enum', values: probePrograms, default: 'auto', meaning: 'The program that probes hosts.' },
  timeoutMilliseconds: {
    ...{ type: 'integer', min: 50, max: 5000, default: 500 },
    meaning: 'For how many milliseconds an answer is waited for.',
  },
  attempts: { type: 'integer', min: 1, max: 5, default: 2, meaning: 'How many packets a host gets that does not answer.' },
  packetsPerSecond: {
    ...{ type: 'integer', min: 1, max: 1000, default: 500 },
    meaning: 'How many packets of scans there are in a second at most.',
  },
  intervalSeconds: { ...seconds, default: 300, meaning: 'Seconds between scans of a subnet by the service; 0 for none.' },
  offlineAfterSeconds: { ...seconds, default: 1800, meaning: 'For how many seconds a silent address counts as online.' },
  onlineTag: { ...tag, default: 2, meaning: 'The id of the tag of addresses that answer; 0: tags stay.' },
  offlineTag: { ...tag, default: 1, meaning: 'The id of the tag of addresses that do not; 0: tags stay.' },
  discoveredTag: { ...tag, min: 1, default: 2, meaning: 'The id of the tag of addresses that scans add.' },
  discoveredDescription: { type: 'text', max: 64, default: 'discovered by a scan', meaning: 'The description of these.' },
});

/** Settings of pings and scans. */
export type ScanSettings = AdministeredValues<typeof scanFields>;

export const defaultScanSettings: ScanSettings = defaultsOf(scanFields);

/** Limits of a probe. */
export type ProbeLimits = Pick<ScanSettings, 'timeoutMilliseconds' | 'attempts' | 'packetsPerSecond'>;

/** Whole milliseconds between two packets, so that there are at most so many in a second. */
export const packetIntervalMs = (packetsPerSecond: number): number => Math.ceil(1000 / packetsPerSecond);

/** Time of a program beyond the time of its packets, in milliseconds. */
const slack = 2000;

/** When a probe of so many addresses must be over, in milliseconds. */
export const probeTime = ({ attempts, packetsPerSecond, timeoutMilliseconds }: ProbeLimits, addresses: number): number =>
  addresses * attempts * packetIntervalMs(packetsPerSecond) + attempts * timeoutMilliseconds + slack;

/** Max addresses of one probe: they are held in memory, and their results are written before the next ones are probed. */
const maxAtOnce = 1024;

/** How many addresses are probed at a time, so that the first packets take two seconds. */
export const addressesAtOnce = ({ packetsPerSecond }: ProbeLimits): number =>
  Math.min(Math.max(1, packetsPerSecond * 2), maxAtOnce);
