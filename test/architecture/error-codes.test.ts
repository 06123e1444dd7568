import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { errorTable } from '../../adapters/http/error-table.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Every error code of the service. The table has a row for each, or it would not compile. */
const codes = Object.keys(errorTable).sort();

const sourcesIn = (folder: string, { end = '.ts', except = [] }: { end?: string; except?: readonly string[] } = {}): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end) && !except.some((file) => join(folder, name).endsWith(file)))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'));

/** Uses of a code that are not an expectation: the test creates the error, or reads its row of the table. */
const unexpected = /new (?:IpamError|RequestError)\(\s*'[^']+'|errorTable\[\s*'[^']+'\s*\]/g;

const missingIn = (sources: readonly string[]): string[] => {
  const text = sources.join('\n');
  return codes.filter((code) => !text.includes(`'${code}'`));
};

describe('Every error code', () => {
  it('is expected by a test', () => {
    const tests = sourcesIn('test', { end: '.test.ts', except: ['architecture/error-codes.test.ts'] });
    expect(missingIn(tests.map((source) => source.replace(unexpected, '')))).to.deep.equal([]);
  });

  it('is used in the service', () => {
    const lists = [
      'domain/error-details.ts',
      'domain/error-texts.ts',
      'adapters/http/domain-error-rows.ts',
      'adapters/http/request-error.ts',
    ];
    const service = ['domain', 'application', 'adapters', 'config'].flatMap((folder) => sourcesIn(folder, { except: lists }));
    expect(missingIn(service)).to.deep.equal([]);
  });

  it('is found by the search of this test, which reports missing codes', () => {
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
