/**
 * Bundles the program `hexipam` into dist/program: Node 20 then reads some thirty files instead of over a thousand. Skipped if
 * nothing has changed since the last build. Run after the compiler: node .ci/bundle-program.js [FOLDER], by default dist.
 *
 * The bundle contains only packages with hundreds of files, which take long to load. Tracing tools need the others unbundled.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { digestOf, keptDigest } from './digest.js';
import { licencesOf } from './licences.js';

const compiled = resolve(process.argv[2] ?? 'dist');
const target = join(compiled, 'program');
const draft = join(compiled, `program.new-${process.pid}`);
const digestFile = join(target, '.digest');

/** Bundled packages, with their dependencies that no other package declares: npm may install these anywhere. */
const inlined = ['inversify', 'koa-body', 'zod'];

const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const outside = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !inlined.includes(name));

const scriptsIn = (folder) =>
  readdirSync(join(compiled, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && !name.startsWith(join('web', 'public') + sep))
    .map((name) => join(compiled, folder, name))
    .sort();

const sources = ['domain', 'application', 'adapters', 'config'].flatMap(scriptsIn);

/** Paths of unused data in bundled packages: other languages, and East Asian encodings (250 kB compressed). */
const unused = [
  [/[/]zod[/]v4[/]locales[/]index[.]js$/, `export { default as en } from './en.js';`],
  [/[/]iconv-lite[/]encodings[/]dbcs-data[.]js$/, 'module.exports = {};'],
];

/** Lets a bundled module find files in the folder of its compiled form, e.g. the program of a thread. */
const modulesAsTheyLie = {
  name: 'modules-as-they-lie',
  load(id) {
    if (id.startsWith('\0')) return undefined;
    if (!id.startsWith(compiled + sep)) return unused.find(([path]) => path.test(id))?.[1];
    const path = `new URL(${JSON.stringify(relative(target, id).split(sep).join('/'))}, import.meta.url).href`;
    return readFileSync(id, 'utf8').replaceAll('import.meta.url', path);
  },
};

/** Shortens local names only: stack traces contain function names, and each statement has a line. */
const minify = {
  compress: { keepNames: { function: true, class: true } },
  mangle: { toplevel: false, keepNames: true },
  codegen: { removeWhitespace: false },
};

async function bundle() {
  const { build } = await import('vite');
  const { output } = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: outside },
    plugins: [modulesAsTheyLie],
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir: draft,
      rolldownOptions: {
        input: { hexipam: join(compiled, 'config/main.js') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', comments: false, minify },
      },
    },
  });
  const program = join(draft, 'hexipam.js');
  const text = readFileSync(program, 'utf8');
  if (!text.startsWith('#!')) writeFileSync(program, `#!/usr/bin/env node\n${text}`);
  writeFileSync(join(draft, 'LICENSES.txt'), licencesOf(output));
}

const digest = digestOf([...sources, 'package.json', 'package-lock.json', '.ci/bundle-program.js', '.ci/licences.js']);
if (digest !== keptDigest(digestFile) || !existsSync(join(target, 'hexipam.js'))) {
  try {
    await bundle();
    writeFileSync(join(draft, '.digest'), digest);
    rmSync(target, { recursive: true, force: true });
    renameSync(draft, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
