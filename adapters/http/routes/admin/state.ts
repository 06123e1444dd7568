import { maxCounted } from '../../../../application/access/administration/health-administration.js';
import { versionOfMembers } from '../../../../application/access/administration/requirements.js';
import type { Application } from '../../../../application/index.js';
import type { StorageWatch } from '../../../../application/storage-watch.js';
import { secretSettings, settingFields } from '../../../../domain/access/settings.js';
import { zonedTimestamp } from '../../../../domain/scalar-text.js';
import type { Route } from '../../api-request.js';
import { type RouteDoc, shows } from '../../openapi/docs.js';
import { listOf, objectOf, refTo, text, value } from '../../openapi/schema.js';
import { showsTagged } from '../common/docs.js';
import { reading, writing } from '../route.js';
import { memberInputSchemas, memberOutputSchemas } from './member-schemas.js';
import { readMembers, refuseUnheeded, showMembers } from './members.js';

/** Properties of the running service that are not stored. */
export interface ServiceFacts {
  readonly version: string;
  /** Whether the storage is available, and the number of its failures since the start of the process. */
  readonly storage: Pick<StorageWatch, 'works' | 'failures' | 'description'>;
}

/** Placeholders, for the OpenAPI description. */
export const noFacts: ServiceFacts = {
  version: '',
  storage: { works: true, failures: 0, description: { software: '', schema: '' } },
};

const about = {
  settings: {
    id: 'getSettings',
    summary: 'Retrieve the settings of the service',
    text: 'The response contains no secrets.',
    answer: showsTagged(memberOutputSchemas(settingFields)),
  },
  setSettings: {
    id: 'updateSettings',
    summary: 'Update settings',
    text: 'Members that are not in the request do not change.',
    input: { members: memberInputSchemas(settingFields, 'change') },
    answer: { shows: 'plain', message: 'Settings updated', data: memberOutputSchemas(settingFields) },
    errors: ['provision.invalid'],
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
          description: 'Followers of the change feed, such as webhooks, DNS records, notifications and message brokers.',
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
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

const get = reading('administer');

const orNever = (timestamp: string | null): string | null => timestamp && zonedTimestamp(timestamp);

export const stateRoutes = ({ access, scanStatus }: Application, facts: ServiceFacts): Route[] => [
  get('/settings', about.settings, async ({ caller }) => {
    const settings = await access.settings.read(caller);
    return { data: showMembers(settingFields, settings), version: () => versionOfMembers(settingFields, settings) };
  }),
  {
    ...writing('administer')('PATCH', '/settings', about.setSettings, async ({ parameters, write }) => {
      refuseUnheeded({ label: 'settings', members: settingFields }, parameters);
      return write(
        (caller) => access.settings.set(caller, readMembers(settingFields, parameters)),
        (settings) => ({ message: 'Settings updated', data: showMembers(settingFields, settings) }),
      );
    }),
    secrets: secretSettings,
    isVersioned: true,
  },
  get('/scans', about.scans, async () => {
    const { settings, networks, ...status } = await scanStatus();
    return {
      data: {
        enabled: settings.enabled ? 1 : 0,
        intervalSeconds: settings.intervalSeconds,
        ...status,
        networks: networks.map(({ lastScan, lastDiscovery, ...network }) => ({
          ...network,
          lastScan: orNever(lastScan),
          lastDiscovery: orNever(lastDiscovery),
        })),
      },
      isLong: true,
    };
  }),
  get('/health', about.health, async ({ caller }) => {
    const { followers, counts } = await access.health.read(caller);
    const { works, failures, description: storage } = facts.storage;
    return {
      data: {
        version: facts.version,
        node: process.version,
        uptime: Math.floor(process.uptime()),
        storage: { works, failures, ...storage },
        followers: followers.map((follower) => ({ ...follower })),
        counts: { ...counts },
        maxCounted,
      },
    };
  }),
];
