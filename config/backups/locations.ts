import { plainBytes, readFileBytes, wrongRecipients } from '../../adapters/archive/index.js';
import type { ObjectStore } from '../../application/ports/object-store.js';
import { httpClient } from '../remote-services.js';
import type { S3Configuration, ServiceConfiguration } from '../settings/settings.js';
import { bucketOf, ConfigurationError } from '../settings/values.js';
import { variables } from '../settings/variables.js';
import { isPersistent } from '../storages.js';
import type { BackupStore } from './backup-store.js';
import { BackupBucket, BackupDirectory } from './backup-stores.js';

/** @param location a directory, or s3://BUCKET/PREFIX @throws ConfigurationError for a bucket without keys */
export async function backupStoreAt(location: string, { s3 }: Pick<ServiceConfiguration, 's3'>): Promise<BackupStore> {
  const found = bucketOf(location);
  if (!found) return new BackupDirectory(location);
  const { bucket, key } = found;
  return new BackupBucket(await openBucket(bucket, s3), bucket, key === '' || key.endsWith('/') ? key : `${key}/`);
}

/**
 * Reads an export or a backup, decrypted and decompressed.
 * @param location a file, or s3://BUCKET/KEY
 * @param identities private age keys
 * @throws SourceError, ObjectStoreFailure; ConfigurationError for a bucket without keys
 */
export async function* archiveBytes(
  location: string,
  identities: readonly string[],
  { s3 }: Pick<ServiceConfiguration, 's3'>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const found = bucketOf(location);
  if (!found) yield* readFileBytes(location, identities);
  else yield* plainBytes((await openBucket(found.bucket, s3)).get(found.key), identities, location);
}

/** Loads the client on first use: most services have no bucket. */
async function openBucket(bucket: string, { endpoint, region, accessKey, secretKey }: S3Configuration): Promise<ObjectStore> {
  if (accessKey === null) throw new ConfigurationError(variables.s3AccessKey.name, 'must be set for a bucket (s3://...)');
  if (secretKey === null) throw new ConfigurationError(variables.s3SecretKey.name, 'must be set for a bucket (s3://...)');
  const { S3Bucket } = await import('../../adapters/s3/index.js');
  return new S3Bucket(httpClient, { endpoint: new URL(endpoint), region, bucket, accessKey, secretKey });
}

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
