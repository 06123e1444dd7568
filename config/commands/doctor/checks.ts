import { access, constants, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { openFilesWarning } from '../../open-files.js';
import type { ServiceConfiguration } from '../../settings/settings.js';
import { bucketOf } from '../../settings/values.js';
import { storageOf } from '../../storages.js';
import { installedAt, readVersion } from '../../version.js';
import { type Check, type Finding, problem } from './check.js';
import { networkChecks } from './network.js';
import { storageChecks } from './storage.js';

export const checksOf = (configuration: ServiceConfiguration): readonly Check[] => [
  ...machineChecks(configuration),
  ...networkChecks(configuration),
  ...storageChecks(configuration),
];

const minFreeBytes = 1024 ** 3;
const minFreeShare = 0.05;

export const machineChecks = (configuration: ServiceConfiguration): readonly Check[] => [
  { name: 'versions', run: versions, todo: 'install the program again' },
  { name: 'clock', run: clock, todo: 'set the clock of the machine' },
  { name: 'open files', run: () => openFiles(configuration), todo: 'raise the limit of open files' },
  { name: 'data directory', run: () => dataDirectory(configuration), todo: 'correct the directory or its owner' },
  { name: 'disk', run: () => disks(configuration), todo: 'make the directory readable for this user' },
];

function versions(): readonly Finding[] {
  const text = `Hexipam ${readVersion()}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}`;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < 20 || (major === 20 && minor < 19);
  return [isOld ? { text, todo: 'install Node.js 20.19 or later' } : { text }];
}

/** Checks that the clock is not before the installation time. The database check compares clocks with a PostgreSQL server. */
function clock(): readonly Finding[] {
  const now = new Date();
  const installed = installedAt();
  const zone = process.env.TZ ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const text = `${now.toISOString()}, answers contain times in ${zone}`;
  if (now.getTime() > installed.getTime() - 86_400_000) return [{ text }];
  return [{ text: `${text}: earlier than the installation of the program`, todo: 'set the clock, and run NTP' }];
}

function openFiles(configuration: ServiceConfiguration): readonly Finding[] {
  const warning = openFilesWarning(configuration);
  if (warning === undefined) return [{ text: `the limit suffices for ${configuration.maxRequests} parallel requests` }];
  const [text = '', todo = ''] = warning.split(/: (.*)/s);
  return [{ text, todo }];
}

const directoryOf = ({ databaseUrl }: ServiceConfiguration): string | undefined =>
  storageOf(databaseUrl).directoryOf(databaseUrl);

async function dataDirectory(configuration: ServiceConfiguration): Promise<readonly Finding[]> {
  const path = directoryOf(configuration);
  if (path === undefined) return [{ text: 'none: the database is not embedded in a directory' }];
  const found = await stat(path).catch(() => undefined);
  if (!found) {
    const parent = await nearestDirectory(path);
    const isWritable = await mayWrite(parent);
    if (isWritable) return [{ text: `${path} does not exist yet; the first start creates it` }];
    return [problem(`${path} does not exist`, `give this user write permission for ${parent}`)];
  }
  const own = process.getuid?.();
  if (!found.isDirectory()) return [{ text: `${path} is not a directory`, todo: 'name a directory in HEXIPAM_DATABASE_URL' }];
  if (own !== undefined && found.uid !== own)
    return [
      problem(
        `${path} belongs to the user with UID ${found.uid}`,
        'run commands and service as this user, or chown the directory',
      ),
    ];
  const isOpen = (found.mode & 0o077) !== 0;
  return [isOpen ? { text: `other users may read ${path}`, todo: `chmod -R go= ${path}` } : { text: path }];
}

const mayWrite = (path: string): Promise<boolean> =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  );

async function nearestDirectory(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) if ((await stat(at).catch(() => undefined)) || dirname(at) === at) return at;
}

async function disks(configuration: ServiceConfiguration): Promise<readonly Finding[]> {
  const { location } = configuration.backups;
  const backups = location === null || bucketOf(location) ? undefined : location;
  const paths = [directoryOf(configuration), backups, tmpdir()].filter((path) => path !== undefined);
  const findings = new Map<string, Finding>();
  for (const path of paths) {
    const directory = await nearestDirectory(path);
    const { bavail, blocks, bsize } = await statfs(directory);
    const { dev } = await stat(directory);
    const free = bavail * bsize;
    const text = `${(free / 1e9).toFixed(1)} GB free for ${path}`;
    const isFull = free < minFreeBytes || bavail / blocks < minFreeShare;
    const finding = isFull ? { text, todo: 'free up disk space: below 64 MB an embedded database accepts no writes' } : { text };
    if (!findings.has(`${dev}`)) findings.set(`${dev}`, finding);
  }
  return [...findings.values()];
}
