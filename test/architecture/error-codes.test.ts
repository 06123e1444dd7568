import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { errorTable } from '../../adapters/http/error-table.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Every code of an error that the service can tell: the table has a row for each, or it would not compile. */
const codes = Object.keys(errorTable).sort();

const sourcesIn = (folder: string, { end = '.ts', except = [] }: { end?: string; except?: readonly string[] } = {}): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end) && !except.some((file) => join(folder, name).endsWith(file)))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'));

/** A test that makes an error, or looks up what the table says of one, expects nothing of it. */
const unexpected = /new (?:IpamError|RequestError)\(\s*'[^']+'|errorTable\[\s*'[^']+'\s*\]/g;

const missingIn = (sources: readonly string[]): string[] => {
  const text = sources.join('\n');
  return codes.filter((code) => !text.includes(`'${code}'`));
};

describe('Every code of an error', () => {
  it('is expected by a test', () => {
    const tests = sourcesIn('test', { end: '.test.ts', except: ['architecture/error-codes.test.ts'] });
    expect(missingIn(tests.map((source) => source.replace(unexpected, '')))).to.deep.equal([]);
  });

  it('is told somewhere in the service', () => {
    const lists = ['domain/errors.ts', 'adapters/http/error-table.ts', 'adapters/http/request-error.ts'];
    const service = ['domain', 'application', 'adapters', 'config'].flatMap((folder) => sourcesIn(folder, { except: lists }));
    expect(missingIn(service)).to.deep.equal([]);
  });

  it('is looked for rightly: a code that nobody knows is missing', () => {
    expect(codes.length).to.be.greaterThan(150);
    expect(missingIn([])).to.deep.equal(codes);
    expect(
      missingIn([
        codes
          .slice(1)
          .map((code) => `'${code}'`)
          .join(),
      ]),
    ).to.deep.equal(codes.slice(0, 1));
  });
});
