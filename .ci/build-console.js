/**
 * Builds the pages of the web console into dist, compressed, with a list of the files. Skipped if nothing has changed since the
 * last build.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { compiledTexts } from './compile-texts.js';
import { digestOf, keptDigest } from './digest.js';
import { licencesOf } from './licences.js';

const source = 'adapters/web/console';
const target = 'dist/adapters/web/public';
const digestFile = join(target, '.digest');

const types = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

const sources = filesIn(source).filter((file) => !file.includes('/generated/'));

/** Replaces every file except the page by NAME.br, and lists the files. */
function compress() {
  const files = {};
  for (const file of filesIn(target)) {
    const type = types[extname(file)];
    if (!type) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params }));
    rmSync(file);
    files[file.slice(target.length + 1)] = { type };
  }
  writeFileSync(join(target, 'files.json'), JSON.stringify(files, null, 1));
}

const digest = digestOf([...sources, 'package-lock.json', '.ci/build-console.js', '.ci/compile-texts.js', '.ci/licences.js']);
if (digest !== keptDigest(digestFile)) {
  const { build } = await import('vite');
  const { default: react } = await import('@vitejs/plugin-react');
  rmSync(target, { recursive: true, force: true });
  const { output } = await build({
    configFile: false,
    root: source,
    base: './', // the service puts the path prefix of each answer before what the page names
    logLevel: 'warn',
    plugins: [compiledTexts(), react()],
    build: {
      outDir: join(process.cwd(), target),
      emptyOutDir: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 2000,
    },
  });
  compress();
  writeFileSync(join(target, 'LICENSES.txt'), licencesOf(output));
  writeFileSync(digestFile, digest);
}
