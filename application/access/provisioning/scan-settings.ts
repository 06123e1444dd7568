import { probePrograms, type ScanSettings } from '../../../domain/scan/scan-settings.js';
import type { Entry } from './entry.js';
import { highestId } from './records.js';

/** A day, and a hundred of them, in seconds. */
const day = 86_400;
const longest = 100 * day;

const members = [
  ...['enabled', 'program', 'timeoutMilliseconds', 'attempts', 'packetsPerSecond', 'intervalSeconds'],
  ...['offlineAfterSeconds', 'onlineTag', 'offlineTag', 'discoveredTag', 'discoveredDescription'],
];

/** Bounds of what is a number. */
const ranges = {
  timeoutMilliseconds: { min: 50, max: 5000 },
  attempts: { min: 1, max: 5 },
  packetsPerSecond: { min: 1, max: 1000 },
  intervalSeconds: { min: 0, max: longest },
  offlineAfterSeconds: { min: 0, max: longest },
  onlineTag: { min: 0, max: highestId },
  offlineTag: { min: 0, max: highestId },
  discoveredTag: { min: 1, max: highestId },
} as const;

/** Reads how hosts are probed; what is not named keeps what is stored. @throws IpamError provision.invalid */
export function readScanSettings(settings: Entry, stored: ScanSettings): ScanSettings {
  const scan = settings.object('scan', members);
  const integer = (name: keyof typeof ranges) => scan.integer(name, { ...ranges[name], fallback: stored[name] });
  return {
    enabled: scan.flag('enabled', stored.enabled),
    program: scan.word('program', probePrograms, stored.program),
    timeoutMilliseconds: integer('timeoutMilliseconds'),
    attempts: integer('attempts'),
    packetsPerSecond: integer('packetsPerSecond'),
    intervalSeconds: integer('intervalSeconds'),
    offlineAfterSeconds: integer('offlineAfterSeconds'),
    onlineTag: integer('onlineTag'),
    offlineTag: integer('offlineTag'),
    discoveredTag: integer('discoveredTag'),
    discoveredDescription: scan.text('discoveredDescription', { max: 64, fallback: stored.discoveredDescription }),
  };
}
