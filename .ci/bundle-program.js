/**
 * Bundles the program `hexipam` into dist/program: Node 20 reads some thirty files for it, not over a thousand. Nothing is done
 * where nothing has changed since the last time. Run behind the compiler: node .ci/bundle-program.js [FOLDER], dist when not given.
 *
 * Packages stay outside, where tools for tracing find them; inside are those alone whose hundreds of files take long to load.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { digestOf, keptDigest } from './digest.js';
import { licencesOf } from './licences.js';

const compiled = resolve(process.argv[2] ?? 'dist');
const target = join(compiled, 'program');
const draft = join(compiled, `program.new-${process.pid}`);
const digestFile = join(target, '.digest');

/** Packages that are bundled, and with them those that they need and nothing else says it needs: npm may put these anywhere. */
const inlined = ['inversify', 'koa-body'];

const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const outside = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !inlined.includes(name));

const scriptsIn = (folder) =>
  readdirSync(join(compiled, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && !name.startsWith(join('web', 'public') + sep))
    .map((name) => join(compiled, folder, name))
    .sort();

const sources = ['domain', 'application', 'adapters', 'config'].flatMap(scriptsIn);

/**
 * A module goes on finding files beside itself, e.g. the program of a thread, and the bundle's source maps name its source. They
 * name none of a package: the sources of those lie elsewhere on each machine.
 */
const modulesAsTheyLie = {
  name: 'modules-as-they-lie',
  load(id) {
    if (id.startsWith('\0')) return undefined;
    if (!id.startsWith(compiled + sep)) return { code: readFileSync(id, 'utf8'), map: { mappings: '' } };
    const map = JSON.parse(readFileSync(`${id}.map`, 'utf8'));
    const place = `new URL(${JSON.stringify(relative(target, id).split(sep).join('/'))}, import.meta.url).href`;
    const code = readFileSync(id, 'utf8').replaceAll('import.meta.url', place);
    return { code, map: { ...map, sources: map.sources.map((source) => resolve(dirname(id), source)) } };
  },
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
      sourcemap: true,
      outDir: draft,
      rolldownOptions: {
        input: { hexipam: join(compiled, 'config/main.js') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
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
