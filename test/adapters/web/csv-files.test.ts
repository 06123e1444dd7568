import { expect } from 'chai';
import { consolePart } from './support/console-parts.js';

interface CsvRecord {
  readonly row: number;
  readonly text: string;
}

interface CsvFile {
  readonly titles: readonly string[];
  readonly sample: readonly (readonly string[])[];
  readonly head: string;
  readonly records: readonly CsvRecord[];
  readonly encoding: string;
}

interface FilePart {
  readCsvFile(file: Blob): Promise<CsvFile>;
}

interface Report {
  readonly written: number;
  readonly mistakes: readonly { readonly row: number; readonly column: string | null; readonly message: string }[];
}

interface Progress {
  readonly done: number;
  readonly refused: readonly { readonly row: number; readonly message: string }[];
}

interface RowsPart {
  importRows(
    file: Pick<CsvFile, 'head'>,
    records: readonly CsvRecord[],
    sending: { send: (text: string) => Promise<Report>; together: number; reportProgress: (progress: Progress) => void },
  ): Promise<Progress>;
}

describe('CSV files that the console cuts into pieces', () => {
  let part: FilePart;
  let rows: RowsPart;
  before(async () => {
    part = await consolePart('features/import/csv-file.ts');
    rows = await consolePart('features/import/import-rows.ts');
  });

  const read = (...pieces: (string | Uint8Array)[]) => part.readCsvFile(new Blob(pieces));
  const problemOf = (file: Promise<CsvFile>) => file.then(String, (error: Error) => error.message);

  it('are UTF-8, UTF-16 where a mark says so, else Windows-1252', async () => {
    const text = 'ip;description\n10.0.0.1;Größe\n';
    const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
    for (const [bytes, encoding] of [
      [Buffer.from(text), 'UTF-8'],
      [little, 'UTF-16LE'],
      [Buffer.from(little).swap16(), 'UTF-16BE'],
      [Buffer.from(text, 'latin1'), 'Windows-1252'],
    ] as const)
      expect(await read(bytes)).to.deep.include({ titles: ['ip', 'description'], sample: [['10.0.0.1', 'Größe']], encoding });
  });

  it('are cut behind whole rows, and keep the numbers of rows', async () => {
    const { records, sample } = await read('ip,note\r\n\r\n10.0.0.1,"two\r\nlines, ""quoted"""\r\n10.0.0.2,x');
    expect(records).to.deep.equal([
      { row: 3, text: '10.0.0.1,"two\r\nlines, ""quoted"""' },
      { row: 4, text: '10.0.0.2,x' },
    ]);
    expect(sample[0]).to.deep.equal(['10.0.0.1', 'two\r\nlines, "quoted"']);
  });

  it('take a line sep=; for what it is, and send it with each piece', async () => {
    const { titles, head, records } = await read('sep=;\r\nip;note\r\n10.0.0.1;a,b\r\n');
    expect({ titles, head }).to.deep.equal({ titles: ['ip', 'note'], head: 'sep=;\nip;note\n' });
    expect(records).to.deep.equal([{ row: 3, text: '10.0.0.1;a,b' }]);
  });

  it('send all that stands behind an open quotation mark to the service, which refuses it', async () => {
    const { records } = await read('ip,note\n10.0.0.1,"open\n10.0.0.2,x\n');
    expect(records).to.deep.equal([{ row: 2, text: '10.0.0.1,"open\n10.0.0.2,x\n' }]);
  });

  it('are refused where they are no tables', async () => {
    expect(await problemOf(read(''))).to.equal('The file is empty');
    expect(await problemOf(read('ip\n'))).to.match(/no rows/);
    expect(await problemOf(read('PK\u0003\u0004'))).to.match(/workbook/);
    expect(await problemOf(read(Buffer.from('ip\n1\n', 'utf16le')))).to.match(/without a byte order mark/);
  });

  it('are sent piece by piece; rows with mistakes are left out, and told by their numbers in the file', async () => {
    const file = await read(`ip\n${['a', 'b', 'bad', 'c', 'd', 'worse'].join('\n')}\n`);
    const sent: string[] = [];
    const send = async (text: string): Promise<Report> => {
      sent.push(text);
      const lines = text.split('\n');
      const mistakes = ['bad', 'worse'].flatMap((word) => {
        const row = lines.indexOf(word) + 1;
        return row > 0 ? [{ row, column: 'ip', message: `is ${word}` }] : [];
      });
      return { written: mistakes.length > 0 ? 0 : lines.length - 1, mistakes };
    };
    const seen: number[] = [];
    const progress = await rows.importRows(file, file.records, {
      send,
      together: 4,
      reportProgress: ({ done }) => seen.push(done),
    });
    expect(sent).to.deep.equal(['ip\na\nb\nbad\nc', 'ip\na\nb\nc', 'ip\nd\nworse', 'ip\nd']);
    expect(progress).to.deep.equal({
      done: 4,
      refused: [
        { row: 4, message: 'ip: is bad' },
        { row: 7, message: 'ip: is worse' },
      ],
    });
    expect(seen).to.deep.equal([3, 4]);
  });
});
