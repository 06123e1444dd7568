import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

/** Where the compiled program is. */
const built = resolve(fileURLToPath(new URL('../../', import.meta.url)));

/** What a compiled module imports before it runs. */
const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s(?:[^;]*?from )?['"]([^'"]+)['"];/gm)].map(
    ([, name = '']) => name,
  );

/** Packages that a module loads, and those that it imports, before any of them runs. */
function packagesOf(start: string): Set<string> {
  const [packages, seen, waiting] = [new Set<string>(), new Set([start]), [start]];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop())
    for (const name of importsOf(file)) {
      const module = name.startsWith('.') ? join(file, '..', name) : undefined;
      if (module === undefined) packages.add(name);
      else if (!seen.has(module)) waiting.push(module);
      if (module !== undefined) seen.add(module);
    }
  return packages;
}

describe('A command', () => {
  it('loads neither the interface nor a storage before it needs them: it would take twice as long to start', () => {
    for (const program of ['config/main.js', 'program/hexipam.js']) {
      const packages = [...packagesOf(join(built, program))].filter((name) => !name.startsWith('node:'));
      expect(packages.sort()).to.deep.equal(['commander', 'csv-parse', 'ip-address']);
    }
  });
});
