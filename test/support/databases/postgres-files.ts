/** Data directories of the PostgreSQL servers of tests. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '../temporary-folder.js';
import { copyTree } from './copy-tree.js';

/** User of a server process. */
export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** The user `postgres` or `nobody` for a server that root starts: PostgreSQL refuses to run as root. Otherwise undefined. */
export function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody');
}

/** Environment variable with the original data directory, for the processes of parallel runs. */
const ofRun = 'TEST_RUN_POSTGRES_FILES';

let original: Promise<string> | undefined;

/** Copies the original data directory of the run. A copy takes 0.1 s; initdb takes over 1 s. */
export async function fillWithServerFiles(data: string, initdb: string, user: User | undefined): Promise<void> {
  original ??= process.env[ofRun] === undefined ? makeOriginal(initdb, user) : Promise.resolve(process.env[ofRun]);
  copyTree(await original, data);
  if (user) await giveTo(user, data);
}

/** Creates the original data directory and sets the environment variable for later processes. */
async function makeOriginal(initdb: string, user: User | undefined): Promise<string> {
  const { path } = makeTemporaryFolder();
  if (user) await chown(path, user.uid, user.gid);
  const data = join(path, 'data');
  const flags = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--no-locale', '--no-sync'];
  await promisify(execFile)(initdb, [`--pgdata=${data}`, ...flags], { ...user, cwd: path });
  process.env[ofRun] = data;
  return data;
}

/** Changes the owner of a folder recursively. */
export async function giveTo({ uid, gid }: User, path: string): Promise<void> {
  await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, path]);
}
