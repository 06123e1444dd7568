/** The entries of the package, and the modules that entries reach. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Entries of the package: name of the bundle in dist/program, and path of the compiled module below dist, without extension. */
export const entries = Object.values(exports)
  .filter(({ types }) => types)
  .map(({ types, default: bundle }) => ({
    name: basename(bundle, '.js'),
    source: relative('dist/types', types).replace(/\.d\.ts$/, ''),
  }));

/** The modules that a module imports, as paths below the folder, without extension. @param ends extensions of the files to read */
function importsOf(folder, module, ends) {
  const text = ends.map((end) => readFileSync(join(folder, module) + end, 'utf8')).join('\n');
  return [...text.matchAll(/(?:from|import\(|import)\s*'(\.[^']*)\.js'/g)].map(([, path]) =>
    relative(folder, join(folder, dirname(module), path)),
  );
}

/** The modules that some modules reach, with these modules: paths below the folder, without extension. */
export function reachedFrom(folder, modules, ends) {
  const reached = new Set(modules);
  for (const module of reached) for (const other of importsOf(folder, module, ends)) reached.add(other);
  return [...reached];
}

/** A compiled file without the link to its source map. */
export const withoutMap = (file) => readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
