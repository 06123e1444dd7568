/**
 * Bundles the program `hexipam`, its threads and the entries of the package into dist/program. They share their chunks: Node 20
 * reads some fifty files at a start instead of over a thousand, and each module is in the package once. Skipped if nothing has
 * changed since the last build. Run after the compiler: node .ci/bundle-package.js [FOLDER], by default dist.
 *
 * The bundle contains only packages with hundreds of files, which take long to load. Tracing tools need the others unbundled.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { digestOf, keptDigest } from './digest.js';
import { licencesOf } from './licences.js';
import { entries } from './package-entries.js';

const compiled = resolve(process.argv[2] ?? 'dist');
const target = join(compiled, 'program');
const draft = join(compiled, `program.new-${process.pid}`);
const digestFile = join(target, '.digest');

/** Bundled packages, with their dependencies that no other package declares: npm may install these anywhere. */
const inlined = ['inversify', 'koa-body', 'zod'];

const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const outside = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).filter(
  (name) => !inlined.includes(name),
);

/** Compiled files of the bundles, by the names of the bundles. */
const inputs = {
  hexipam: 'config/main.js',
  'crypt-thread': 'adapters/system/crypt-thread.js',
  'database-thread': 'adapters/knex/embedded/database-thread.js',
  'kafka-thread': 'adapters/brokers/kafka-thread.js',
  'verification-thread': 'adapters/saml/verification-thread.js',
  ...Object.fromEntries(entries.map(({ name, source }) => [name, `${source}.js`])),
};

/** Addresses of modules. Those of threads remain: the bundle of a thread is beside the chunk that starts it. */
const urls = /new URL\('\.\/[\w-]+-thread\.js', import\.meta\.url\)|import\.meta\.url/g;

const scriptsIn = (folder) =>
  readdirSync(join(compiled, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && !name.startsWith(join('web', 'public') + sep))
    .map((name) => join(compiled, folder, name))
    .sort();

const sources = ['domain', 'application', 'adapters', 'config', 'test/contracts', 'test/support', 'test/domain/support'].flatMap(
  scriptsIn,
);

/** Paths of unused data in bundled packages: other languages, and East Asian encodings (250 kB compressed). */
const unused = [
  [/[/]zod[/]v4[/]locales[/]index[.]js$/, `export { default as en } from './en.js';`],
  [/[/]iconv-lite[/]encodings[/]dbcs-data[.]js$/, 'module.exports = {};'],
];

/** Lets a bundled module find files in the folder of its compiled form, e.g. the pages of the console. */
const modulesAsTheyLie = {
  name: 'modules-as-they-lie',
  load(id) {
    if (id.startsWith('\0')) return undefined;
    if (!id.startsWith(compiled + sep)) return unused.find(([path]) => path.test(id))?.[1];
    const path = `new URL(${JSON.stringify(relative(target, id).split(sep).join('/'))}, import.meta.url).href`;
    return readFileSync(id, 'utf8').replace(urls, (url) => (url === 'import.meta.url' ? path : url));
  },
};

/** Shortens local names only: stack traces contain function names, and each statement has a line. */
const minify = {
  compress: { keepNames: { function: true, class: true } },
  mangle: { toplevel: true, keepNames: true },
  codegen: { removeWhitespace: false },
};

/** Ranges of the texts of templates below a node of a syntax tree. */
function* templateTexts(node) {
  if (node?.type === 'TemplateElement') yield [node.start, node.end];
  else if (typeof node === 'object') for (const child of Object.values(node ?? {})) yield* templateTexts(child);
}

/** Removes indentation, except in templates. The package is 30 kB smaller. */
function withoutIndentation(file, text, parse) {
  const { program, errors } = parse(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const kept = [...templateTexts(program)].filter(([start, end]) => text.slice(start, end).includes('\n'));
  let [result, at] = ['', 0];
  for (const [start, end] of [...kept, [text.length, text.length]]) {
    result += text.slice(at, start).replace(/\n[\t ]+/g, '\n') + text.slice(start, end);
    at = end;
  }
  return result;
}

async function bundle() {
  const { build, parseSync } = await import('vite');
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
        experimental: { attachDebugInfo: 'none' },
        input: Object.fromEntries(Object.entries(inputs).map(([name, source]) => [name, join(compiled, source)])),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', comments: false, minify },
      },
    },
  });
  for (const { fileName, code } of output)
    if (code) writeFileSync(join(draft, fileName), withoutIndentation(fileName, code, parseSync));
  const program = join(draft, 'hexipam.js');
  const text = readFileSync(program, 'utf8');
  if (!text.startsWith('#!')) writeFileSync(program, `#!/usr/bin/env node\n${text}`);
  writeFileSync(join(draft, 'LICENSES.txt'), licencesOf(output));
}

const digest = digestOf([
  ...sources,
  'package.json',
  'package-lock.json',
  '.ci/bundle-package.js',
  '.ci/licences.js',
  '.ci/package-entries.js',
]);
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
