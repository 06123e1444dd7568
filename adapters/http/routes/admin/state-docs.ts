import { writtenLevels } from '../../../../application/permission-levels.js';
import { settingFields } from '../../../../domain/access/settings.js';
import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import { listOf, objectOf, refTo, type Schema, value } from '../../openapi/schema.js';
import { idOf, showsTagged } from '../common/docs.js';
import { memberInputSchemas, memberOutputSchemas } from './member-schemas.js';

const text: Schema = { type: 'string' };
const webhook = { name: { description: 'The name of a webhook.', type: 'string', minLength: 1, examples: ['inventory'] } };

const levelInput = {
  members: {
    group: { description: 'The group, by its name or its id.', type: ['string', 'integer'] },
    level: {
      description: '0 none, 1 see, 2 write addresses, 3 change; or na, ro, rw, rwa.',
      enum: writtenLevels,
    },
  },
  required: ['group', 'level'],
};

const level = value('integer', '0 none, 1 see, 2 write addresses, 3 change.');
const setLevel = objectOf({ group: value('id', 'The id of the group.'), level });

const sent = objectOf({
  delivered: value('integer', 'Events that the receiver took.'),
  left: value('integer', 'Events that it did not take.'),
  status: refTo('integerOrNull', 'The HTTP status that it answered; null where none came, or nothing was sent.'),
  problem: refTo('textOrNull', 'What went wrong; null when nothing did.'),
});

/** Descriptions of the routes of permissions, of settings, and of the state of the service. */
export const adminStateDocs = {
  permissions: {
    summary: 'What groups may do in sections',
    text: 'A group that is not named with a section has level 0 there.',
    answer: shows(
      objectOf({
        groups: listOf(objectOf({ id: value('id'), name: text })),
        sections: listOf(
          objectOf({
            id: value('id'),
            name: text,
            masterSection: value('id', 'The section that it is nested in; 0 for none.'),
            levels: listOf(setLevel),
          }),
        ),
      }),
    ),
    errors: ['permission.denied'],
  },
  setSectionLevel: {
    summary: 'Set what a group may do in a section',
    text: 'Other groups keep their levels. New subnets get the permissions of what they hang from; those that are there keep their own.',
    path: { id: idOf('a section') },
    input: levelInput,
    answer: { shows: 'plain', message: 'Permissions updated', data: setLevel },
    errors: ['path.idInvalid', 'section.unknown', 'permission.groupUnknown', 'subnet.permissionLevelUnknown'],
  },
  setSubnetLevel: {
    summary: 'Set what a group may do in a subnet',
    text: 'Other groups keep their levels. It counts where the group may see the section.',
    path: { id: idOf('a subnet') },
    input: levelInput,
    answer: { shows: 'plain', message: 'Permissions updated', data: setLevel },
    errors: ['path.idInvalid', 'subnet.unknown', 'permission.groupUnknown', 'subnet.permissionLevelUnknown'],
  },
  settings: {
    summary: 'What the whole service goes by',
    text: 'Secrets are left out.',
    answer: showsTagged(memberOutputSchemas(settingFields)),
    errors: ['permission.denied'],
  },
  setSettings: {
    summary: 'Change settings',
    text: 'Only what is named changes.',
    input: { members: memberInputSchemas(settingFields, 'change') },
    answer: { shows: 'plain', message: 'Settings updated', data: memberOutputSchemas(settingFields) },
    errors: ['provision.invalid'],
  },
  testWebhook: {
    summary: 'Try a webhook',
    text: 'Sends an event that tells of nothing, and tells what came of it.',
    path: webhook,
    input: { others: {} },
    answer: shows(sent),
    errors: ['administration.unknown'],
  },
  testProvider: {
    summary: 'Test a sign-in provider',
    text: 'Takes the steps of a sign-in one after the other, up to the first that fails. Nobody is signed in, and no user is created.',
    path: { name: { description: 'The name of a sign-in provider.', type: 'string', minLength: 1, examples: ['corp'] } },
    input: {
      members: {
        username: { description: 'A user name, to test its sign-in too; with `password`.', type: 'string' },
        password: { description: 'The password of this user. It is stored nowhere.', type: 'string' },
      },
    },
    answer: shows(
      listOf(
        objectOf({
          step: { ...text, description: 'What was done.' },
          problem: refTo('textOrNull', 'Why it failed; null when it succeeded.'),
        }),
      ),
    ),
    errors: ['administration.unknown', 'provision.invalid'],
  },
  retryWebhook: {
    summary: 'Send again what a receiver refused',
    text: 'The oldest first, until one is not taken.',
    path: webhook,
    input: { others: {} },
    answer: shows(sent),
    errors: ['administration.unknown'],
  },
  deliveries: {
    summary: 'The newest attempts to deliver',
    text: 'Newest first.',
    path: webhook,
    answer: shows(
      listOf(
        objectOf({
          at: value('moment'),
          events: value('integer', 'How many events there were.'),
          firstEvent: { ...text, description: 'The id of the first of them.' },
          status: refTo('integerOrNull', 'The HTTP status; null where none came.'),
          problem: refTo('textOrNull', 'What went wrong; null when nothing did.'),
          milliseconds: value('integer'),
        }),
      ),
    ),
    errors: ['permission.denied', 'administration.unknown'],
  },
  scans: {
    summary: 'How scans go',
    answer: shows(
      objectOf({
        enabled: { description: 'Whether the service pings and scans.', type: 'boolean' },
        intervalSeconds: value('integer', 'Seconds between scans of a subnet; 0 for none.'),
        program: refTo('textOrNull', 'What probes hosts; null where nothing can.'),
        problem: refTo('textOrNull', 'Why nothing can; null when something does.'),
        total: value('integer', 'How many networks ask for scans.'),
        networks: {
          description: 'The first 500 of them, by id.',
          ...listOf(
            objectOf({
              id: value('id'),
              cidr: { ...text, description: 'The network.' },
              sectionId: value('id'),
              description: refTo('textOrNull', 'Free text.'),
              lastScan: value('momentOrNull', 'When the last scan of its addresses began.'),
              lastDiscovery: value('momentOrNull', 'When the last search for new hosts began.'),
            }),
          ),
        },
      }),
    ),
    errors: ['permission.denied'],
  },
  health: {
    summary: 'How the service is',
    text: 'As the process sees it that answers.',
    answer: shows(
      objectOf({
        version: { ...text, description: 'Of the service.' },
        node: { ...text, description: 'Of the runtime.' },
        uptime: value('integer', 'For how many seconds the process has been running.'),
        storage: objectOf({
          works: { description: 'Whether the storage works, as far as is known.', type: 'boolean' },
          failures: value('integer', 'How often something failed by it since the process started.'),
          software: { ...text, description: 'What it is.' },
          schema: { ...text, description: 'The version of its schema.' },
        }),
        followers: {
          description: 'What is fed from the history of changes: webhooks, DNS records.',
          ...listOf(
            objectOf({
              name: text,
              behind: value('integer', 'Changes that it has not been told of.'),
              failures: value('integer', 'How often in a row it failed.'),
            }),
          ),
        },
        counts: {
          description: 'How many there are of each; of subnets and addresses no more than `maxCounted` are counted.',
          ...objectOf(
            Object.fromEntries(
              ['sections', 'subnets', 'addresses', 'users', 'groups', 'apps', 'webhooks'].map((name) => [name, value('integer')]),
            ),
          ),
        },
        maxCounted: value('integer', 'How many subnets, or addresses, are counted at most.'),
      }),
    ),
    errors: ['permission.denied'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
