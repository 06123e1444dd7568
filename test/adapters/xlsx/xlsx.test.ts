import { expect } from 'chai';
import { workbookTable } from '../../../adapters/xlsx/table.js';
import { SourceError } from '../../../application/ports/register.js';
import { UnreadableRowError } from '../../../application/transfer/rows/table.js';
import { errorOf } from '../../support/outcome/error-of.js';
import { zipOf } from '../../support/zip.js';

const relations = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`;
const workbook = `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">
<sheets><sheet name="Notes" sheetId="1" state="hidden" r:id="rId2"/><sheet name="Addresses" sheetId="2" r:id="rId1"/></sheets></workbook>`;
const texts =
  '<sst><si><t>Addresses of the laboratory</t></si><si><r><t>i</t></r><r><t>p</t></r><rPh><t>x</t></rPh></si><si><t>hostname</t></si></sst>';
const sheet = `<worksheet><sheetData>
<row r="1"><c r="A1" t="s"><v>0</v></c></row>
<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" t="s"><v>2</v></c><c r="C3" t="inlineStr"><is><t>note</t></is></c><c r="D3" t="str"><v>port</v></c></row>
<row r="4"><c r="A4" t="inlineStr"><is><t>10.0.0.1</t></is></c><c r="C4" t="str"><f>CONCAT("a","b")</f><v>ab</v></c><c r="D4"><v>7.0</v></c></row>
<row r="6"><c t="inlineStr"><is><t>10.0.0.2</t></is></c><c t="e"><v>#REF!</v></c></row>
</sheetData></worksheet>`;

const files = {
  'xl/_rels/workbook.xml.rels': relations,
  'xl/workbook.xml': workbook,
  'xl/sharedStrings.xml': texts,
  'xl/worksheets/sheet1.xml': sheet,
};

const bytesOf = (bytes: Uint8Array) =>
  async function* (): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < bytes.length; start += 100) yield bytes.subarray(start, start + 100);
  };

async function rowsOf(bytes: Uint8Array): Promise<{ titles: readonly string[]; source: unknown; rows: unknown[] }> {
  const { titles, source, rows } = await workbookTable('address', bytesOf(bytes));
  const read: unknown[] = [];
  for await (const part of rows()) for (const { row, cells } of part) read.push([row, ...cells]);
  return { titles, source, rows: read };
}

const problemOf = async (bytes: Uint8Array): Promise<string> =>
  (await errorOf<SourceError | UnreadableRowError>(rowsOf(bytes), SourceError, UnreadableRowError)).message;
const withSheet = (text: string) => zipOf({ ...files, 'xl/worksheets/sheet1.xml': text });

describe('Workbooks', () => {
  it('are read from their first visible sheet, with the titles found below headings and stored results of formulas', async () => {
    const { titles, source, rows } = await rowsOf(zipOf(files));
    expect(titles).to.deep.equal(['ip', 'hostname', 'note', 'port']);
    expect(source).to.deep.equal({ format: 'xlsx', sheet: 'Addresses', headerRow: 3 });
    expect(rows).to.deep.equal([
      [4, '10.0.0.1', '', 'ab', '7'],
      [6, '10.0.0.2', '', '', ''],
    ]);
  });

  it('are refused if they are other archives, damaged, or have no visible sheet', async () => {
    expect(await problemOf(zipOf({ 'a.txt': 'a' }))).to.equal('the file is an archive, but not a workbook (.xlsx)');
    expect(await problemOf(zipOf(files).subarray(0, 500))).to.match(/damaged workbook/);
    expect(await problemOf(zipOf({ ...files, 'xl/workbook.xml': '<workbook/>' }))).to.equal('the workbook has no visible sheet');
    expect(await problemOf(withSheet('<worksheet><sheetData><row></c>'))).to.match(
      /sheet Addresses of the workbook is malformed/,
    );
    expect(await problemOf(withSheet('<worksheet/>'))).to.equal('the sheet has no row with the names of its columns');
  });

  it('are refused with many nested elements or attributes, which the parser stores in memory', async () => {
    expect(await problemOf(withSheet(`<worksheet>${'<a>'.repeat(1000)}`))).to.equal(
      'sheet Addresses of the workbook is malformed: more than 64 nested elements',
    );
    const attributes = Array.from({ length: 300 }, (_, index) => `a${index}="1"`).join(' ');
    expect(await problemOf(withSheet(`<worksheet ${attributes}/>`))).to.equal(
      'sheet Addresses of the workbook is malformed: an element with more than 256 attributes',
    );
  });

  it('expand no entities', async () => {
    const bomb =
      '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><worksheet><sheetData><row r="1"><c t="str"><v>&b;</v></c></row></sheetData></worksheet>';
    expect(await problemOf(withSheet(bomb))).to.match(/malformed: .*entity/);
  });

  it('are refused if they unpack to more bytes than the limit, or to other sizes than they claim', async () => {
    const padded = zipOf({ ...files, 'xl/worksheets/sheet1.xml': Buffer.alloc(140_000_000, ' ') });
    const most = 16_777_216 + 32 * padded.length;
    expect(await problemOf(padded)).to.include(`has more than ${most} bytes: save it as CSV`);
    expect(await problemOf(zipOf(files, 10))).to.match(/damaged workbook/);
    const many = Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`${index}.xml`, '']));
    expect(await problemOf(zipOf({ ...files, ...many }))).to.equal('the workbook has more than 2000 files');
  });

  it('are refused if a row has too many columns, or a cell too many characters', async () => {
    const cell = (reference: string, text: string) =>
      withSheet(
        `<worksheet><sheetData><row r="1"><c t="str"><v>ip</v></c></row><row r="2"><c r="${reference}" t="str"><v>${text}</v></c></row></sheetData></worksheet>`,
      );
    expect(await problemOf(cell('XFD2', 'x'))).to.equal('the row has more than 1000 columns');
    expect(await problemOf(cell('A2', 'x'.repeat(70_000)))).to.equal('a cell is longer than 65536 characters');
  });
});
