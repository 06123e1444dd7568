import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { DumpParser } from '../../../adapters/phpipam/dump-parser.js';
import { DumpSource } from '../../../adapters/phpipam/dump-source.js';
import { BoundedRows, type RowLimits, usualRowLimits } from '../../../adapters/phpipam/row-bounds.js';
import type { Column } from '../../../adapters/phpipam/rows.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';

/** Parses a dump in chunks. @returns its columns and rows */
function parsed(pieces: Iterable<string>): { readonly columns: readonly Column[]; readonly rows: readonly unknown[] } {
  const [columns, rows]: [Column[], unknown[]] = [[], []];
  const parser = new DumpParser({
    wants: () => true,
    table: (_, found) => void columns.push(...found),
    row: (_, __, values) => void rows.push(values),
    skipped: () => {},
    remark: () => {},
  });
  for (const piece of pieces) parser.push(piece);
  parser.end();
  return { columns, rows };
}

const typesOf = (definitions: string): string[] => parsed([`CREATE TABLE t (${definitions});\n`]).columns.map(({ type }) => type);

function* piecesOf(text: string, length: number): Generator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

const problemOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe('A hostile dump', () => {
  let folder: TemporaryFolder;

  before(() => {
    folder = makeTemporaryFolder();
  });
  after(() => folder.remove());

  it('has types that are parsed to their end', () => {
    expect(typesOf("`a` INT(11) unsigned, `b` enum('x','it''s','a\\'),(') NOT NULL, `c` decimal (5,2), `d` text")).to.deep.equal([
      'int(11)',
      "enum('x','it''s','a\\'),(')",
      'decimal (5,2)',
      'text',
    ]);
  });

  it('with an enumeration of many quotes is parsed', () => {
    for (const value of ["''a".repeat(20_000), "''".repeat(20_001), "\\''".repeat(20_000)]) {
      expect(
        problemOf(() => typesOf(`\`a\` enum('${value}`)),
        value.slice(0, 6),
      ).to.match(/is cut off|cannot be read/);
      expect(typesOf(`\`a\` enum('x${"''a".repeat(20_000)}' ,( \`b\` int(1)`.replace(' ,( ', '), '))).to.have.length(2);
    }
  });

  it('with an endless statement, row or comment in thousands of chunks is refused', () => {
    const length = 8 * 1024 * 1024;
    const row = 'CREATE TABLE t (`a` text);\nINSERT INTO t VALUES ';
    for (const [start, rest] of [
      ['CREATE TABLE t (', 'x'],
      ['/*', '*'],
      [`${row}('`, 'x'],
      [row, "('x"],
      ['DELIMITER ;;\n', ' '],
    ] as const)
      expect(
        problemOf(() => parsed(piecesOf(start + rest.repeat(length / rest.length), 512))),
        start,
      ).to.match(/^the dump is cut off|cannot be read/);
  });

  it('with a value of megabytes in small chunks is read', () => {
    const value = 'x'.repeat(8 * 1024 * 1024);
    const { rows } = parsed(piecesOf(`CREATE TABLE t (\`a\` text);\nINSERT INTO t VALUES ('${value}'),('y');\n`, 512));
    expect(rows).to.deep.equal([[value], ['y']]);
  });

  it('is refused when nothing ends within 32 MB', () => {
    expect(problemOf(() => parsed(piecesOf(`CREATE TABLE t (${'x'.repeat(33 * 1024 * 1024)}`, 65_536)))).to.contain(
      'a statement or a row is longer than 32 MB',
    );
  });

  async function problemWith(text: string, limits: Partial<RowLimits>): Promise<string> {
    const path = join(folder.path, 'dump.sql.gz');
    writeFileSync(path, gzipSync(text));
    const source = new BoundedRows(new DumpSource(path), { ...usualRowLimits, ...limits });
    const sink = { table: () => {}, rows: async () => {}, skipped: () => {} };
    return source
      .read(() => true, sink)
      .then(
        () => 'none',
        (error: Error) => `${error.name}: ${error.message}`,
      );
  }

  it('is refused when it exceeds the limits of rows, characters, tables or columns', async () => {
    const table = (name: string): string => `CREATE TABLE \`${name}\` (\`id\` int);\n`;
    const rows = (name: string, count: number): string =>
      `${table(name)}INSERT INTO \`${name}\` VALUES (1)${',(1)'.repeat(count - 1)};\n`;
    expect(await problemWith(rows('sections', 10) + rows('ipaddresses', 10), { maxHeldRows: 10, maxPassingRows: 10 })).to.equal(
      'none',
    );
    expect(await problemWith(rows('sections', 5) + rows('subnets', 6), { maxHeldRows: 10 })).to.equal(
      'SourceError: there are more than 10 rows, not counting addresses and history (exceeded in subnets)',
    );
    expect(await problemWith(rows('ipaddresses', 11), { maxPassingRows: 10 })).to.equal(
      'SourceError: the table ipaddresses has more than 10 rows',
    );
    expect(await problemWith(rows('sections', 100), { maxHeldCharacters: 10 })).to.match(/more than 10 characters/);
    expect(await problemWith(Array.from({ length: 1001 }, (_, index) => table(`t${index}`)).join(''), {})).to.equal(
      'SourceError: there are more than 1000 tables',
    );
    expect(await problemWith(table('x'.repeat(100)), { maxDefinitionCharacters: 100 })).to.match(/more than 100 characters/);
    const wide = Array.from({ length: 4097 }, (_, index) => `\`c${index}\` int`).join(',');
    expect(await problemWith(`CREATE TABLE \`t\` (${wide});`, {})).to.equal(
      'SourceError: the table t has more than 4096 columns',
    );
  });

  it('has no control characters of its names in error texts', async () => {
    const problem = await problemWith(
      'CREATE TABLE `t\x1b[2J\u202e` (`id` int);\nINSERT INTO `t\x1b[2J\u202e` VALUES (1,2);\n',
      {},
    );
    expect(problem)
      .to.match(/^SourceError: /)
      .and.not.match(/[\p{Cc}\p{Cf}]/u);
  });
});
