/**
 * Copies the declaration files that the entries of the package reach to dist/types. Run after the compiler: node .ci/pack-types.js
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { entries, reachedFrom, withoutMap } from './package-entries.js';

const target = 'dist/types';
const modules = reachedFrom(
  'dist',
  entries.map(({ source }) => source),
  ['.d.ts'],
);

rmSync(target, { recursive: true, force: true });
for (const module of modules) {
  const file = join(target, `${module}.d.ts`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, withoutMap(join('dist', `${module}.d.ts`)));
}
