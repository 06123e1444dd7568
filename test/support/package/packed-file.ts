import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../temporary-folder.js';
import { packageRoot } from './package-root.js';

/** Where processes in which parallel runs run their files find the folder of the packed file. */
const ofRun = 'TEST_RUN_PACKAGE_FOLDER';

/** Names the folder in which processes that are started from now on share the packed file. */
export function sharePackedFile(): void {
  process.env[ofRun] = makeTemporaryFolder().path;
}

/** How long another process may take to pack, in milliseconds. */
const maxWait = 120_000;

/** The package as it was built, packed once in a run, which takes seconds. @returns the packed file */
export function packPackage(): string {
  process.env[ofRun] ??= makeTemporaryFolder().path;
  const folder = process.env[ofRun];
  const file = join(folder, 'package.tgz');
  if (!isFirstIn(folder)) waitFor(file);
  else renameSync(packInto(folder), file);
  return file;
}

/** Whether no other process has begun to pack. */
function isFirstIn(folder: string): boolean {
  try {
    mkdirSync(join(folder, 'begun'));
    return true;
  } catch {
    return false;
  }
}

function waitFor(file: string): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (const deadline = Date.now() + maxWait; !existsSync(file); Atomics.wait(pause, 0, 0, 50))
    if (Date.now() > deadline) throw new Error('another process was to pack the package, and did not');
}

function packInto(folder: string): string {
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
      cwd: packageRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 * 1024,
    }),
  ) as [{ filename: string }];
  return join(folder, filename);
}
