import { checkOver } from '../../adapters/cli/index.js';
import type { Finding } from '../../application/ports/consistency.js';
import { DatabaseError } from '../database.js';
import { readProcessConfiguration } from '../settings/settings.js';
import { withDatabase, withService } from './commands.js';

/** @throws DatabaseError, also if a migration is missing */
export async function check(repair: boolean, report: (finding: Finding) => void): Promise<void> {
  const configuration = readProcessConfiguration();
  await withService(
    configuration,
    (path) => checkOver(path, repair, report),
    () =>
      withDatabase(
        configuration,
        async (database) => {
          for await (const finding of database.check({ repair })) report(finding);
        },
        new DatabaseError(new Error('it is not up to date: run hexipam migrate')),
      ),
  );
}
