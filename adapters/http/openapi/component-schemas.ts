import { type DeliveryBody, maxEvents } from '../../../application/changes/webhooks/delivery.js';
import type { ChangeEvent } from '../../../application/ports/event.js';
import { reasons, refusals } from '../../../domain/allocation/explanation.js';
import { constant, listOf, objectOf, refTo, type Schema, text, value, withNumbers, wordOf } from './schema.js';

const hosts = {
  'Min host IP': { ...text, description: 'Lowest usable address.' },
  'Max host IP': { ...text, description: 'Highest usable address.' },
  'Number of hosts': value('hostCount', 'Number of usable addresses.'),
};

const subnetClass = withNumbers(
  { description: 'Special-use block that contains the network; false for none.', type: ['string', 'boolean'] },
  { type: undefined },
);

const ofIpv4 = {
  Network: text,
  Broadcast: text,
  'Subnet bitmask': text,
  'Subnet netmask': text,
  'Subnet wildcard': text,
};

const ofIpv6 = {
  'Subnet prefix': text,
  'Prefix length': text,
  'Subnet Reverse DNS': text,
};

const family = (name: 'IPv4' | 'IPv6'): Schema => constant(name);

const ofEitherFamily = {
  oneOf: undefined,
  ...objectOf(
    { Type: wordOf(['IPv4', 'IPv6']), ...ofIpv4, ...ofIpv6, ...hosts, 'Subnet Class': subnetClass },
    ...Object.keys({ ...ofIpv4, ...ofIpv6, 'Subnet Class': subnetClass }),
  ),
  additionalProperties: { description: 'Further values.' },
};

const calculation: Schema = withNumbers(
  {
    description: 'Values calculated from the network.',
    oneOf: [
      objectOf({ Type: family('IPv4'), 'IP address': constant('/'), ...ofIpv4, ...hosts, 'Subnet Class': subnetClass }),
      objectOf({
        Type: family('IPv6'),
        'Host address': constant('/'),
        'Host address (uncompressed)': constant('/'),
        ...ofIpv6,
        ...hosts,
        'Address type': text,
      }),
    ],
  },
  ofEitherFamily,
);

const usedAndFree = {
  used: value('hostCount', 'Number of used addresses, with any tag.'),
  freehosts: value('hostCount', 'Number of free addresses.'),
  freehosts_percent: value('percent'),
  maxhosts: value('hostCount', 'Number of usable addresses.'),
};

const usageByTag = {
  Used: value('hostCount', 'Number of addresses with the tag Used.'),
  Reserved: value('hostCount', 'Number of addresses with the tag Reserved.'),
  Used_percent: value('percent'),
  Reserved_percent: value('percent'),
};

/** `/openapi.json` omits the tag members: generators derive the same name from `Used` and `used`. */
const usage = withNumbers(
  {
    description:
      'Utilization of a subnet. Percentages refer to `maxhosts`. Each tag (state) of the addresses has a member with the number of addresses and a member with the suffix `_percent`.',
    type: 'object',
    properties: { ...usageByTag, ...usedAndFree },
    required: Object.keys({ ...usageByTag, ...usedAndFree }),
    patternProperties: { _percent$: value('percent') },
    additionalProperties: { type: ['string', 'number'] },
  },
  {
    properties: usedAndFree,
    required: Object.keys(usedAndFree),
    patternProperties: undefined,
    additionalProperties: { description: 'Number or percentage of the addresses with a tag.' },
  },
);

const explanation: Schema = {
  description: 'Ranges skipped before the allocation, in search order; all searched ranges if the allocation failed.',
  ...objectOf(
    {
      refusal: { description: 'Reason why the subnet was not searched.', type: 'string', enum: [...refusals] },
      ranges: listOf(
        objectOf(
          {
            first: { ...text, description: 'First address of the range.' },
            last: { ...text, description: 'Last address of the range.' },
            reason: {
              description:
                'used; held (until the time in `until`); reserved; quarantine: released too recently; range: in the range named in `range`, which allocation excludes; edge: network or broadcast address of a network that is not a pool; permission: occupied by a record that is not visible to the caller; tooSmall; unaligned: large enough, but without an aligned network of this size; fits: suitable, but not selected by the policy or insufficient alone.',
              type: 'string',
              enum: [...reasons],
            },
            until: value('time', 'End of the hold.'),
            range: { ...text, description: 'Name of the range that excludes the addresses.' },
          },
          'until',
          'range',
        ),
      ),
      leftOff: value('hostCount', 'Number of searched addresses outside of `ranges`, which has at most 100 entries.'),
    },
    'refusal',
  ),
};

const plainValue: Schema = { description: 'Field values by name, as JSON values.', type: ['object', 'null'] };

const changeMembers: Readonly<Record<keyof ChangeEvent, Schema>> = {
  id: { ...text, description: 'Position in the feed, usable as a cursor after this change.' },
  kind: {
    ...text,
    description:
      'Kind of the object: section, subnet, address, or another kind such as vlan or device; for administrators also user, app and similar kinds.',
  },
  objectId: value('integer', 'ID of the object; 0 for objects without an id.'),
  name: { type: ['string', 'null'], description: 'Name of an object without an id.' },
  action: text,
  at: { ...text, format: 'date-time', description: 'Time of the change in UTC: 2026-01-31T12:00:00Z.' },
  by: { ...text, description: 'Author of the change.' },
  app: {
    type: ['string', 'null'],
    description: 'ID of the application of the request; null for changes outside of applications, such as commands and jobs.',
  },
  sectionId: value('idOrNull'),
  subnetId: value('idOrNull'),
  before: { ...plainValue, description: 'Values before the change; null for a new object.' },
  after: { ...plainValue, description: 'Values after the change; null for a deleted object.' },
};

