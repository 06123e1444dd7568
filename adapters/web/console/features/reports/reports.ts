import type { TextKey } from '../../texts/text';

export interface Report {
  readonly name: string;
  readonly titleKey: TextKey;
  readonly helpKey: TextKey;
  readonly rows: 'rankedNetwork' | 'network' | 'address';
  /** The default of the parameter `days`, for reports with one. */
  readonly days?: number;
}

export const reports: readonly Report[] = [
  { name: 'fullest', titleKey: 'report.fullest', helpKey: 'report.fullestHelp', rows: 'rankedNetwork' },
  { name: 'growing', titleKey: 'report.growing', helpKey: 'report.growingHelp', rows: 'rankedNetwork' },
  { name: 'unused', titleKey: 'report.unused', helpKey: 'report.unusedHelp', rows: 'rankedNetwork', days: 365 },
  { name: 'not_seen', titleKey: 'report.notSeen', helpKey: 'report.notSeenHelp', rows: 'address', days: 90 },
  {
    name: 'duplicate_hostnames',
    titleKey: 'report.duplicateHostnames',
    helpKey: 'report.duplicateHostnamesHelp',
    rows: 'address',
  },
  { name: 'duplicate_macs', titleKey: 'report.duplicateMacs', helpKey: 'report.duplicateMacsHelp', rows: 'address' },
  { name: 'without_vlan', titleKey: 'report.withoutVlan', helpKey: 'report.withoutVlanHelp', rows: 'network' },
  { name: 'without_location', titleKey: 'report.withoutLocation', helpKey: 'report.withoutLocationHelp', rows: 'network' },
];

export const isDays = (text: string): boolean => /^[1-9]\d{0,3}$/.test(text) && Number(text) <= 3650;
