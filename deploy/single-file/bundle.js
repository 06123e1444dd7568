/**
 * Bundles the program and its threads with their packages: a single file unpacks a hundred files instead of 6,000. Packages that
 * read their own files are not bundled.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { licencesOf } from '../../.ci/licences.js';

/** Packages that are not bundled: those with their own files, and database drivers that are not installed. */
const outside = [
  /^(@electric-sql[/]pglite|fs-native-extensions)([/]|$)/,
  /^(better-sqlite3|mariadb|mysql|oracledb|pg-native|pg-query-stream|sqlite3|tedious)([/]|$)/,
];

/** Compiled files of the programs, each with the path of its bundle (default: the same path). */
const programs = [
  ['config/main.js', 'program/hexipam.js'],
  ['adapters/brokers/kafka-thread.js'],
  ['adapters/knex/embedded/database-thread.js'],
  ['adapters/saml/verification-thread.js'],
  ['adapters/system/crypt-thread.js'],
];

/** Lets a bundled module find files beside its compiled file, e.g. the program of a thread. */
const modulesAsTheyLie = (compiled, folder) => ({
  name: 'modules-as-they-lie',
  load(id) {
    if (!id.startsWith(compiled + sep)) return undefined;
    const path = `new URL(${JSON.stringify(relative(folder, id).split(sep).join('/'))}, import.meta.url).href`;
    return readFileSync(id, 'utf8').replaceAll('import.meta.url', path);
  },
});

/** @param dist the folder of the compiled program @param target the folder for the bundles, with the paths of dist */
export async function bundle(dist, target) {
  const { build } = await import('vite');
  const compiled = resolve(dist);
  const licences = [];
  for (const [source, place = source] of programs) {
    const folder = dirname(place);
    const { output } = await build({
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      ssr: { noExternal: true },
      resolve: { alias: [{ find: /^@platformatic\/wasm-utils$/, replacement: '@platformatic/wasm-utils/bundled' }] }, // without a file
      plugins: [modulesAsTheyLie(compiled, join(compiled, folder))],
      build: {
        ...{ ssr: true, target: 'node24', minify: false, emptyOutDir: false, outDir: join(target, folder) },
        rolldownOptions: {
          external: outside,
          input: { main: join(compiled, source) },
          output: { entryFileNames: place.slice(folder.length + 1), chunkFileNames: '[name]-[hash].js', comments: false },
        },
      },
    });
    licences.push(licencesOf(output));
  }
  mkdirSync(join(target, 'program'), { recursive: true });
  writeFileSync(join(target, 'program/LICENSES.txt'), licences.join('\n'));
}
