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
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly skipped: number;
  readonly addedRecords: readonly { readonly kind: string; readonly name: string }[];
  readonly mistakes: readonly { readonly row: number; readonly column: string | null; readonly message: string }[];
}

interface Checked {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: readonly { readonly row: number; readonly message: string }[];
}

type ReportProgress = (rows: number) => void;

interface CheckPart {
  checkRows(
    file: Pick<CsvFile, 'head'>,
    records: readonly CsvRecord[],
    sending: { send: (text: string) => Promise<Report>; together: number; reportProgress: ReportProgress },
  ): Promise<Checked>;
}

interface UploadPart {
  uploadRows(
    file: Pick<CsvFile, 'head' | 'records'>,
    uploading: { send: (text: string, first: number) => Promise<unknown>; reportProgress: ReportProgress },
  ): Promise<void>;
}

interface InterruptedPart {
  digestOf(file: Pick<CsvFile, 'head' | 'records'>): string;
  isSameFile(upload: { readonly digest: string }, file: CsvFile): boolean;
}

describe('CSV files that the console splits into chunks', () => {
  let part: FilePart;
  let check: CheckPart;
  let upload: UploadPart;
  before(async () => {
    part = await consolePart('features/import/csv-file.ts');
    check = await consolePart('features/import/send-rows.ts');
    upload = await consolePart('features/import/send-rows.ts');
  });

  const read = (...pieces: (string | Uint8Array)[]) => part.readCsvFile(new Blob(pieces));
  const problemOf = (file: Promise<CsvFile>) => file.then(String, (error: Error) => error.message);

  it('are read as UTF-8, as UTF-16 with a byte order mark, or else as Windows-1252', async () => {
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

  it('are split after whole rows, and preserve the row numbers', async () => {
    const { records, sample } = await read('ip,note\r\n\r\n10.0.0.1,"two\r\nlines, ""quoted"""\r\n10.0.0.2,x');
    expect(records).to.deep.equal([
      { row: 3, text: '10.0.0.1,"two\r\nlines, ""quoted"""' },
      { row: 4, text: '10.0.0.2,x' },
    ]);
    expect(sample[0]).to.deep.equal(['10.0.0.1', 'two\r\nlines, "quoted"']);
  });

  it('may begin with a sep= line, which is sent with each chunk', async () => {
    const { titles, head, records } = await read('sep=;\r\nip;note\r\n10.0.0.1;a,b\r\n');
    expect({ titles, head }).to.deep.equal({ titles: ['ip', 'note'], head: 'sep=;\nip;note\n' });
    expect(records).to.deep.equal([{ row: 3, text: '10.0.0.1;a,b' }]);
  });

  it('are refused with the row of a quotation mark that is open, or closed within a cell', async () => {
    for (const rows of ['10.0.0.2,"open\n10.0.0.3,x', '10.0.0.2,"open\n10.0.0.3,"x"', '10.0.0.2,"a" b'])
      expect(await problemOf(read(`ip,note\n\n10.0.0.1,"a\nb"\n${rows}\n`)), rows).to.match(
        /^Row 4: a quotation mark is not closed/,
      );
    expect(await problemOf(read('ip,"note\n10.0.0.1,x\n'))).to.match(/^Row 1: /);
  });

  it('may have quotation marks within cells without quotation marks, which the service checks', async () => {
    const { records } = await read('ip,note\n10.0.0.1,19" rack\n10.0.0.2,"two\nlines"\n10.0.0.3,a "b" c\n10.0.0.4,x\n');
    expect(records).to.deep.equal([
      { row: 2, text: '10.0.0.1,19" rack' },
      { row: 3, text: '10.0.0.2,"two\nlines"' },
      { row: 4, text: '10.0.0.3,a "b" c' },
      { row: 5, text: '10.0.0.4,x' },
    ]);
  });

  it('have the delimiter of the widest header, below rows with fewer cells', async () => {
    for (const [text, titles, delimiter] of [
      ['Report, of, today\n\nip;name;a, b\n10.0.0.1;x;"y;, z"\n', ['ip', 'name', 'a, b'], ';'],
      ['number\tname\n20\ta;b;c\n', ['number', 'name'], '\t'],
      ['ip | note \r10.0.0.1|x\r\n10.0.0.2|y\n', ['ip', 'note'], '|'],
      ['ip\n10.0.0.1\n', ['ip'], ','],
      ['ip;name;note\n10.0.0.1;srv;Rack 3, Berlin;\n10.0.0.2;srv;Rack 4, Berlin;\n', ['ip', 'name', 'note'], ';'],
      ['#;ip;note\n1;10.0.0.1;Rack 3, Berlin\n2;10.0.0.2;Rack 4, Berlin\n', ['#', 'ip', 'note'], ';'],
    ] as const) {
      const file = await read(text);
      expect({ titles: file.titles, head: file.head }).to.deep.equal({
        titles,
        head: `sep=${delimiter}\n${text
          .trim()
          .split(/[\r\n]+/)
          .find((line) => line.startsWith(titles[0]))}\n`,
      });
    }
  });

  it('are refused when they contain no table', async () => {
    expect(await problemOf(read(''))).to.equal('The file is empty');
    expect(await problemOf(read('ip\n'))).to.match(/no rows/);
    expect(await problemOf(read('PK\u0003\u0004'))).to.match(/workbook/);
    expect(await problemOf(read(Buffer.from('ip\n1\n', 'utf16le')))).to.match(/without a byte order mark/);
  });

  it('are checked in chunks; rows with mistakes are omitted, and reported by their numbers in the file', async () => {
    const file = await read(`ip\n${['a', 'b', 'bad', 'c', 'd', 'worse'].join('\n')}\n`);
    const sent: string[] = [];
    const send = async (text: string): Promise<Report> => {
      sent.push(text);
      const lines = text.split('\n');
      const mistakes = ['bad', 'worse'].flatMap((word) => {
        const row = lines.indexOf(word) + 1; // as the service counts, with the line of the delimiter
        return row > 0 ? [{ row, column: 'ip', message: `is ${word}` }] : [];
      });
      const changed = lines.includes('d') ? 1 : 0;
      return {
        created: lines.length - 2 - changed,
        changed,
        unchanged: 0,
        skipped: 1,
        addedRecords: [{ kind: 'vrf', name: 'red' }],
        mistakes,
      };
    };
    const seen: number[] = [];
    const checked = await check.checkRows(file, file.records, { send, together: 4, reportProgress: (rows) => seen.push(rows) });
    expect(sent).to.deep.equal(['a\nb\nbad\nc', 'a\nb\nc', 'd\nworse', 'd'].map((rows) => `sep=,\nip\n${rows}`));
    expect(checked).to.deep.equal({
      ...{ created: 3, changed: 1, unchanged: 0, skipped: 2, added: ['VRF red'] },
      refused: [
        { row: 4, message: 'ip: is bad' },
        { row: 7, message: 'ip: is worse' },
      ],
    });
    expect(seen).to.deep.equal([4, 6]);
  });

  it('are uploaded in chunks with the number of the first row, and with empty lines for omitted rows', async () => {
    const { head, records } = await read('sep=;\nip;note\n\n10.0.0.1;a\n\n\n10.0.0.2;"b\nc"\n10.0.0.3;d\n');
    const sent: unknown[] = [];
    const seen: number[] = [];
    const send = async (text: string, first: number) => sent.push([text, first]);
    await upload.uploadRows({ head, records }, { send, reportProgress: (rows) => seen.push(rows) });
    expect(sent).to.deep.equal([['sep=;\nip;note\n10.0.0.1;a\n\n\n10.0.0.2;"b\nc"\n10.0.0.3;d', 4]]);
    expect(seen).to.deep.equal([3]);
  });

  it('are the same file for an interrupted upload only with the same titles and rows', async () => {
    const { digestOf, isSameFile } = await consolePart<InterruptedPart>('features/import/csv-file.ts');
    const content = 'ip,note\n10.0.0.1,a\n10.0.0.2,b\n';
    const upload = { digest: digestOf(await read(content)) };
    expect(isSameFile(upload, await read(content))).to.equal(true);
    for (const changed of [
      content.replace('a\n', 'c\n'),
      content.replace('note', 'owner'),
      content.replace('\n10.0.0.1', '\n\n10.0.0.1'),
      'ip,note\n10.0.0.2,b\n10.0.0.1,a\n',
      `${content}10.0.0.3,c\n`,
    ])
      expect(isSameFile(upload, await read(changed)), changed).to.equal(false);
  });

  it('are uploaded in several requests when they are long or have large gaps', async () => {
    const many = Array.from({ length: 4500 }, (_, index) => ({ row: index + 2, text: `r${index}` }));
    const far = [...many, { row: 1_000_000, text: 'far' }, { row: 1_000_001, text: 'x'.repeat(300_000) }];
    const firsts: number[] = [];
    const lengths: number[] = [];
    const send = async (text: string, first: number) => {
      firsts.push(first);
      lengths.push(text.split('\n').length - 1);
    };
    await upload.uploadRows({ head: 'ip\n', records: far }, { send, reportProgress: () => {} });
    expect(firsts).to.deep.equal([2, 2002, 4002, 1_000_000, 1_000_001]);
    expect(lengths).to.deep.equal([2000, 2000, 500, 1, 1]);
  });
});
