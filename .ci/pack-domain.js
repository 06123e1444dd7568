/**
 * Creates the package @hexipam/domain in dist/packages/domain: the modules that its entries import, with their types, and a
 * package.json with the version of the service and the only dependency. Run after the compiler: node .ci/pack-domain.js
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const source = 'dist/domain';
const target = 'dist/packages/domain';
const description = JSON.parse(readFileSync('packages/domain/package.json', 'utf8'));
const { version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Returns the modules that a file imports, as paths below dist/domain without extension. */
function importsOf(file) {
  const text = ['.js', '.d.ts'].map((end) => readFileSync(`${join(source, file)}${end}`, 'utf8')).join('\n');
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']*)\.js'/g)].map(([, path]) =>
    relative(source, join(source, dirname(file), path)),
  );
}

const entries = Object.values(description.exports)
  .map(({ default: path }) => path)
  .filter(Boolean)
  .map((path) => path.slice(2, -'.js'.length));
const reached = new Set(entries);
for (const file of reached) for (const other of importsOf(file)) reached.add(other);

rmSync(target, { recursive: true, force: true });
for (const file of reached)
  for (const end of ['.js', '.d.ts']) {
    const from = `${join(source, file)}${end}`;
    mkdirSync(dirname(join(target, file)), { recursive: true });
    writeFileSync(`${join(target, file)}${end}`, readFileSync(from, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
  }
const packed = { ...description, version, dependencies: { 'ip-address': dependencies['ip-address'] } };
writeFileSync(join(target, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
for (const file of ['LICENSE', 'packages/domain/README.md'])
  if (existsSync(file)) cpSync(file, join(target, file.split('/').at(-1)));
