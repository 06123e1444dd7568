import { existsSync } from 'node:fs';
import { machineChecks } from '../../adapters/cli/commands/doctor/machine.js';
import { networkChecks } from '../../adapters/cli/commands/doctor/network.js';
import { type Storage, storageChecks } from '../../adapters/cli/commands/doctor/storage.js';
import type { Check } from '../../adapters/cli/index.js';
import { lastDue } from '../backups/backup-store.js';
import { backupStoreAt, requireArchive, usableRecipients } from '../backups/locations.js';
import { openConfigured } from '../database.js';
import { openFilesWarning } from '../open-files.js';
import { isExposed } from '../service/preparing.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { bucketOf } from '../settings/values.js';
import { isPersistent, storageOf } from '../storages.js';
import { installedAt, readVersion } from '../version.js';
import { withCommands } from './commands.js';

export function checksOf(configuration: ServiceConfiguration): readonly Check[] {
  const { databaseUrl, maxRequests, backups } = configuration;
  const dataDirectory = () => storageOf(databaseUrl).directoryOf(databaseUrl);
  const backupDirectory = backups.location === null || bucketOf(backups.location) ? undefined : backups.location;
  const warning = (): string | undefined => openFilesWarning(configuration);
  return [
    ...machineChecks({ readVersion, installedAt, maxRequests, openFilesWarning: warning, dataDirectory, backupDirectory }),
    ...networkChecks({ ...configuration, isExposed: isExposed(configuration) }),
    ...storageChecks(storageFor(configuration, dataDirectory)),
  ];
}

function storageFor(configuration: ServiceConfiguration, directoryOf: () => string | undefined): Storage {
  const { databaseUrl: url, backups } = configuration;
  return {
    form: () => (!isPersistent(url) ? 'memory' : storageOf(url).isShared ? 'server' : 'embedded'),
    exists: () => {
      const directory = directoryOf();
      return directory === undefined || existsSync(directory);
    },
    withCommands: (work) => withCommands(configuration, work),
    withServer: async (work) => {
      const opened = await openConfigured(configuration);
      try {
        return await work(opened);
      } finally {
        await opened.close();
      }
    },
    backups: {
      location: backups.location,
      recipients: async () => {
        requireArchive(configuration);
        return usableRecipients(configuration);
      },
      newest: async (location) => (await (await backupStoreAt(location, configuration)).list()).at(-1),
      lastDue: (now) => lastDue(backups.times, now),
    },
  };
}
