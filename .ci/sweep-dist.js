/**
 * Removes compiled files of deleted sources from dist. The compiler retains them, and deleted tests would still run. Run in the
 * folder that contains dist: node .ci/sweep-dist.js
 */
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Extensions of the files that the compiler creates for a source. */
const ends = /\.(js|js\.map|d\.ts|d\.ts\.map)$/;

/** Whether the source of a file in dist exists. True for files that the compiler did not create. */
const hasSource = (file) => {
  const stem = relative('dist', file).replace(ends, '');
  return !ends.test(file) || ['.ts', '.js', '.d.ts'].some((end) => existsSync(stem + end));
};

/** Folders whose builds remove old files themselves: the pages of the web console, the bundles and the published types. */
const builtApart = ['dist/adapters/web/public', 'dist/program', 'dist/types'].map((path) => join(path));

/** @returns whether the folder is now empty */
function sweep(folder) {
  let left = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (builtApart.includes(path)) left++;
    else if (entry.isDirectory()) {
      if (sweep(path)) rmdirSync(path);
      else left++;
    } else if (hasSource(path)) left++;
    else rmSync(path);
  }
  return left === 0;
}

sweep('dist');
