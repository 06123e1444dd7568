import { type DeliveryBody, maxEvents } from '../../../application/changes/webhooks/delivery.js';
import type { ChangeEvent } from '../../../application/ports/event.js';
import { reasons, refusals } from '../../../domain/allocation/explanation.js';
import { listOf, objectOf, refTo, type Schema, value } from './schema.js';

const text: Schema = { type: 'string' };

const hosts = {
  'Min host IP': { ...text, description: 'The lowest address that a host can have.' },
  'Max host IP': { ...text, description: 'The highest address that a host can have.' },
  'Number of hosts': value('count', 'How many addresses hosts can have.'),
};

const calculation: Schema = {
  description: 'What follows from a network.',
  oneOf: [
    objectOf({
      Type: { const: 'IPv4' },
      'IP address': { const: '/' },
      Network: text,
      Broadcast: text,
      'Subnet bitmask': text,
      'Subnet netmask': text,
      'Subnet wildcard': text,
      ...hosts,
      'Subnet Class': { description: 'The block of special use that it lies in; false for none.', type: ['string', 'boolean'] },
    }),
    objectOf({
      Type: { const: 'IPv6' },
      'Host address': { const: '/' },
      'Host address (uncompressed)': { const: '/' },
      'Subnet prefix': text,
      'Prefix length': text,
      'Subnet Reverse DNS': text,
      ...hosts,
      'Address type': text,
    }),
  ],
};

const usage: Schema = {
  description:
    'How full a subnet is. Shares are percent of `maxhosts`. Each state (tag) that an address has is a member with its count, and another one with its share and `_percent` behind its name.',
  type: 'object',
  properties: {
    Used: value('count', 'Addresses in the state Used.'),
    Reserved: value('count', 'Addresses in the state Reserved.'),
    used: value('count', 'Addresses that are taken, in whatever state.'),
    Used_percent: value('percent'),
    Reserved_percent: value('percent'),
    freehosts: value('count', 'Addresses that are free.'),
    freehosts_percent: value('percent'),
    maxhosts: value('count', 'Addresses that hosts can have.'),
  },
  required: ['Used', 'Reserved', 'used', 'Used_percent', 'Reserved_percent', 'freehosts', 'freehosts_percent', 'maxhosts'],
  patternProperties: { _percent$: value('percent') },
  additionalProperties: { type: ['string', 'number'] },
};

const explanation: Schema = {
  description:
    'What was passed over before something was taken, or all of it where nothing could be; in the order in which it is looked at.',
  ...objectOf(
    {
      refusal: {
        description: 'Why nothing had to be looked at.',
        enum: [...refusals],
      },
      ranges: listOf(
        objectOf(
          {
            first: { ...text, description: 'The first address.' },
            last: { ...text, description: 'The last address.' },
            reason: {
              description:
                'used; held (until then); reserved; quarantine: freed too lately; edge: network or broadcast address, as the network is no pool; permission: somebody else has it; tooSmall; unaligned: large enough, but no network of this size begins there; fits: it would do, but was not chosen by the policy, or is not enough.',
              enum: [...reasons],
            },
            until: value('time', 'Until when it is held.'),
          },
          'until',
        ),
      ),
      leftOff: value('count', 'Of how many addresses that were looked at nothing is said: at most 100 ranges are told.'),
    },
    'refusal',
  ),
};

const plainValue: Schema = { description: 'The values of fields by name, as JSON has them.', type: ['object', 'null'] };

const changeMembers: Readonly<Record<keyof ChangeEvent, Schema>> = {
  id: { ...text, description: 'Its place in the feed; a cursor behind it.' },
  kind: {
    ...text,
    description: 'section, subnet, address, a kind such as vlan or device; for administrators also user, app and the like.',
  },
  objectId: value('integer', 'The number of the object; 0 for what has none.'),
  name: { type: ['string', 'null'], description: 'What the object is called, where it has no number.' },
  action: text,
  at: { ...text, format: 'date-time', description: 'When, in UTC: 2026-01-31T12:00:00Z.' },
  by: { ...text, description: 'Who made it.' },
  sectionId: value('idOrNull'),
  subnetId: value('idOrNull'),
  before: { ...plainValue, description: 'The values before; null for a new object.' },
  after: { ...plainValue, description: 'The values since; null for a deleted object.' },
};

