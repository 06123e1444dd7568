import type { Announce, FirstStart } from '../../adapters/cli/announcements.js';
import { tracingState } from '../../adapters/tracing/request-spans.js';
import type { Administration } from '../../application/access/administration/administration.js';
import type { Log } from '../../application/ports/environment.js';
import { reasonOf } from '../../application/ports/storage-error.js';
import { IpamError } from '../../domain/errors.js';
import { requireArchive, usableRecipients } from '../backups/locations.js';
import { migrateDatabase } from '../database.js';
import { consoleUrl } from '../listeners/console.js';
import { openFilesWarning } from '../open-files.js';
import { provisionFromFile } from '../provisioning-file.js';
import type { Service } from '../services.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { ConfigurationError } from '../settings/values.js';
import { variables } from '../settings/variables.js';
import type { Signals } from '../signals.js';
import { storageOf } from '../storages.js';

export interface StartOptions {
  /** Maximum seconds to wait for an unavailable database. */
  readonly wait: number;
}

export function shutdownHooksOf({ storage, database }: Pick<Service, 'storage' | 'database'>): ShutdownHooks {
  const hooks = new ShutdownHooks();
  hooks.add(() => database.close());
  hooks.add(() => storage.close());
  return hooks;
}

/** Credentials are announced before other steps can fail, because they cannot be shown again. */
export async function prepare(
  service: Service,
  configuration: ServiceConfiguration,
  { wait }: StartOptions,
  { stop }: Signals,
  announce: Announce,
): Promise<FirstStart | undefined> {
  const { database, log } = service;
  requireArchive(configuration);
  await usableRecipients(configuration);
  const migrations = await migrateDatabase(database, {
    seconds: wait,
    stop,
    tell: (problem) => log.warn('waiting for the database', { problem }),
  });
  if (migrations.length > 0) log.info('database migrated', { migrations });
  logTracing(log);
  const firstStart = await fill(service, configuration);
  if (isUnsynced(configuration))
    announce({ event: 'warning', problem: `${variables.embeddedSync.name} is off: ${unsyncedText}` });
  if (isExposed(configuration)) announce({ event: 'warning', problem: exposedText });
  const fewFiles = openFilesWarning(configuration);
  if (fewFiles !== undefined) announce({ event: 'warning', problem: fewFiles });
  if (firstStart) announce({ event: 'firstStart', firstStart });
  return firstStart;
}

/** Logs whether request spans reach an OpenTelemetry SDK. Without an SDK, nothing is logged. */
function logTracing(log: Log): void {
  const { active, problem } = tracingState();
  if (problem !== undefined) log.warn('tracing', { active, problem });
  else if (active) log.info('tracing', { active });
}

async function fill(
  { administration, log }: Service,
  { provisioningFile, adminPassword }: ServiceConfiguration,
): Promise<FirstStart | undefined> {
  if (provisioningFile !== null) {
    const changed = await provisionFromFile(provisioningFile, administration, warnOfWeak(log, provisioningFile));
    log.info('provisioning file applied', { file: provisioningFile, changed });
    await addAdministrator(administration, log, provisioningFile, adminPassword);
    return undefined;
  }
  const credentials = await refusingPassword(() => administration.firstStart(adminPassword ?? undefined));
  return credentials && { credentials, isGenerated: adminPassword === null };
}

const warnOfWeak = (log: Log, file: string) => (problem: string) => log.warn('weak password', { file, problem });

/** Creates the user Admin if the provisioning file has no administrator. Logs a failure. */
async function addAdministrator(
  administration: Administration,
  log: Log,
  file: string,
  adminPassword: string | null,
): Promise<void> {
  const variable = variables.adminPassword.name;
  const outcome = await refusingPassword(() => administration.firstAdministrator(adminPassword));
  if (outcome === 'made') log.info('administrator Admin created with the password from the environment', { file, variable });
  if (outcome === 'missing')
    log.warn(
      'no administrator can sign in: the provisioning file has no administrator and the password of user Admin is not set',
      {
        file,
        variable,
      },
    );
  if (outcome === 'nameTaken')
    log.warn('no administrator can sign in: user Admin is disabled or is not an administrator', { file, variable });
}

async function refusingPassword<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (IpamError.is(error, 'provision.invalid'))
      throw new ConfigurationError(variables.adminPassword.name, error.details.problem);
    throw error;
  }
}

const unsyncedText = 'a power failure of this machine can lose acknowledged writes of the last 30 seconds';

const isUnsynced = ({ databaseUrl, embeddedSync }: ServiceConfiguration): boolean =>
  !embeddedSync && storageOf(databaseUrl).directoryOf(databaseUrl) !== undefined;

const exposedText = `passwords and tokens cross the network unencrypted: the service listens on all addresses (${variables.host.name}) without TLS; set ${variables.tlsPort.name}, or ${variables.trustProxy.name} for a proxy with TLS`;

/** Whether the service listens on all addresses without TLS and without a trusted proxy. */
export const isExposed = ({
  http,
  tls,
  trustedProxies,
}: Pick<ServiceConfiguration, 'http' | 'tls' | 'trustedProxies'>): boolean =>
  tls === null && trustedProxies.length === 0 && /^([0:.]+|0x0+|::ffff:[0.]+)$/i.test(http.host);

/** Errors are logged, and nothing changes. */
export async function provisionAgain(
  { administration, application, log }: Service,
  { provisioningFile }: ServiceConfiguration,
): Promise<void> {
  if (provisioningFile === null) return;
  try {
    const changed = await provisionFromFile(provisioningFile, administration, warnOfWeak(log, provisioningFile));
    application.directory.forget();
    log.info('provisioning file applied', { file: provisioningFile, changed });
  } catch (error) {
    log.error('provisioning file not applied', {
      file: provisioningFile,
      problem: reasonOf(error),
    });
  }
}

export function logUrls(
  { web }: ServiceConfiguration,
  urls: readonly string[],
  firstStart: FirstStart | undefined,
  announce: Announce,
): void {
  for (const url of urls) announce({ event: 'listening', url });
  const last = urls.at(-1);
  if (web && last !== undefined) announce({ event: 'console', url: consoleUrl(last) });
  if (firstStart) announce({ event: 'firstSteps', firstStart, url: urls[0] ?? '' });
}

/** Executes shutdown steps in reverse order. */
export class ShutdownHooks {
  readonly #ends: (() => unknown)[] = [];

  add(end: () => unknown): void {
    this.#ends.unshift(end);
  }

  /** @throws the first error, after executing all steps */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const end of this.#ends.splice(0)) {
      try {
        await end();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
