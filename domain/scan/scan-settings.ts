/** Programs that can probe; auto: the first one that is there. */
export const probePrograms = ['auto', 'fping', 'ping'] as const;
export type ProbePrograms = (typeof probePrograms)[number];

/** What administrators set of pings and scans. */
export interface ScanSettings {
  /** Whether the service pings and scans at all. */
  readonly enabled: boolean;
  readonly program: ProbePrograms;
  /** How long an answer is waited for, after each packet. */
  readonly timeoutMilliseconds: number;
  /** How many packets a host gets that does not answer. */
  readonly attempts: number;
  /** Max packets that a scan sends in a second. */
  readonly packetsPerSecond: number;
  /** How often the service scans each subnet; 0: it does not scan by itself. */
  readonly intervalSeconds: number;
  /** For how long an address that answers no more keeps its tag. */
  readonly offlineAfterSeconds: number;
  /** Tag of addresses that answer, and of those that do not; 0: scans change no tags. */
  readonly onlineTag: number;
  readonly offlineTag: number;
  /** Tag and description of addresses that scans add. */
  readonly discoveredTag: number;
  readonly discoveredDescription: string;
}

export const defaultScanSettings: ScanSettings = {
  enabled: false,
  program: 'auto',
  timeoutMilliseconds: 500,
  attempts: 2,
  packetsPerSecond: 500,
  intervalSeconds: 300,
  offlineAfterSeconds: 1800,
  onlineTag: 2,
  offlineTag: 1,
  discoveredTag: 2,
  discoveredDescription: 'discovered by a scan',
};

/** What bounds a probe. */
export type ProbeLimits = Pick<ScanSettings, 'timeoutMilliseconds' | 'attempts' | 'packetsPerSecond'>;

/** Whole milliseconds between two packets, so that there are at most so many in a second. */
export const packetIntervalMs = (packetsPerSecond: number): number => Math.ceil(1000 / packetsPerSecond);

/** How long a program may take beyond what its packets need, in milliseconds. */
const slack = 2000;

/** When a probe of so many addresses must be over, in milliseconds. */
export const probeTime = ({ attempts, packetsPerSecond, timeoutMilliseconds }: ProbeLimits, addresses: number): number =>
  addresses * attempts * packetIntervalMs(packetsPerSecond) + attempts * timeoutMilliseconds + slack;

/** Max addresses of one probe: they are held in memory, and their results are written before the next ones are probed. */
const maxAtOnce = 1024;

/** How many addresses are probed at a time, so that the first packets take two seconds. */
export const addressesAtOnce = ({ packetsPerSecond }: ProbeLimits): number =>
  Math.min(Math.max(1, packetsPerSecond * 2), maxAtOnce);