const deliveryMembers: Readonly<Record<keyof DeliveryBody, Schema>> = {
  webhook: { ...text, description: 'Name of the webhook.' },
  events: {
    ...listOf(refTo('change')),
    description: 'Changes, oldest first; the changes of one object in the order in which they were made.',
    minItems: 1,
    maxItems: maxEvents,
  },
};

const rowReport: Schema = {
  description: 'Result of an import.',
  ...objectOf({
    imported: { description: 'Whether all rows were written.', type: 'boolean' },
    rows: value('integer', 'Number of rows read.'),
    created: value('integer'),
    changed: value('integer'),
    unchanged: value('integer'),
    refused: value('integer', 'Number of rows with errors.'),
    written: value('integer', 'Number of rows written: all, none, or with `batches` the rows before the rejected row.'),
    mistakes: {
      description: 'First 100 errors; the first error of each row precedes further errors.',
      ...listOf(
        objectOf({
          row: value('integer', 'Row number; the titles are row 1.'),
          column: refTo('textOrNull', 'Title of the column; null for an error without a column.'),
          message: text,
        }),
      ),
    },
    ignored: { description: 'Titles of read-only columns and of columns skipped by the mapping.', ...listOf(text) },
    skipped: value('integer', 'Number of rows that are not records of the kind, such as records of other types in a file.'),
    skippedRows: {
      description: 'First 100 of these rows.',
      ...listOf(objectOf({ row: value('integer', 'Row number; the titles are row 1.'), reason: text })),
    },
    added: value('integer', 'Number of records created with `create_missing`, because rows refer to them.'),
    addedRecords: {
      description: 'First 100 of these records.',
      ...listOf(objectOf({ kind: { ...text, description: 'Kind of the record.' }, name: text })),
    },
    source: {
      description: 'Detected form of the rows.',
      ...objectOf({
        format: { ...text, description: 'json, csv, xlsx, or the format of a lease file.' },
        encoding: refTo('textOrNull', 'Character encoding; null for JSON rows and binary files.'),
        delimiter: refTo('textOrNull', 'Character between cells; null if there is none.'),
        headerRow: value('integer', 'Row number of the column titles; 0 without titles.'),
        sheet: refTo('textOrNull', 'Sheet of a workbook.'),
        preset: refTo('textOrNull', 'Preset whose columns were used; null for none.'),
      }),
    },
  }),
};

export const componentSchemas: Readonly<Record<string, Schema>> = {
  explanation,
  rowReport,
  calculation,
  usage,
  permissionsAtLength: {
    description: 'Permission levels of groups, sorted by name; null for none.',
    type: ['array', 'null'],
    items: objectOf({
      group_id: value('id'),
      permission: {
        description: 'Permission level: 0 no access, 1 read, 2 write addresses, 3 change.',
        type: 'string',
        pattern: '^[0-3]$',
      },
      name: text,
      desc: { type: ['string', 'null'] },
      members: withNumbers(
        {
          description: 'Users of the group; false for none.',
          anyOf: [listOf(objectOf({ username: text })), { const: false }],
        },
        { anyOf: undefined },
      ),
    }),
  },
  locationAtLength: withNumbers(
    {
      description: 'Record of the location; an empty list if unset. Callers without permission for locations get the id or null.',
      anyOf: [refTo('location'), { type: 'array', maxItems: 0, items: {} }, value('idOrNull')],
    },
    { anyOf: undefined },
  ),
  dnsRecord: objectOf({ name: text, type: text, content: text, ttl: value('integer', 'Time to live in seconds.') }),
  idsBySort: {
    description: 'IDs by type; null for none.',
    type: ['object', 'null'],
    additionalProperties: listOf(withNumbers(value('id'), { type: 'string', minimum: undefined })),
  },
  recordsBySort: withNumbers(
    {
      description: 'Records by type; null for none. Only records visible to the caller are included.',
      type: ['object', 'null'],
      properties: { ipaddresses: listOf(refTo('address')), subnets: listOf(refTo('subnet')) },
      additionalProperties: false,
    },
    { additionalProperties: undefined },
  ),
  user: objectOf({
    id: value('id'),
    username: text,
    groups: { description: 'IDs of groups as the text of a JSON object, `{"2":"2"}`; empty for none.', type: 'string' },
    role: wordOf(['Administrator', 'User']),
    real_name: text,
    email: text,
    disabled: wordOf(['Yes', 'No']),
    editDate: value('timeOrNull'),
    lastLogin: value('timeOrNull'),
    lastActivity: value('timeOrNull'),
  }),
  customField: objectOf({
    name: text,
    type: { ...text, description: "Type of the field: varchar(N), int, bool, date, datetime, text or enum('a','b')." },
    Comment: text,
    Null: wordOf(['YES', 'NO'], 'Whether the field is nullable.'),
    Default: { type: ['string', 'null'] },
  }),
  historyEntry: objectOf({
    user: { ...text, description: 'Author of the change.' },
    action: { ...text, description: 'Action of the change: add, edit, delete, truncate, resize, split, permissions, alarm.' },
    result: constant('success'),
    date: value('time'),
    diff: { description: 'Changes by field as text: `[description]: old => new`.', ...listOf(text) },
  }),
  change: { description: 'Change of one object.', ...objectOf(changeMembers) },
  delivery: { description: 'Payload of a webhook request. Numbers are always JSON numbers.', ...objectOf(deliveryMembers) },
};
