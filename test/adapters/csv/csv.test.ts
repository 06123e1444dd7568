import { expect } from 'chai';
import * as fc from 'fast-check';
import { csvTable, csvTexts } from '../../../adapters/csv/index.js';
import { SourceError } from '../../../application/ports/register.js';
import { UnreadableRowError } from '../../../application/transfer/rows/table.js';
import { errorOf } from '../../support/outcome/error-of.js';

const bytesOf = (given: string | Uint8Array, size = 7) =>
  async function* (): AsyncGenerator<Uint8Array> {
    const bytes = typeof given === 'string' ? Buffer.from(given) : given;
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
  };

/** All rows of a file, the names of its columns first. */
async function rowsOf(given: string | Uint8Array): Promise<{ form: object; cells: unknown[][]; numbers: number[] }> {
  const table = await csvTable('address', bytesOf(given));
  const [cells, numbers]: [unknown[][], number[]] = [[[...table.titles]], []];
  for await (const part of table.rows())
    for (const { row, cells: each } of part) {
      numbers.push(row);
      cells.push([...each]);
    }
  return { form: table.source ?? {}, cells, numbers };
}

async function problemOf(given: string | Uint8Array): Promise<string> {
  const error = await errorOf<SourceError | UnreadableRowError>(rowsOf(given), SourceError, UnreadableRowError);
  return error instanceof UnreadableRowError ? `row ${error.row}: ${error.message}` : error.message;
}

describe('CSV', () => {
  for (const [name, delimiter] of Object.entries({ comma: ',', semicolon: ';', tab: '\t', bar: '|' }))
    it(`is read with cells separated by ${name}`, async () => {
      const text = ['ip', '"note, with; all\tof|them"', 'mac'].join(delimiter);
      const { form, cells } = await rowsOf(`${text}\r\n10.0.0.1${delimiter}"two\nlines, ""quoted"""${delimiter}\r\n`);
      expect(form).to.deep.equal({ format: 'csv', encoding: 'UTF-8', delimiter, headerRow: 1 });
      expect(cells).to.deep.equal([
        ['ip', 'note, with; all\tof|them', 'mac'],
        ['10.0.0.1', 'two\nlines, "quoted"', ''],
      ]);
    });

  it('is read as UTF-8 with or without a byte order mark, as UTF-16 with one, or else as Windows-1252', async () => {
    const text = 'ip,owner\n10.0.0.1,Zoë €\n';
    const swapped = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
    const western = Buffer.from([...text].map((character) => (character === '€' ? 0x80 : (character.codePointAt(0) ?? 0))));
    for (const [encoding, bytes] of [
      ['UTF-8', Buffer.from(text)],
      ['UTF-8', Buffer.from(`\ufeff${text}`)],
      ['UTF-16LE', Buffer.from(`\ufeff${text}`, 'utf16le')],
      ['UTF-16BE', swapped],
      ['Windows-1252', western],
    ] as const) {
      const { form, cells } = await rowsOf(bytes);
      expect(form, encoding).to.deep.include({ encoding });
      expect(cells, encoding).to.deep.equal([
        ['ip', 'owner'],
        ['10.0.0.1', 'Zoë €'],
      ]);
    }
  });

  it('has the row numbers of a spreadsheet, in which empty rows count', async () => {
    expect((await rowsOf('sep=;\r\nip;note\r\n\r\n10.0.0.1;"a\r\nb"\r\n10.0.0.2;\r\n')).numbers).to.deep.equal([3, 4, 5]);
    expect((await rowsOf('ip\n10.0.0.1\n\n10.0.0.2')).numbers).to.deep.equal([2, 3, 4]);
  });

  it('is refused when it is malformed, with the row number', async () => {
    expect(await problemOf('')).to.match(/no header row/);
    expect(await problemOf('\n\n')).to.match(/no header row/);
    expect(await problemOf('PK\u0003\u0004\0\0\0')).to.match(/workbook/);
    expect(await problemOf(Buffer.from('ip,mac\n', 'utf16le'))).to.match(/UTF-16 without a byte order mark/);
    expect(await problemOf('ip,note\n10.0.0.1,"open\n10.0.0.2,x\n')).to.equal('row 2: a quotation mark is not closed');
    expect(await problemOf('ip,note\n10.0.0.1,a\n10.0.0.2,"x"y\n')).to.match(/^row 3: characters follow/);
    expect(await problemOf('ip,note\n10.0.0.1,a"b\n')).to.match(/^row 2: a quotation mark is within/);
    expect(await problemOf(`ip\n${'x'.repeat(1_100_000)}`)).to.match(/^row 2: the row is longer than/);
    const missing = await csvTable('address', bytesOf('ip\n'), { columns: { IP: 'ip' } }).catch((error: Error) => error.message);
    expect(missing).to.equal('the file has no column IP; it has ip');
  });

  it('escapes cells that a spreadsheet would run as formulas, and restores them when it is read', async () => {
    const cells = ['=1+1', "'=1", '+49 30', '@x', '-5', '+1,5', "it's", '\t=x', '-rf'];
    let text = '';
    for await (const part of csvTexts(['a'], rowsInParts(cells.map((cell) => [cell])))) text += part;
    expect(text.split('\r\n').slice(1, 6)).to.deep.equal(["'=1+1", "''=1", "'+49 30", "'@x", '-5']);
    expect((await rowsOf(text)).cells.slice(1).map(([cell]) => cell)).to.deep.equal(cells);
  });

  for (const first of ['\n', '\r', '\t', '\r\n', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', "'", "'＝"])
    it(`escapes a cell that begins with ${JSON.stringify(first)}, also if it is escaped already`, async () => {
      const cells = [`${first}=1+1`, `'${first}=1+1`, `${first}cmd`];
      let text = '';
      for await (const part of csvTexts(['a'], rowsInParts(cells.map((cell) => [cell])))) text += part;
      expect(text).to.contain(`'${first}=1+1`).and.contain(`''${first}=1+1`);
      expect((await rowsOf(text)).cells.slice(1).map(([cell]) => cell)).to.deep.equal(cells);
    });

  it('is read back cell by cell as it was written', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '"', ',', ';', '\t', '|', '\n', '\r', ' ', "'", '=', '-', '＝', '＠', '1', 'é', '𝕏'),
      maxLength: 8,
    });
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        let text = '';
        for await (const part of csvTexts(['a', 'b', 'c'], rowsInParts(given))) text += part;
        expect((await rowsOf(text)).cells.slice(1)).to.deep.equal(given);
      }),
      { numRuns: 200 },
    );
  });
});

async function* rowsInParts(rows: readonly (readonly string[])[]): AsyncGenerator<readonly (readonly string[])[]> {
  for (let start = 0; start < rows.length; start += 3) yield rows.slice(start, start + 3);
}
