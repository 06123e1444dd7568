import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { adminSocketOf, CommandRefused, type Execute, executeOn, executeOver, NobodyListens } from '../../adapters/cli/index.js';
import { systemHosts } from '../../adapters/hosts/system-host-probe.js';
import { PasswordHashes, RandomTokenSource } from '../../adapters/system/index.js';
import { createAccessAdministration } from '../../application/access/administration/index.js';
import { providerTestBy } from '../../application/access/administration/sign-in-provider-administration.js';
import { DnsAdministration } from '../../application/dns/dns-administration.js';
import { MailAdministration } from '../../application/notifications/mail-administration.js';
import type { Database } from '../../application/ports/database.js';
import { StorageInUse } from '../../application/ports/storage-error.js';
import { Scanning } from '../../application/scan/scanning.js';
import { UsageRecording } from '../../application/views/usage-recording.js';
import { DatabaseError, openConfigured } from '../database.js';
import { dnsServers, mailer, signInProtocols, webhookSender } from '../remote-services.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { isPersistent, storageOf } from '../storages.js';

type Work<T> = (execute: Execute) => Promise<T>;

/** Time in milliseconds that a command waits for a starting service. */
const startTime = 30_000;
const retryInterval = 200;

/**
 * Executes commands through the service that has opened the embedded database, otherwise directly on the database. If the service
 * ends between two commands, the whole work is repeated on the database. If it ends during a command, the work fails.
 * @throws CommandRefused, DatabaseError, and errors of the work
 */
export const withCommands = <T>(configuration: ServiceConfiguration, work: Work<T>): Promise<T> =>
  withService(
    configuration,
    (path) => work(executeOver(path)),
    () => workDirectly(configuration, work),
  );

/**
 * Like {@link withCommands}, for any work.
 * @param over uses the service's socket; throws NobodyListens without a service
 * @param directly uses the database
 * @throws CommandRefused, DatabaseError, and errors of the work
 */
export async function withService<T>(
  { databaseUrl: url }: ServiceConfiguration,
  over: (path: string) => Promise<T>,
  directly: () => Promise<T>,
): Promise<T> {
  if (!isPersistent(url))
    throw new CommandRefused('a database in memory ends with its process, so the command line cannot administer it');
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
      if ('problem' in socket) throw new CommandRefused(`a service uses ${directory} and accepts no commands: ${socket.problem}`);
      if (Date.now() > deadline) throw error;
    }
  }
}

/** Rejects root in a directory of another user, because files of root would prevent the user's service from starting. */
function rejectOtherOwner(directory: string): void {
  const owner = statSync(directory, { throwIfNoEntry: false })?.uid ?? 0;
  if (process.getuid?.() === 0 && owner !== 0)
    throw new CommandRefused(`${directory} belongs to another user: run the command as the user of the service`);
}

async function overSocket<T>(path: string, over: (path: string) => Promise<T>): Promise<{ readonly result: T } | undefined> {
  try {
    return { result: await over(path) };
  } catch (error) {
    if (error instanceof NobodyListens) return undefined;
    throw error;
  }
}

/**
 * Opens the database, which must exist. Does not migrate, because services of another version may use this schema.
 * @param outdated the error if migrations are missing
 * @throws DatabaseError, CommandRefused
 */
export async function withDatabase<T>(
  configuration: ServiceConfiguration,
  work: (database: Database) => Promise<T>,
  outdated: Error = new CommandRefused('the database is not up to date: run hexipam migrate first'),
): Promise<T> {
  const database = await openConfigured(configuration, { mustExist: true });
  try {
    const pending = await database.pendingMigrations().catch((error: unknown) => {
      throw new DatabaseError(error);
    });
    if (pending.length > 0) throw outdated;
    return await work(database);
  } finally {
    await database.close();
  }
}

const workDirectly = <T>(configuration: ServiceConfiguration, work: Work<T>): Promise<T> =>
  withDatabase(configuration, ({ readers, unitOfWork, clock }) => {
    const [passwords, tokens] = [new PasswordHashes(), new RandomTokenSource()];
    const test = providerTestBy(signInProtocols);
    const access = createAccessAdministration(readers, unitOfWork, clock, passwords, tokens, webhookSender, test);
    const scanning = new Scanning({ readers, unitOfWork, clock, hosts: systemHosts }, () => readers.settings.read());
    const dns = new DnsAdministration({ readers, unitOfWork, clock }, dnsServers);
    const usageRecording = new UsageRecording(readers, unitOfWork, clock, tokens);
    const mails = new MailAdministration(readers, mailer, clock, tokens);
    return work(executeOn({ ...access, scanning, dns, usageRecording, mails }));
  });
