import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

/** The folder of the compiled program. */
const built = resolve(fileURLToPath(new URL('../../', import.meta.url)));

/** The static imports of a compiled module. */
const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s(?:[^;]*?from )?['"]([^'"]+)['"];/gm)].map(
    ([, name = '']) => name,
  );

/** The packages that a module imports statically, directly or through other modules. */
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
  it('loads neither the interface nor a storage at its start, which would take twice as long', () => {
    for (const program of ['config/main.js', 'program/hexipam.js']) {
      const packages = [...packagesOf(join(built, program))].filter((name) => !name.startsWith('node:'));
      expect(packages.sort()).to.deep.equal(['commander', 'csv-parse', 'ip-address']);
    }
  });
});
