import { wrongRecipients } from '../../adapters/archive/index.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { ConfigurationError } from '../settings/values.js';
import { variables } from '../settings/variables.js';
import { isPersistent } from '../storages.js';

/** @throws ConfigurationError for scheduled backups of a database in memory, which has no archive */
export function requireArchive({ backups, databaseUrl }: Pick<ServiceConfiguration, 'backups' | 'databaseUrl'>): void {
  if (backups.location !== null && !isPersistent(databaseUrl))
    throw new ConfigurationError(variables.backupDirectory.name, 'must not be set for a database in memory');
}

/** @throws ConfigurationError for a key with a wrong checksum */
export async function usableRecipients({ backups }: Pick<ServiceConfiguration, 'backups'>): Promise<readonly string[]> {
  if (backups.recipients.length === 0) return [];
  const [wrong] = await wrongRecipients(backups.recipients);
  if (wrong !== undefined) throw new ConfigurationError(variables.backupRecipients.name, `has an invalid key: ${wrong}`);
  return backups.recipients;
}
