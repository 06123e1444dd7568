import { archiveTexts, rowCount, verifiedBytes, writeFile } from '../../../adapters/archive/index.js';
import {
  CommandRefused,
  type Terminal,
  textsOver,
  UsageError,
  type WrittenBackup,
  withProgress,
} from '../../../adapters/cli/index.js';
import type { RegisterArchive } from '../../../application/ports/archive.js';
import type { Database } from '../../../application/ports/database.js';
import { backupName, removeAllBut } from '../../backups/backup-store.js';
import { backupStoreAt, usableRecipients } from '../../backups/locations.js';
import { readProcessConfiguration, type ServiceConfiguration } from '../../settings/settings.js';
import { isLocation } from '../../settings/values.js';
import { variables } from '../../settings/variables.js';
import { withDatabase, withService } from '../commands.js';

type WriteArchive = (pieces: AsyncIterable<string | Uint8Array>) => Promise<void>;

/** Writes all data. A service that has opened the embedded database does the work. Returns the number of rows. */
const writeArchive = (configuration: ServiceConfiguration, write: WriteArchive, terminal: Terminal): Promise<number> =>
  withProgress(terminal, ({ show }) =>
    withService(
      configuration,
      async (socket) => {
        let rows = 0;
        const count = (all: number): void => {
          rows = all;
        };
        await write(verifiedBytes(await textsOver(socket, 'archive'), count, show));
        return rows;
      },
      () =>
        withDatabase(configuration, (database) =>
          archiveOf(database).snapshot(async (taken) => {
            await write(archiveTexts(taken, show));
            return rowCount(taken.head);
          }),
        ),
    ),
  );

export async function exportTo(file: string, terminal: Terminal): Promise<number> {
  const configuration = readProcessConfiguration();
  const recipients = file.endsWith('.age') ? await usableRecipients(configuration) : [];
  if (file.endsWith('.age') && recipients.length === 0)
    throw new CommandRefused(`cannot encrypt ${file}: set ${variables.backupRecipients.name} to public keys of age`);
  return writeArchive(configuration, (pieces) => writeFile(file, pieces, { recipients }), terminal);
}

export async function backUp(directory: string, keep: number | undefined, terminal: Terminal): Promise<WrittenBackup> {
  const configuration = readProcessConfiguration();
  if (!isLocation(directory)) throw new UsageError(`${directory} is neither a directory nor s3://BUCKET/PREFIX`);
  const store = await backupStoreAt(directory, configuration);
  await store.prepare();
  const recipients = await usableRecipients(configuration);
  const name = backupName(new Date(), recipients.length > 0);
  let file = name;
  const write: WriteArchive = async (pieces) => {
    file = await store.write(name, pieces, { recipients });
  };
  const rows = await writeArchive(configuration, write, terminal);
  const removed = keep === undefined ? [] : await removeAllBut(keep, store);
  return { file, rows, removed };
}

export function archiveOf({ archive }: Database): RegisterArchive {
  if (!archive) throw new CommandRefused('this storage supports neither export nor restore');
  return archive;
}
