import type { DnsStatus } from '../../../../application/dns/dns-administration.js';
import type { Database, ServerFacts } from '../../../../application/ports/database.js';
import type { ProviderStep } from '../../../../application/ports/sign-in-providers.js';
import type { SignInProvider } from '../../../../domain/access/sign-in-provider.js';
import type { Execute } from '../../execution.js';
import type { WithCommands } from '../../program-work.js';
import { type Check, type Finding, problem } from './check.js';

const maxSkewMs = 5000;
const backupGraceMs = 2 * 3_600_000;

export interface Storage {
  /** A server accepts several processes; an embedded database has one process. */
  readonly form: () => 'memory' | 'embedded' | 'server';
  /** Whether the directory of an embedded database exists. */
  readonly exists: () => boolean;
  readonly withCommands: WithCommands;
  /** Opens the database of a server and closes it after the work. */
  readonly withServer: <T>(work: (database: ServerDatabase) => Promise<T>) => Promise<T>;
  readonly backups: BackupSchedule;
}

type ServerDatabase = Pick<Database, 'pendingMigrations' | 'probeWrites' | 'describeServer'>;

export interface BackupSchedule {
  /** A directory or a bucket; null without scheduled backups. */
  readonly location: string | null;
  /** Returns the public keys of the encryption. @throws errors of settings that prevent the start of the service */
  readonly recipients: () => Promise<readonly unknown[]>;
  /** Returns the newest backup at a location. `at` is the start of the backup. */
  readonly newest: (
    location: string,
  ) => Promise<{ readonly name: string; readonly at: Date; readonly bytes: number } | undefined>;
  /** Returns the last time before `now` at which a backup was due. */
  readonly lastDue: (now: Date) => Date;
}

export const storageChecks = (storage: Storage): readonly Check[] => [
  { name: 'database', run: () => database(storage), todo: 'start the database, or correct HEXIPAM_DATABASE_URL' },
  { name: 'DNS server', run: () => withExisting(storage, dns), todo: 'see hexipam dns status' },
  { name: 'sign-in', run: () => withExisting(storage, providers), todo: 'see hexipam provider list' },
  {
    name: 'backup settings',
    run: () => backupSettings(storage.backups),
    todo: 'correct the variable; the service does not start',
  },
  { name: 'backups', run: () => backups(storage.backups), todo: 'make the directory or the bucket readable for this user' },
];

async function database(storage: Storage): Promise<readonly Finding[]> {
  switch (storage.form()) {
    case 'memory':
      return [{ text: 'in memory: all data is lost when the service stops' }];
    case 'embedded':
      return withExisting(storage, async (execute) => {
        await execute({ subject: 'settings', action: 'list', operands: [], options: {} });
        return [{ text: 'embedded, available' }];
      });
    case 'server':
      return storage.withServer(server);
  }
}

async function server(opened: ServerDatabase): Promise<readonly Finding[]> {
  const pending = await opened.pendingMigrations();
  if (pending.length > 0)
    return [{ text: `${pending.length} migrations are missing`, todo: 'run hexipam migrate, or start the service' }];
  await opened.probeWrites();
  return (await opened.describeServer?.().then(serverFindings)) ?? [{ text: 'accepts writes' }];
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
  storage: Storage,
  work: (execute: Execute) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const form = storage.form();
  if (form === 'memory') return [{ text: 'not checked: the database is in memory' }];
  if (form === 'embedded' && !storage.exists()) return [{ text: 'not checked: the database does not exist yet' }];
  return storage.withCommands(work);
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

async function backupSettings({ recipients }: BackupSchedule): Promise<readonly Finding[]> {
  const { length } = await recipients();
  return [{ text: length === 0 ? 'backups are not encrypted' : `backups are encrypted for ${length} keys` }];
}

async function backups({ location, newest: newestAt, lastDue }: BackupSchedule): Promise<readonly Finding[]> {
  if (location === null) return [{ text: 'not scheduled by the service (HEXIPAM_BACKUP_DIR)' }];
  const newest = await newestAt(location);
  const todo = 'search the log of the service for "backup failed"';
  if (!newest) return [{ text: `no backup in ${location}`, todo: 'start the service, which creates a backup, or see its log' }];
  const text = `${newest.name}, ${newest.bytes} bytes, ${newest.name.endsWith('.age') ? 'encrypted' : 'not encrypted'}`;
  const due = lastDue(new Date(Date.now() - backupGraceMs));
  return [newest.at < due ? { text: `the newest backup is too old: ${text}`, todo } : { text }];
}
