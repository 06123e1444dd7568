import { writtenLevels } from '../../../../application/permission-levels.js';
import { settingFields } from '../../../../domain/access/settings.js';
import { type RouteDoc, shows } from '../../openapi/docs.js';
import { flagInput, listOf, objectOf, ofTypes, refTo, type Schema, value, withNumbers } from '../../openapi/schema.js';
import { idOf, showsTagged } from '../common/docs.js';
import { memberInputSchemas, memberOutputSchemas } from './member-schemas.js';

const text: Schema = { type: 'string' };
const webhook = { name: { description: 'Name of a webhook.', type: 'string', minLength: 1, examples: ['inventory'] } };

const levelInput = {
  members: {
    group: ofTypes(['string', 'integer'], { description: 'Name or ID of the group.' }),
    level: withNumbers(
      { description: 'Permission level: 0 none, 1 read, 2 write addresses, 3 change; or na, ro, rw, rwa.', enum: writtenLevels },
      { enum: undefined, type: 'integer', minimum: 0, maximum: 3 },
    ),
  },
  required: ['group', 'level'],
};

const sectionLevelInput = {
  ...levelInput,
  members: { ...levelInput.members, subnets: flagInput('Whether all subnets of the section get the level too. Default: 0.') },
};

const level = value('integer', 'Permission level: 0 none, 1 read, 2 write addresses, 3 change.');
const setLevel = objectOf({ group: value('id', 'ID of the group.'), level });

const sectionLevel = objectOf({
  group: value('id', 'ID of the group.'),
  level,
  subnets: value('integer', 'Number of subnets that had another level.'),
});

const sent = objectOf({
  delivered: value('integer', 'Number of delivered events.'),
  left: value('integer', 'Number of events that were not delivered.'),
  status: refTo('integerOrNull', 'HTTP status of the receiver; null without an answer, or without a delivery.'),
  problem: refTo('textOrNull', 'Reason of the failure; null for success.'),
});

