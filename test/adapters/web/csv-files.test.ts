import { expect } from 'chai';
import { consolePart } from './support/console-parts.js';

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly lines: readonly number[];
  readonly encoding: string;
}

interface ReadPart {
  readCsv(file: Blob, tell: (share: number) => void): Promise<Table>;
}

describe('CSV files that the console reads', () => {
  let part: ReadPart;
  before(async () => {
    part = await consolePart('features/import/read-csv.ts');
  });

  const read = (...pieces: (string | Uint8Array)[]) => part.readCsv(new Blob(pieces), () => {});
  const problemOf = (file: Promise<Table>) => file.then(String, (error: Error) => error.message);

  it('are UTF-8, with its mark or without', async () => {
    expect(await read('ip;description\n10.0.0.1;Größe €\n')).to.deep.include({
      rows: [['10.0.0.1', 'Größe €']],
      encoding: 'UTF-8',
    });
    expect(await read('\uFEFFip\n10.0.0.1\n')).to.deep.include({ head: ['ip'] });
  });

  it('are UTF-16 where a mark says so', async () => {
    const little = Buffer.from('\uFEFFip\tdescription\r\n10.0.0.1\tGröße\r\n', 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const [bytes, encoding] of [
      [little, 'UTF-16LE'],
      [big, 'UTF-16BE'],
    ] as const)
      expect(await read(bytes)).to.deep.include({ head: ['ip', 'description'], rows: [['10.0.0.1', 'Größe']], encoding });
  });

  it('are Windows-1252 where they are not UTF-8', async () => {
    const bytes = Buffer.from('ip,description\n10.0.0.1,Gr\u00f6\u00dfe \u0080\n', 'latin1');
    expect(await read(bytes)).to.deep.include({ rows: [['10.0.0.1', 'Größe €']], encoding: 'Windows-1252' });
  });

  it('have the apostrophe off again that keeps spreadsheets from running cells', async () => {
    const { rows } = await read(`ip,note\n10.0.0.1,'=1+1\n10.0.0.2,''@x\n10.0.0.3,'quoted'\n10.0.0.4,-5\n`);
    expect(rows.map(([, note]) => note)).to.deep.equal(['=1+1', "'@x", "'quoted'", '-5']);
  });

  it('tell of each row the line in which it begins', async () => {
    const { rows, lines } = await read('\nip,note\r\n\r\n10.0.0.1,"a\r\nb"\r\n,\r\n10.0.0.2,c');
    expect(rows).to.deep.equal([
      ['10.0.0.1', 'a\r\nb'],
      ['10.0.0.2', 'c'],
    ]);
    expect(lines).to.deep.equal([4, 7]);
  });

  it('are refused in words where there is nothing to read in them', async () => {
    expect(await problemOf(read(''))).to.equal('The file is empty');
    expect(await problemOf(read('\n \n;;\n'))).to.equal('The file is empty');
    expect(await problemOf(read('ip;name\n'))).to.equal('The file has titles alone: there is no row below them');
    expect(await problemOf(read('PK\u0003\u0004...'))).to.equal('The file is a workbook or an archive: save it as CSV');
    expect(await problemOf(read(Buffer.from('ip\n10.0.0.1\n', 'utf16le')))).to.contain('UTF-16 without a byte order mark');
  });
});
