import { accessOf, CommandRefused, type ProgramWork, withProgress } from '../../../adapters/cli/index.js';
import { phpIpamDatabase, phpIpamDump } from '../../../adapters/phpipam/index.js';
import { problemWithCryptHash, RandomTokenSource } from '../../../adapters/system/index.js';
import type { Database } from '../../../application/ports/database.js';
import type { RegisterLoader } from '../../../application/ports/register.js';
import { ImportRefused, importRegister } from '../../../application/transfer/register/import-register.js';
import { migrateDatabase, openConfigured } from '../../database.js';
import { readBounded } from '../../settings/environment.js';
import { readProcessConfiguration } from '../../settings/settings.js';

export const importPhpIpam: ProgramWork['importPhpIpam'] = async (location, { dryRun, accept, ...access }, terminal, report) => {
  const configuration = readProcessConfiguration();
  const source = /^(mysql|mariadb):\/\//.test(location)
    ? phpIpamDatabase(location, await accessOf(access, configuration.importPassword, terminal.input, readBounded))
    : phpIpamDump(location);
  const tokens = new RandomTokenSource();
  const secrets = { problemWithHash: problemWithCryptHash, digest: (code: string) => tokens.digest(code) };
  const database = dryRun ? undefined : await openConfigured(configuration);
  try {
    if (database) await migrateDatabase(database);
    const imported = await withProgress(terminal, ({ show: progressed }) =>
      importRegister(source, database && loaderOf(database), { accepted: new Set(accept), secrets, progressed }),
    ).catch((error: unknown) => {
      if (error instanceof ImportRefused) return error.report;
      throw error;
    });
    report(imported);
  } finally {
    await source.close?.();
    await database?.close();
  }
};

function loaderOf({ loader }: Database): RegisterLoader {
  if (!loader)
    throw new CommandRefused(
      'this storage does not support the import of a whole register: import into file:DIRECTORY or postgres://...',
    );
  return loader;
}
