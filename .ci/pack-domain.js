/**
 * Creates the package @hexipam/domain in dist/packages/domain: the modules that its entries import, with their types, and a
 * package.json with the version of the service and the only dependency. Run after the compiler: node .ci/pack-domain.js
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reachedFrom, withoutMap } from './package-entries.js';

const source = 'dist/domain';
const target = 'dist/packages/domain';
const ends = ['.js', '.d.ts'];
const description = JSON.parse(readFileSync('packages/domain/package.json', 'utf8'));
const { version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

const entries = Object.values(description.exports)
  .map(({ default: path }) => path)
  .filter(Boolean)
  .map((path) => path.slice(2, -'.js'.length));

rmSync(target, { recursive: true, force: true });
for (const file of reachedFrom(source, entries, ends))
  for (const end of ends) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    writeFileSync(`${join(target, file)}${end}`, withoutMap(`${join(source, file)}${end}`));
  }
const packed = { ...description, version, dependencies: { 'ip-address': dependencies['ip-address'] } };
writeFileSync(join(target, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
for (const file of ['LICENSE', 'packages/domain/README.md'])
  if (existsSync(file)) cpSync(file, join(target, file.split('/').at(-1)));
