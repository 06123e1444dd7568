/** What PostgreSQL servers of tests begin with. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '../temporary-folder.js';
import { copyTree } from './copy-tree.js';

/** Whom a server runs as. */
export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root: then it runs as `postgres`, or as `nobody` where there is no such user. */
export function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody');
}

/** Where processes in which parallel runs run their files find what data directories are copied from. */
const ofRun = 'TEST_RUN_POSTGRES_FILES';

let original: Promise<string> | undefined;

/** Makes the data directory of a server, a copy of the run's first: making one takes over a second, a copy a tenth of that. */
export async function fillWithServerFiles(data: string, initdb: string, user: User | undefined): Promise<void> {
  original ??= process.env[ofRun] === undefined ? makeOriginal(initdb, user) : Promise.resolve(process.env[ofRun]);
  copyTree(await original, data);
  if (user) await giveTo(user, data);
}

/** Makes what copies are made of, and tells processes that are started from now on where it is. */
async function makeOriginal(initdb: string, user: User | undefined): Promise<string> {
  const { path } = makeTemporaryFolder();
  if (user) await chown(path, user.uid, user.gid);
  const data = join(path, 'data');
  const flags = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--no-locale', '--no-sync'];
  await promisify(execFile)(initdb, [`--pgdata=${data}`, ...flags], { ...user, cwd: path });
  process.env[ofRun] = data;
  return data;
}

/** Has all that lies in a folder, and itself, belong to a user. */
export async function giveTo({ uid, gid }: User, path: string): Promise<void> {
  await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, path]);
}
