import { defaultWebhookSettings, type WebhookSettings } from '../changes/webhook.js';
import { type DnsSettings, defaultDnsSettings } from '../dns/dns-settings.js';
import { defaultScanSettings, type ScanSettings } from '../scan/scan-settings.js';
import { maxKeyDays } from './access-key.js';

/** Custom fields that say what a network is to be used for. */
export interface PrefixFields {
  /** Field of subnets: new subnets are taken from those with the value asked for. */
  readonly subnets: string;
  /** Field of subnets: new addresses are taken from those with the value asked for. */
  readonly addresses: string;
  /** Field of subnets and addresses that holds a name which another system knows them by. */
  readonly externalId: string;
}

/** What administrators set for the whole service. */
export interface Settings {
  /** Whether a VLAN number may be used once in an L2 domain only. */
  readonly uniqueVlanNumbers: boolean;
  /** Name of the custom address field that links addresses of one host, if any. */
  readonly linkField: string | null;
  /** Names of the custom fields by which the prefix paths select. */
  readonly prefixFields: PrefixFields;
  readonly vlanMax: number;
  readonly enforceUserPermissions: boolean;
  /** For how many days the history of changes is kept; null: for ever. */
  readonly changeLogDays: number | null;
  /** Longest lifetime of a new key in days; null: keys need not expire. */
  readonly keyDays: number | null;
  readonly defaults: {
    readonly sectionStrictMode: boolean;
    readonly subnetScanAgent: number | null;
    readonly subnetState: number;
  };
  readonly scan: ScanSettings;
  readonly webhooks: WebhookSettings;
  readonly dns: DnsSettings;
}

export const defaultSettings: Settings = {
  uniqueVlanNumbers: false,
  linkField: null,
  prefixFields: { subnets: 'custom_customer_type', addresses: 'custom_customer_address_type', externalId: 'csid' },
  vlanMax: 4096,
  enforceUserPermissions: true,
  changeLogDays: 365,
  keyDays: maxKeyDays,
  defaults: { sectionStrictMode: false, subnetScanAgent: 1, subnetState: 2 },
  scan: defaultScanSettings,
  webhooks: defaultWebhookSettings,
  dns: defaultDnsSettings,
};

/** Members of settings of which only is said that they changed. */
export const secretSettings = ['dns.key'] as const;

/** Settings as they may be shown: of a secret only whether it is set. */
export const publicSettings = ({ dns, ...settings }: Settings): Settings => ({
  ...settings,
  dns: { ...dns, key: dns.key === '' ? '' : '(set)' },
});

/** Settings without their secrets. */
export const withoutSecrets = ({ dns: { key: _, ...dns }, ...settings }: Settings): object => ({ ...settings, dns });
