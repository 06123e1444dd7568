import { webhookSettingFields } from '../changes/webhook.js';
import { dnsFields } from '../dns/dns-settings.js';
import {
  type AdministeredValues,
  defaultsOf,
  defineAdministered,
  groupMembers,
  inOrder,
  memberOf,
  nestValues,
  notBlank,
  secretNames,
  withHiddenSecrets,
} from '../fields/administered-field.js';
import { alarmFields } from '../notifications/alarm.js';
import { mailFields } from '../notifications/mail-settings.js';
import { highestId } from '../scalar-text.js';
import { scanFields } from '../scan/scan-settings.js';
import { usageHistoryFields } from '../trends/usage-history.js';
import { longestKeyDays, maxKeyDays } from './access-key.js';
import { secondFactorRules } from './second-factor.js';

const id = { type: 'integer', min: 1, max: highestId } as const;
const customFieldName = { type: 'text', max: 64, form: notBlank } as const;

export const settingFields = defineAdministered({
  enforceUserPermissions: {
    ...{ type: 'flag', default: true },
    meaning: 'Whether permissions of users apply. If not, every user may do everything except administration.',
  },
  changeLogDays: {
    ...{ type: 'integer', min: 1, max: 36_500, default: 365, nullable: true },
    meaning: 'Retention of the history in days; empty: unlimited.',
  },
  keyDays: {
    ...{ type: 'integer', min: 1, max: longestKeyDays, default: maxKeyDays, nullable: true },
    meaning: 'Longest lifetime of a new key in days; empty: unlimited.',
  },
  secondFactor: {
    ...{ type: 'enum', values: secondFactorRules, default: 'none' },
    meaning: 'Users who need a second factor in addition to a password: none, administrators, or all.',
  },
  uniqueVlanNumbers: { type: 'flag', meaning: 'Whether VLAN numbers are unique in their L2 domain.' },
  vlanMax: { type: 'integer', min: 1, max: 4294967295, default: 4096, meaning: 'Highest VLAN number.' },
  linkField: {
    ...{ type: 'text', max: 64, nullable: true },
    meaning: 'Custom field that links the addresses of a host; empty: none.',
  },
  'defaults.sectionStrictMode': { type: 'flag', meaning: 'Whether new sections are strict: their networks must not overlap.' },
  'defaults.subnetScanAgent': {
    ...{ ...id, default: 1, nullable: true },
    meaning: 'ID of the scan agent of new subnets; empty: none.',
  },
  'defaults.subnetState': { ...id, default: 2, meaning: 'ID of the tag of new subnets.' },
  'prefixFields.subnets': {
    ...{ ...customFieldName, default: 'custom_customer_type' },
    meaning: 'Custom field by which /prefix/ selects subnets.',
  },
  'prefixFields.addresses': {
    ...{ ...customFieldName, default: 'custom_customer_address_type' },
    meaning: 'Custom field by which /prefix/ selects addresses.',
  },
  'prefixFields.externalId': { ...customFieldName, default: 'csid', meaning: 'Custom field with the external ID.' },
  ...groupMembers('webhooks', webhookSettingFields),
  ...groupMembers('scan', scanFields),
  ...groupMembers('dns', dnsFields),
  ...groupMembers('usageHistory', usageHistoryFields),
  ...groupMembers('alarms', alarmFields),
  ...groupMembers('mail', mailFields),
});

export type Settings = AdministeredValues<typeof settingFields>;

/** Custom fields by which the prefix controller selects networks. */
export type PrefixFields = Settings['prefixFields'];

/** In the order of reading, storing and comparing. */
export const orderedSettingFields = inOrder(
  settingFields,
  ...[
    'uniqueVlanNumbers',
    'linkField',
    'prefixFields',
    'vlanMax',
    'enforceUserPermissions',
    'changeLogDays',
    'keyDays',
    'secondFactor',
    'defaults',
  ],
  'scan',
);

export const defaultSettings: Settings = defaultsOf(orderedSettingFields);

/** Histories contain only the fact of a change of these settings. */
export const secretSettings: readonly string[] = secretNames(settingFields);

/** Contains `(set)` instead of each stored secret. */
export const publicSettings = (settings: Settings): Settings => withHiddenSecrets(settingFields, structuredClone(settings));

export const withoutSecrets = (settings: Settings): object =>
  nestValues(
    Object.keys(orderedSettingFields).flatMap((name) =>
      secretSettings.includes(name) ? [] : [[name, memberOf(settings, name)] as const],
    ),
  );
