import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { adminSocketOf, CommandRefused, type Execute, executeOn, executeOver, NobodyListens } from '../../adapters/cli/index.js';
import { systemHosts } from '../../adapters/hosts/index.js';
import { NodeHttpClient } from '../../adapters/http-client/index.js';
import { powerDnsServers } from '../../adapters/powerdns/index.js';
import { PasswordHashes, RandomTokenSource } from '../../adapters/system/index.js';
import { HttpWebhookSender } from '../../adapters/webhooks/index.js';
import { createAccessAdministration } from '../../application/access/administration/index.js';
import { DnsAdministration } from '../../application/dns/dns-administration.js';
import { StorageInUse } from '../../application/ports/storage-error.js';
import { Scanning } from '../../application/scan/scanning.js';
import { DatabaseError, openConfigured } from '../database.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { isPersistent, storageOf } from '../storages.js';

/** What is done with commands. */
type Work<T> = (execute: Execute) => Promise<T>;

/** How long a service that holds the directory may take until it takes commands, in milliseconds. */
const startTime = 30_000;
const retryInterval = 200;

/**
 * Has work carry commands out: through the service that holds the embedded database, else on the database itself. Work may begin
 * anew on the database when the service has ended meanwhile.
 * @throws CommandRefused, DatabaseError, and what the work throws
 */
export const withCommands = <T>(configuration: ServiceConfiguration, work: Work<T>): Promise<T> =>
  withService(
    configuration,
    (path) => work(executeOver(path)),
    () => workDirectly(configuration, work),
  );

/**
 * Has work done through the service that holds the embedded database, else on the database itself.
 * @param over does it through the service's socket; it throws NobodyListens where there is none
 * @param directly does it on the database
 * @throws CommandRefused, DatabaseError, and what the work throws
 */
export async function withService<T>(
  { databaseUrl: url }: ServiceConfiguration,
  over: (path: string) => Promise<T>,
  directly: () => Promise<T>,
): Promise<T> {
  if (!isPersistent(url))
    throw new CommandRefused('a database in memory ends with its process: there is nothing to administer from the command line');
  const directory = storageOf(url).directoryOf(url);
  if (directory === undefined) return directly();
  const socket = adminSocketOf(directory);
  for (const deadline = Date.now() + startTime; ; await delay(retryInterval)) {
    const done = 'path' in socket ? await overSocket(socket.path, over) : undefined;
    if (done) return done.result;
    rejectOtherOwner(directory);
    try {
      return await directly();
    } catch (error) {
      if (!(error instanceof DatabaseError && error.cause instanceof StorageInUse)) throw error;
      if ('problem' in socket) throw new CommandRefused(`a service uses ${directory}, and takes no commands: ${socket.problem}`);
      if (Date.now() > deadline) throw error;
    }
  }
}

/** Files that root makes in a directory of another user would keep that user's service from starting. */
function rejectOtherOwner(directory: string): void {
  const owner = statSync(directory, { throwIfNoEntry: false })?.uid ?? 0;
  if (process.getuid?.() === 0 && owner !== 0)
    throw new CommandRefused(`${directory} belongs to another user: run the command as the user who runs the service`);
}

/** @returns undefined when no service takes commands there */
async function overSocket<T>(path: string, over: (path: string) => Promise<T>): Promise<{ readonly result: T } | undefined> {
  try {
    return { result: await over(path) };
  } catch (error) {
    if (error instanceof NobodyListens) return undefined;
    throw error;
  }
}

/** The schema is left as it is: services of another version may be running on it. */
async function workDirectly<T>(configuration: ServiceConfiguration, work: Work<T>): Promise<T> {
  const database = await openConfigured(configuration, { mustExist: true });
  try {
    const pending = await database.pendingMigrations().catch((error: unknown) => {
      throw new DatabaseError(error);
    });
    if (pending.length > 0) throw new CommandRefused('the database is not up to date: run hexipam migrate first');
    const { readers, unitOfWork, clock } = database;
    const [passwords, tokens, httpClient] = [new PasswordHashes(), new RandomTokenSource(), new NodeHttpClient()];
    const access = createAccessAdministration(readers, unitOfWork, clock, passwords, tokens, new HttpWebhookSender(httpClient));
    const scanning = new Scanning({ readers, unitOfWork, clock, hosts: systemHosts }, () => readers.settings.read());
    const dns = new DnsAdministration({ readers, unitOfWork, clock }, powerDnsServers(httpClient));
    return await work(executeOn({ ...access, scanning, dns }));
  } finally {
    await database.close();
  }
}
