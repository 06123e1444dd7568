import { readFileSync, statSync } from 'node:fs';
import { expect } from 'chai';

const folder = 'dist/adapters/web/public/';

/** A script and all that it imports before it runs. */
function imported(name: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found;
  found.add(name);
  const text = readFileSync(`${folder}assets/${name}`, 'utf8');
  for (const [, next = ''] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) imported(next, found);
  return found;
}

describe('The web console as it was built', () => {
  it('begins with 250 kB of compressed JavaScript at most, its first page included', () => {
    const page = readFileSync(`${folder}index.html`, 'utf8');
    const first = /src="\/console\/assets\/([^"]+\.js)"/.exec(page)?.[1] ?? '';
    const entry = readFileSync(`${folder}assets/${first}`, 'utf8');
    const overview = /assets\/(overview-[\w-]+\.js)|\.\/(overview-[\w-]+\.js)/.exec(entry);
    const names = imported(overview?.[1] ?? overview?.[2] ?? '', new Set(imported(first)));
    expect(names.size).to.be.greaterThan(2);
    const size = [...names].reduce((sum, name) => sum + statSync(`${folder}assets/${name}.gz`).size, 0);
    expect(size).to.be.lessThan(250_000);
  });
});
