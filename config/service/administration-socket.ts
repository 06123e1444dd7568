import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { archiveTexts } from '../../adapters/archive/index.js';
import {
  type AdminSocket,
  adminSocketOf,
  CommandRefused,
  type Execute,
  executeOn,
  exportedTexts,
  importedTexts,
  openAdminSocket,
  type TextStreams,
} from '../../adapters/cli/index.js';
import { StorageError } from '../../application/ports/storage-error.js';
import { rowFormats } from '../row-formats.js';
import type { Service } from '../services.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { storageOf } from '../storages.js';

type AdministeredService = Pick<Service, 'access' | 'storage' | 'log'> & {
  readonly database: Pick<Service['database'], 'archive' | 'check'>;
} & {
  readonly application: Pick<
    Service['application'],
    'scanning' | 'dns' | 'usageRecording' | 'mails' | 'directory' | 'rowImport' | 'rowExport'
  >;
};

/** Only for a database that no other process can open. If the socket cannot be opened, the service runs without it. */
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
  const { scanning, dns, usageRecording, mails } = application;
  const execute: Execute = (command) =>
    executeOn({ ...access, scanning, dns, usageRecording, mails })(command)
      .catch(noting)
      .finally(() => application.directory.forget());
  const streams = { ...streamsOf(database), csv: exportedTexts(application.rowExport, rowFormats) };
  const uploads = { rows: importedTexts(application.rowImport, log, rowFormats.messageOf) };
  return openAdminSocket(socket.path, execute, log, { streams, uploads }).catch((error: Error) => goWithout(error.message));
}

const streamsOf = (database: Pick<Service['database'], 'archive' | 'check'>): TextStreams => ({
  archive: () => archiveOf(database),
  check: (options) => checked(database, options.get('repair') === 'true'),
});

async function* archiveOf({ archive }: Pick<Service['database'], 'archive'>): AsyncGenerator<string, void, undefined> {
  if (!archive) throw new CommandRefused('this type of database cannot be exported');
  const texts = new PassThrough({ objectMode: true, highWaterMark: 1 });
  const written = archive
    .snapshot((taken) => pipeline(archiveTexts(taken), texts))
    .catch((error: unknown) => {
      const isForeseen = error instanceof StorageError && error.failure === 'unavailable';
      texts.destroy(isForeseen ? new CommandRefused(error.message) : (error as Error));
    });
  try {
    yield* texts;
  } finally {
    texts.destroy();
    await written;
  }
}

/** Yields findings as lines; the last line marks the end. */
async function* checked({ check }: Pick<Service['database'], 'check'>, repair: boolean): AsyncGenerator<string, void, undefined> {
  for await (const finding of check({ repair })) yield `${JSON.stringify(finding)}\n`;
  yield `${JSON.stringify({ end: true })}\n`;
}

const noSocket: AdminSocket = { close: async () => {} };
