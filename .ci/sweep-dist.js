/**
 * Removes from dist what was compiled from files that are gone: the compiler leaves it there, and a deleted test would run on.
 * Run where dist is: node .ci/sweep-dist.js
 */
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What the compiler makes of a file: its name without these ends. */
const ends = /\.(js|js\.map|d\.ts|d\.ts\.map)$/;

/** Whether a file in dist has a source still; what no compiler made has. */
const hasSource = (file) => {
  const stem = relative('dist', file).replace(ends, '');
  return !ends.test(file) || ['.ts', '.js', '.d.ts'].some((end) => existsSync(stem + end));
};

/** The pages of the web console and the bundled program, whose builds sweep for themselves. */
const builtApart = [join('dist', 'adapters', 'web', 'public'), join('dist', 'program')];

/** @returns whether the folder is empty by now */
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
