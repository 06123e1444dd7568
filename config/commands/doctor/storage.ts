import { existsSync } from 'node:fs';
import type { Execute } from '../../../adapters/cli/index.js';
import type { DnsStatus } from '../../../application/dns/dns-administration.js';
import type { ServerFacts } from '../../../application/ports/database.js';
import type { ProviderStep } from '../../../application/ports/sign-in-providers.js';
import type { SignInProvider } from '../../../domain/access/sign-in-provider.js';
import { lastDue } from '../../backups/backup-store.js';
import { backupStoreAt, requireArchive, usableRecipients } from '../../backups/locations.js';
import { openConfigured } from '../../database.js';
import type { ServiceConfiguration } from '../../settings/settings.js';
import { isPersistent, storageOf } from '../../storages.js';
import { withCommands } from '../commands.js';
import { type Check, type Finding, problem } from './check.js';

const maxSkewMs = 5000;
const backupGraceMs = 2 * 3_600_000;

export const storageChecks = (configuration: ServiceConfiguration): readonly Check[] => [
  { name: 'database', run: () => database(configuration), todo: 'start the database, or correct HEXIPAM_DATABASE_URL' },
  { name: 'DNS server', run: () => withExisting(configuration, dns), todo: 'see hexipam dns status' },
  { name: 'sign-in', run: () => withExisting(configuration, providers), todo: 'see hexipam provider list' },
  { name: 'backup settings', run: () => backupSettings(configuration), todo: 'correct the variable; the service does not start' },
  { name: 'backups', run: () => backups(configuration), todo: 'make the directory or the bucket readable for this user' },
];

async function database(configuration: ServiceConfiguration): Promise<readonly Finding[]> {
  const { databaseUrl: url } = configuration;
  if (!isPersistent(url)) return [{ text: 'in memory: all data is lost when the service stops' }];
  if (!storageOf(url).isShared)
    return withExisting(configuration, async (execute) => {
      await execute({ subject: 'settings', action: 'list', operands: [], options: {} });
      return [{ text: 'embedded, available' }];
    });
  const opened = await openConfigured(configuration);
  try {
    const pending = await opened.pendingMigrations();
    if (pending.length > 0)
      return [{ text: `${pending.length} migrations are missing`, todo: 'run hexipam migrate, or start the service' }];
    await opened.probeWrites();
    return (await opened.describeServer?.().then(serverFindings)) ?? [{ text: 'accepts writes' }];
  } finally {
    await opened.close();
  }
}

function serverFindings({ version, now, maxConnections, mayMigrate }: ServerFacts): readonly Finding[] {
  const skew = Math.abs(now - Date.now());
  const text = `PostgreSQL ${version} accepts writes, ${maxConnections} connections`;
  const findings: Finding[] = [{ text }];
  if (skew > maxSkewMs) {
    const difference = `the clock of the server differs by ${Math.round(skew / 1000)} s from the local clock`;
    findings.push(problem(difference, 'run NTP on both machines'));
  }
  if (!mayMigrate)
    findings.push(problem('the database user may not create tables: upgrades fail', 'grant create on the schema to this user'));
  return findings;
}

/** Skips the work if a new installation has no database yet. */
async function withExisting(
  configuration: ServiceConfiguration,
  work: (execute: Execute) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  if (!isPersistent(configuration.databaseUrl)) return [{ text: 'not checked: the database is in memory' }];
  const directory = storageOf(configuration.databaseUrl).directoryOf(configuration.databaseUrl);
  if (directory !== undefined && !existsSync(directory)) return [{ text: 'not checked: the database does not exist yet' }];
  return withCommands(configuration, work);
}

async function dns(execute: Execute): Promise<readonly Finding[]> {
  const status = (await execute({ subject: 'dns', action: 'status', operands: [], options: {} })) as DnsStatus;
  if (!status.enabled) return [{ text: 'off' }];
  const { server, software, zones, waiting, failures, problem: cause } = status;
  if (!status.isReachable)
    return [{ text: `${server}: ${cause ?? 'no answer'}`, todo: 'start it, or run hexipam settings set --dns-...' }];
  const text = `${software} at ${server}, ${zones} zones, ${waiting} pending changes`;
  return [failures > 0 ? { text: `${text}: ${cause ?? `failed ${failures} times`}`, todo: 'see hexipam dns status' } : { text }];
}

async function providers(execute: Execute): Promise<readonly Finding[]> {
  const command = { subject: 'provider', action: 'list', operands: [], options: {} };
  const listed = (await execute(command)) as readonly Pick<SignInProvider, 'name' | 'disabled'>[];
  const used = listed.filter(({ disabled }) => !disabled);
  if (used.length === 0) return [{ text: 'no sign-in providers, only passwords of this service' }];
  return Promise.all(used.map(({ name }) => provider(execute, name)));
}

async function provider(execute: Execute, name: string): Promise<Finding> {
  const command = { subject: 'provider', action: 'test', operands: [name], options: {} };
  const steps = (await execute(command)) as readonly ProviderStep[];
  const failed = steps.find((step) => step.problem !== null);
  if (!failed) return { text: `${name}: ${steps.length} steps succeeded` };
  return { text: `${name}: ${failed.step}: ${failed.problem}`, todo: `see hexipam provider test ${name}` };
}

async function backupSettings(configuration: ServiceConfiguration): Promise<readonly Finding[]> {
  requireArchive(configuration);
  const recipients = await usableRecipients(configuration);
  return [
    { text: recipients.length === 0 ? 'backups are not encrypted' : `backups are encrypted for ${recipients.length} keys` },
  ];
}

async function backups(configuration: ServiceConfiguration): Promise<readonly Finding[]> {
  const { location, times } = configuration.backups;
  if (location === null) return [{ text: 'not scheduled by the service (HEXIPAM_BACKUP_DIR)' }];
  const newest = (await (await backupStoreAt(location, configuration)).list()).at(-1);
  const todo = 'search the log of the service for "backup failed"';
  if (!newest) return [{ text: `no backup in ${location}`, todo: 'start the service, which creates a backup, or see its log' }];
  const text = `${newest.name}, ${newest.bytes} bytes, ${newest.name.endsWith('.age') ? 'encrypted' : 'not encrypted'}`;
  const due = lastDue(times, new Date(Date.now() - backupGraceMs));
  return [newest.at < due ? { text: `the newest backup is too old: ${text}`, todo } : { text }];
}
