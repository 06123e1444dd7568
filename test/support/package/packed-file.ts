import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../temporary-folder.js';
import { packageRoot } from './package-root.js';

/** Environment variable with the folder of the packed file, for the processes of parallel runs. */
const ofRun = 'TEST_RUN_PACKAGE_FOLDER';

/** Sets the shared folder of the packed file for later processes. */
export function sharePackedFile(): void {
  process.env[ofRun] = makeTemporaryFolder().path;
}

/** Timeout for another process that packs, in milliseconds. */
const maxWait = 120_000;

/** Packs the built package, once in a run. @returns path of the packed file */
export function packPackage(): string {
  process.env[ofRun] ??= makeTemporaryFolder().path;
  const folder = process.env[ofRun];
  const file = join(folder, 'package.tgz');
  if (!isFirstIn(folder)) waitFor(file);
  else renameSync(packInto(folder), file);
  return file;
}

/** Whether this process is the first to pack. */
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
