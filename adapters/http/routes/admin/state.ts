import { maxCounted } from '../../../../application/access/administration/health-administration.js';
import { versionOfMembers } from '../../../../application/access/administration/requirements.js';
import type { Application } from '../../../../application/index.js';
import type { StorageWatch } from '../../../../application/storage-watch.js';
import { secretSettings, settingFields } from '../../../../domain/access/settings.js';
import { zonedTimestamp } from '../../../../domain/scalar-text.js';
import type { Route } from '../../api-request.js';
import { reading, writing } from '../route.js';
import { adminDocs as about } from './docs.js';
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
