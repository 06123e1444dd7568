import { access, constants, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { type Check, type Finding, problem } from './check.js';

export interface Machine {
  readonly readVersion: () => string;
  readonly installedAt: () => Date;
  /** The maximum number of parallel requests. */
  readonly maxRequests: number;
  /** Returns a sentence if the limit of open files is too low for `maxRequests`. */
  readonly openFilesWarning: () => string | undefined;
  /** Undefined for databases on a server or in memory. */
  readonly dataDirectory: () => string | undefined;
  readonly backupDirectory: string | undefined;
}

const minFreeBytes = 1024 ** 3;
const minFreeShare = 0.05;

export const machineChecks = (machine: Machine): readonly Check[] => [
  { name: 'versions', run: () => versions(machine), todo: 'install the program again' },
  { name: 'clock', run: () => clock(machine), todo: 'set the clock of the machine' },
  { name: 'open files', run: () => openFiles(machine), todo: 'raise the limit of open files' },
  { name: 'data directory', run: () => checkDirectory(machine.dataDirectory()), todo: 'correct the directory or its owner' },
  { name: 'disk', run: () => disks(machine), todo: 'make the directory readable for this user' },
];

function versions({ readVersion }: Machine): readonly Finding[] {
  const text = `Hexipam ${readVersion()}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}`;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < 20 || (major === 20 && minor < 19);
  return [isOld ? { text, todo: 'install Node.js 20.19 or later' } : { text }];
}

/** Checks that the clock is not before the installation time. The database check compares clocks with a PostgreSQL server. */
function clock({ installedAt }: Machine): readonly Finding[] {
  const now = new Date();
  const installed = installedAt();
  const zone = process.env.TZ ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const text = `${now.toISOString()}, answers contain times in ${zone}`;
  if (now.getTime() > installed.getTime() - 86_400_000) return [{ text }];
  return [{ text: `${text}: earlier than the installation of the program`, todo: 'set the clock, and run NTP' }];
}

function openFiles({ maxRequests, openFilesWarning }: Machine): readonly Finding[] {
  const warning = openFilesWarning();
  if (warning === undefined) return [{ text: `the limit suffices for ${maxRequests} parallel requests` }];
  const [text = '', todo = ''] = warning.split(/: (.*)/s);
  return [{ text, todo }];
}

async function checkDirectory(path: string | undefined): Promise<readonly Finding[]> {
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

async function disks({ dataDirectory, backupDirectory }: Machine): Promise<readonly Finding[]> {
  const paths = [dataDirectory(), backupDirectory, tmpdir()].filter((path) => path !== undefined);
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
