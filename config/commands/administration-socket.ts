import {
  type AdminSocket,
  adminSocketOf,
  CommandRefused,
  type Execute,
  executeOn,
  openAdminSocket,
} from '../../adapters/cli/index.js';
import type { Service } from '../container.js';
import { storageOf } from '../database.js';
import type { ServiceConfiguration } from '../settings/settings.js';

/** What of the service commands of administration go through. */
type AdministeredService = Pick<Service, 'access' | 'storage' | 'log'> & {
  readonly application: Pick<Service['application'], 'scanning' | 'dns' | 'directory'>;
};

/**
 * Takes commands of administration for a database that only this process can open. What they change holds at once. Where there
 * can be no socket the service does without, and says so in its log.
 */
export async function openAdministration(
  { databaseUrl }: ServiceConfiguration,
  { access, application, storage, log }: AdministeredService,
): Promise<AdminSocket> {
  const directory = storageOf(databaseUrl).directoryOf(databaseUrl);
  if (directory === undefined) return noSocket;
  const socket = adminSocketOf(directory);
  const goWithout = (problem: string): AdminSocket => {
    log.warn('takes no commands of administration while it runs', { problem });
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
  return openAdminSocket(socket.path, execute, log).catch((error: Error) => goWithout(error.message));
}

const noSocket: AdminSocket = { close: async () => {} };
