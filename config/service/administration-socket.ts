import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { archiveTexts } from '../../adapters/archive/index.js';
import {
  type AdminSocket,
  adminSocketOf,
  CommandRefused,
  type Execute,
  executeOn,
  openAdminSocket,
  type TextStreams,
} from '../../adapters/cli/index.js';
import { StorageError } from '../../application/ports/storage-error.js';
import type { Service } from '../container.js';
import { exportedTexts, importedTexts } from '../row-streams.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { storageOf } from '../storages.js';

/** What of the service commands of administration go through. */
type AdministeredService = Pick<Service, 'access' | 'storage' | 'log'> & {
  readonly database: Pick<Service['database'], 'archive' | 'check'>;
} & {
  readonly application: Pick<Service['application'], 'scanning' | 'dns' | 'directory' | 'rowImport' | 'rowExport'>;
};

/**
 * Takes commands of administration for a database that only this process can open. What they change holds at once. Where there
 * can be no socket the service does without, and says so in its log.
 */
export async function openAdministration(
  { databaseUrl }: ServiceConfiguration,
  { access, application, storage, log, database }: AdministeredService,
): Promise<AdminSocket> {
  const directory = storageOf(databaseUrl).directoryOf(databaseUrl);
  if (directory === undefined) return noSocket;
  const socket = adminSocketOf(directory);
  const goWithout = (problem: string): AdminSocket => {
    log.warn('administration socket unavailable', { problem });
    return noSocket;
  };
  if ('problem' in socket) return goWithout(socket.problem);
  const noting = (error: unknown): never => {
    storage.note(error instanceof CommandRefused ? error.cause : error);
    throw error;
  };
  const execute: Execute = (command) =>
    executeOn({ ...access, scanning: application.scanning, dns: application.dns })(command)
      .catch(noting)
      .finally(() => application.directory.forget());
  const streams = { ...streamsOf(database), csv: exportedTexts(application.rowExport) };
  const uploads = { rows: importedTexts(application.rowImport, log) };
  return openAdminSocket(socket.path, execute, log, { streams, uploads }).catch((error: Error) => goWithout(error.message));
}

/** What a command reads that only this process can open. */
const streamsOf = (database: Pick<Service['database'], 'archive' | 'check'>): TextStreams => ({
  archive: () => archiveOf(database),
  check: (options) => checked(database, options.get('repair') === 'true'),
});

/** The register as it is at one moment, written out. @throws CommandRefused */
async function* archiveOf({ archive }: Pick<Service['database'], 'archive'>): AsyncGenerator<string, void, undefined> {
  if (!archive) throw new CommandRefused('this sort of database cannot be written out');
  const texts = new PassThrough({ objectMode: true, highWaterMark: 1 });
  const written = archive
    .snapshot((taken) => pipeline(archiveTexts(taken), texts))
    .catch((error: unknown) => {
      const isForeseen = error instanceof StorageError && error.trouble === 'unavailable';
      texts.destroy(isForeseen ? new CommandRefused(error.message) : (error as Error));
    });
  try {
    yield* texts;
  } finally {
    texts.destroy();
    await written;
  }
}

/** Findings, a line each, and a last line that says that these are all. */
async function* checked({ check }: Pick<Service['database'], 'check'>, repair: boolean): AsyncGenerator<string, void, undefined> {
  for await (const finding of check({ repair })) yield `${JSON.stringify(finding)}\n`;
  yield `${JSON.stringify({ end: true })}\n`;
}

const noSocket: AdminSocket = { close: async () => {} };
