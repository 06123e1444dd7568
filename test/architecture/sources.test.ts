import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const sourcesIn = (folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.([cm]?js|tsx?)$/.test(name) && !name.includes('node_modules/'))
      .map((name) => join(folder, name)),
  );

const sources = sourcesIn(['domain', 'application', 'adapters', 'config']);

/** Lines of the product that a pattern matches, with their files. */
const linesWith = (pattern: RegExp): string[] =>
  sources.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );

describe('Sources of the product', () => {
  it('have no cast over unknown, no any, and no private member of a library', () => {
    expect(linesWith(/\bas unknown as\b/)).to.deep.equal([]);
    expect(linesWith(/\bas any[;,)\]]|@ts-(ignore|expect-error|nocheck)/)).to.deep.equal([]);
    expect(linesWith(/stackTraceLimit|\.__\w|\[['"]_/)).to.deep.equal([]);
  });

  it('get time, randomness and timers in domain and application only through port interfaces', () => {
    const own =
      /\bnew Date\(\)|\bDate\.now\b|\bMath\.random\b|\bset(Timeout|Interval|Immediate)\(|\bprocess\.(env|hrtime|nextTick)/;
    expect(linesWith(own).filter((line) => /^(domain|application)\//.test(line))).to.deep.equal([]);
  });

  it('spread no repository, which would lose its methods', () => {
    expect(linesWith(/\.\.\.(repositor|readers\b|this\.#(repositor|readers))/)).to.deep.equal([]);
  });
});