export const adminStateDocs = {
  permissions: {
    id: 'listPermissions',
    summary: 'List permissions of groups on sections',
    text: 'A group without an entry in a section has level 0 there.',
    answer: shows(
      objectOf({
        groups: listOf(objectOf({ id: value('id'), name: text })),
        sections: listOf(
          objectOf({
            id: value('id'),
            name: text,
            masterSection: value('id', 'ID of the parent section; 0 for none.'),
            levels: listOf(setLevel),
          }),
        ),
      }),
    ),
    errors: ['permission.denied'],
  },
  recordUsage: {
    id: 'recordUsage',
    summary: 'Record the utilization',
    text: 'Records the utilization of all subnets and sections now, and replaces the points of today. The service does it once a day by itself.',
    answer: {
      shows: 'plain',
      message: 'Utilization recorded',
      data: objectOf({
        day: { description: 'The recorded day, in UTC.', type: 'string', format: 'date' },
        subnets: value('integer', 'Number of subnets.'),
        sections: value('integer', 'Number of sections.'),
      }),
    },
    errors: ['usage.recording'],
  },
  setSectionLevel: {
    id: 'setSectionLevel',
    summary: 'Set the level of a group on a section',
    text: 'Levels of other groups do not change. Existing subnets keep their own permissions, unless `subnets` is 1; then all subnets of the section, without those of child sections, get the level in the same transaction. New subnets inherit the permissions of their parent.',
    path: { id: idOf('a section') },
    input: sectionLevelInput,
    answer: { shows: 'plain', message: 'Permissions updated', data: sectionLevel },
    errors: [
      'path.idInvalid',
      'field.type',
      'section.unknown',
      'field.required',
      'permission.groupUnknown',
      'subnet.permissionLevelUnknown',
    ],
  },
  setSubnetLevel: {
    id: 'setSubnetLevel',
    summary: 'Set the level of a group on a subnet',
    text: 'Levels of other groups do not change. The level has an effect only if the group may read the section.',
    path: { id: idOf('a subnet') },
    input: levelInput,
    answer: { shows: 'plain', message: 'Permissions updated', data: setLevel },
    errors: ['path.idInvalid', 'subnet.unknown', 'field.required', 'permission.groupUnknown', 'subnet.permissionLevelUnknown'],
  },
  settings: {
    id: 'getSettings',
    summary: 'Retrieve the settings of the service',
    text: 'The response contains no secrets.',
    answer: showsTagged(memberOutputSchemas(settingFields)),
    errors: ['permission.denied'],
  },
  setSettings: {
    id: 'updateSettings',
    summary: 'Update settings',
    text: 'Members that are not in the request do not change.',
    input: { members: memberInputSchemas(settingFields, 'change') },
    answer: { shows: 'plain', message: 'Settings updated', data: memberOutputSchemas(settingFields) },
    errors: ['provision.invalid'],
  },
  testWebhook: {
    id: 'testWebhook',
    summary: 'Test a webhook',
    text: 'Sends a test event and returns the result.',
    path: webhook,
    input: { others: {} },
    answer: shows(sent),
    errors: ['administration.unknown'],
  },
  testProvider: {
    id: 'testSignInProvider',
    summary: 'Test a sign-in provider',
    text: 'Runs the steps of a sign-in up to the first failure. The test creates neither a session nor a user.',
    path: { name: { description: 'Name of a sign-in provider.', type: 'string', minLength: 1, examples: ['corp'] } },
    input: {
      members: {
        username: { description: 'User name, to also test the sign-in of this user; requires `password`.', type: 'string' },
        password: { description: 'Password of this user. It is not stored.', type: 'string' },
      },
    },
    answer: shows(
      listOf(
        objectOf({
          step: { ...text, description: 'Description of the step.' },
          problem: refTo('textOrNull', 'Reason of the failure; null for success.'),
        }),
      ),
    ),
    errors: ['administration.unknown', 'provision.invalid'],
  },
  retryWebhook: {
    id: 'retryWebhook',
    summary: 'Resend refused events of a webhook',
    text: 'Sends the events oldest first, until the receiver refuses one.',
    path: webhook,
    input: { others: {} },
    answer: shows(sent),
    errors: ['administration.unknown'],
  },
  deliveries: {
    id: 'listWebhookDeliveries',
    summary: 'List delivery attempts of a webhook',
    text: 'Returns the latest attempts, newest first.',
    path: webhook,
    answer: shows(
      listOf(
        objectOf({
          at: value('moment'),
          events: value('integer', 'Number of events.'),
          firstEvent: { ...text, description: 'ID of the first event.' },
          status: refTo('integerOrNull', 'HTTP status; null without an answer.'),
          problem: refTo('textOrNull', 'Reason of the failure; null for success.'),
          milliseconds: value('integer'),
        }),
      ),
    ),
    errors: ['permission.denied', 'administration.unknown'],
  },
  scans: {
    id: 'getScanState',
    summary: 'Retrieve the state of scans',
    text: 'Returns the configuration of scans and the networks with scans enabled.',
    answer: shows(
      objectOf({
        enabled: value('flag', 'Whether pings and scans are enabled.'),
        intervalSeconds: value('integer', 'Seconds between scans of a subnet; 0 for no scheduled scans.'),
        program: refTo('textOrNull', 'Program for host probes; null if none is available.'),
        problem: refTo('textOrNull', 'Reason why no program is available; null otherwise.'),
        total: value('integer', 'Number of networks with scans enabled.'),
        networks: {
          description: 'First 500 of these networks, by ID.',
          ...listOf(
            objectOf({
              id: value('id'),
              cidr: { ...text, description: 'Network.' },
              sectionId: value('id'),
              description: refTo('textOrNull', 'Free text.'),
              lastScan: value('momentOrNull', 'Start time of the last scan of its addresses.'),
              lastDiscovery: value('momentOrNull', 'Start time of the last search for new hosts.'),
            }),
          ),
        },
      }),
    ),
    errors: ['permission.denied'],
  },
  health: {
    id: 'getHealth',
    summary: 'Retrieve the state of the service',
    text: 'Reports the view of the process that answers.',
    answer: shows(
      objectOf({
        version: { ...text, description: 'Version of the service.' },
        node: { ...text, description: 'Version of the runtime.' },
        uptime: value('integer', 'Uptime of the process in seconds.'),
        storage: objectOf({
          works: { description: 'Whether the last known state of the storage is working.', type: 'boolean' },
          failures: value('integer', 'Number of storage failures since the start of the process.'),
          software: { ...text, description: 'Software of the storage.' },
          schema: { ...text, description: 'Version of the schema.' },
        }),
        followers: {
          description: 'Followers of the change feed: webhooks, DNS records.',
          ...listOf(
            objectOf({
              name: text,
              behind: value('integer', 'Number of changes that the follower has not processed.'),
              failures: value('integer', 'Number of consecutive failures.'),
            }),
          ),
        },
        counts: {
          description: 'Numbers of records. Subnets and addresses are counted up to `maxCounted`.',
          ...objectOf(
            Object.fromEntries(
              ['sections', 'subnets', 'addresses', 'users', 'groups', 'apps', 'webhooks'].map((name) => [name, value('integer')]),
            ),
          ),
        },
        maxCounted: value('integer', 'Upper limit of the counts of subnets and of addresses.'),
      }),
    ),
    errors: ['permission.denied'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
