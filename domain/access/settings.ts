import { webhookSettingFields } from '../changes/webhook.js';
import { dnsFields } from '../dns/dns-settings.js';
import {
  type AdministeredValues,
  defaultsOf,
  defineAdministered,
  groupMembers,
  highestId,
  inOrder,
  notBlank,
} from '../fields/administered-field.js';
import { scanFields } from '../scan/scan-settings.js';

const fieldName = { type: 'text', max: 64, form: notBlank } as const;

/** The settings of the whole service. */
export const settingFields = defineAdministered({
  enforceUserPermissions: {
    type: 'flag',
    default: true,
    meaning: 'Whether permissions of users count; where they do not, every user may do everything but administer.',
  },
  changeLogDays: {
    type: 'integer',
    min: 1,
    max: 36_500,
    default: 365,
    nullable: true,
    meaning: 'For how many days the history is kept; empty for ever.',
  },
  uniqueVlanNumbers: { type: 'flag', meaning: 'Whether a VLAN number is used once in an L2 domain.' },
  vlanMax: { type: 'integer', min: 1, max: 4294967295, default: 4096, meaning: 'The highest VLAN number.' },
  linkField: {
    type: 'text',
    max: 64,
    nullable: true,
    meaning: 'The custom field of addresses that links those of one host; empty for none.',
  },
  'defaults.sectionStrictMode': {
    type: 'flag',
    meaning: 'Whether new sections are strict: no networks overlap there.',
  },
  'defaults.subnetScanAgent': {
    type: 'integer',
    min: 1,
    max: highestId,
    default: 1,
    nullable: true,
    meaning: 'The id of the scan agent of new subnets; empty for none.',
  },
  'defaults.subnetState': {
    type: 'integer',
    min: 1,
    max: highestId,
    default: 2,
    meaning: 'The id of the tag of new subnets.',
  },
  'prefixFields.subnets': {
    ...fieldName,
    default: 'custom_customer_type',
    meaning: 'The custom field by which /prefix/ selects subnets.',
  },
  'prefixFields.addresses': {
    ...fieldName,
    default: 'custom_customer_address_type',
    meaning: 'The custom field by which /prefix/ selects addresses.',
  },
  'prefixFields.externalId': { ...fieldName, default: 'csid', meaning: 'The custom field that holds external ids.' },
  ...groupMembers('webhooks', webhookSettingFields),
  ...groupMembers('scan', scanFields),
  ...groupMembers('dns', dnsFields),
});

/** What administrators set for the whole service. */
export type Settings = AdministeredValues<typeof settingFields>;

/** Custom fields that say what a network is to be used for. */
export type PrefixFields = Settings['prefixFields'];

/** Settings in the order in which they are read, stored and compared. */
export const orderedSettingFields = inOrder(
  settingFields,
  ...['uniqueVlanNumbers', 'linkField', 'prefixFields', 'vlanMax', 'enforceUserPermissions', 'changeLogDays', 'defaults', 'scan'],
);

export const defaultSettings: Settings = defaultsOf(orderedSettingFields);

/** Members of settings of which only is said that they changed. */
export const secretSettings = ['dns.key'] as const;

/** Settings as they may be shown: of a secret only whether it is set. */
export const publicSettings = ({ dns, ...settings }: Settings): Settings => ({
  ...settings,
  dns: { ...dns, key: dns.key === '' ? '' : '(set)' },
});

/** Settings without their secrets. */
export const withoutSecrets = ({ dns: { key: _, ...dns }, ...settings }: Settings): object => ({ ...settings, dns });
