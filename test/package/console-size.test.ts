import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';

const folder = 'dist/adapters/web/public/';

const read = (name: string): Buffer => brotliDecompressSync(readFileSync(`${folder}assets/${name}.br`));

/** A script and its static imports, recursively. */
function imported(name: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found;
  found.add(name);
  const text = read(name).toString();
  for (const [, next = ''] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) imported(next, found);
  return found;
}

describe('The built web console', () => {
  it('loads at most 300 kB of compressed JavaScript, including its first page', () => {
    const page = readFileSync(`${folder}index.html`, 'utf8');
    const first = /src="\.\/assets\/([^"]+\.js)"/.exec(page)?.[1] ?? '';
    const overview =
      readdirSync(`${folder}assets`)
        .find((name) => /^overview-page-.*[.]js[.]br$/.test(name))
        ?.slice(0, -3) ?? '';
    const names = imported(overview, new Set(imported(first)));
    expect(names.size).to.be.greaterThan(2);
    const size = [...names].reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
    expect(size).to.be.lessThan(300_000);
  });

  it('loads the texts of other languages only when a user selects them', () => {
    const page = readFileSync(`${folder}index.html`, 'utf8');
    const first = /src="\.\/assets\/([^"]+\.js)"/.exec(page)?.[1] ?? '';
    const german = readdirSync(`${folder}assets`).filter((name) => /^de-.*[.]js[.]br$/.test(name));
    expect(german).to.have.length(1);
    expect([...imported(first)]).not.to.include(german[0]?.slice(0, -3));
  });
});