const deliveryMembers: Readonly<Record<keyof DeliveryBody, Schema>> = {
  webhook: { ...text, description: 'The name of the webhook.' },
  events: {
    ...listOf(refTo('change')),
    description: 'Oldest first; those of one object in the order in which they were made.',
    minItems: 1,
    maxItems: maxEvents,
  },
};

const rowReport: Schema = {
  description: 'What became of rows.',
  ...objectOf({
    imported: { description: 'Whether all rows are written.', type: 'boolean' },
    rows: value('integer', 'Rows that were read.'),
    created: value('integer'),
    changed: value('integer'),
    unchanged: value('integer'),
    refused: value('integer', 'Rows with mistakes.'),
    written: value('integer', 'Rows that are written: all, none, or with `batches` those before the one that was refused.'),
    mistakes: {
      description: 'The first hundred mistakes, the first one of each row before others.',
      ...listOf(
        objectOf({
          row: value('integer', 'The number of the row; the titles are row 1.'),
          column: refTo('textOrNull', 'The title of the column; null where none is to blame.'),
          message: text,
        }),
      ),
    },
    ignored: { description: 'Titles of columns that nobody can set, or that the mapping leaves out.', ...listOf(text) },
  }),
};

export const componentSchemas: Readonly<Record<string, Schema>> = {
  explanation,
  rowReport,
  calculation,
  usage,
  permissionsAtLength: {
    description: 'Levels of groups, ordered by their names; null for none.',
    type: ['array', 'null'],
    items: objectOf({
      group_id: value('id'),
      permission: { description: '0 none, 1 see, 2 write addresses, 3 change.', type: 'string', pattern: '^[0-3]$' },
      name: text,
      desc: { type: ['string', 'null'] },
      members: {
        description: 'Users in the group; false for none.',
        anyOf: [listOf(objectOf({ username: text })), { const: false }],
      },
    }),
  },
  locationAtLength: {
    description: 'The record of the location; an empty list for none.',
    anyOf: [refTo('location'), { type: 'array', maxItems: 0 }],
  },
  dnsRecord: objectOf({ name: text, type: text, content: text, ttl: value('integer', 'Seconds.') }),
  idsBySort: {
    description: 'Ids by sort; null for none.',
    type: ['object', 'null'],
    additionalProperties: listOf(value('id')),
  },
  recordsBySort: {
    description: 'Records by sort; null for none. Those that the caller does not see are left out.',
    type: ['object', 'null'],
    properties: { ipaddresses: listOf(refTo('address')), subnets: listOf(refTo('subnet')) },
    additionalProperties: false,
  },
  user: objectOf({
    id: value('id'),
    username: text,
    groups: { description: 'Ids of groups as the text of a JSON object, `{"2":"2"}`; empty for none.', type: 'string' },
    role: { enum: ['Administrator', 'User'] },
    real_name: text,
    email: text,
    disabled: { enum: ['Yes', 'No'] },
    editDate: value('timeOrNull'),
    lastLogin: value('timeOrNull'),
    lastActivity: value('timeOrNull'),
  }),
  customField: objectOf({
    name: text,
    type: { ...text, description: "varchar(N), int, bool, date, datetime, text or enum('a','b')." },
    Comment: text,
    Null: { enum: ['YES', 'NO'], description: 'Whether a record may be without it.' },
    Default: { type: ['string', 'null'] },
  }),
  historyEntry: objectOf({
    user: { ...text, description: 'Who made the change.' },
    action: { ...text, description: 'What was done: add, edit, delete, truncate, resize, split, permissions.' },
    result: { const: 'success' },
    date: value('time'),
    diff: { description: 'Field by field, in words: `[description]: old => new`.', ...listOf(text) },
  }),
  change: { description: 'One change of one object.', ...objectOf(changeMembers) },
  delivery: { description: 'What a receiver of webhooks gets. Numbers are numbers, never texts.', ...objectOf(deliveryMembers) },
};
