import type { TextKey } from '../../texts/text';

export interface Report {
  readonly name: string;
  readonly title: TextKey;
  readonly help: TextKey;
  readonly rows: 'rankedNetwork' | 'network' | 'address';
  /** The default of the parameter `days`, for reports with one. */
  readonly days?: number;
}

export const reports: readonly Report[] = [
  { name: 'fullest', title: 'report.fullest', help: 'report.fullestHelp', rows: 'rankedNetwork' },
  { name: 'growing', title: 'report.growing', help: 'report.growingHelp', rows: 'rankedNetwork' },
  { name: 'unused', title: 'report.unused', help: 'report.unusedHelp', rows: 'rankedNetwork', days: 365 },
  { name: 'not_seen', title: 'report.notSeen', help: 'report.notSeenHelp', rows: 'address', days: 90 },
  { name: 'without_vlan', title: 'report.withoutVlan', help: 'report.withoutVlanHelp', rows: 'network' },
  { name: 'without_location', title: 'report.withoutLocation', help: 'report.withoutLocationHelp', rows: 'network' },
];

export const isDays = (text: string): boolean => /^[1-9]\d{0,3}$/.test(text) && Number(text) <= 3650;
