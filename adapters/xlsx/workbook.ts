import { posix } from 'node:path';
import { SourceError } from '../../application/ports/register.js';
import type { WorkbookPackage } from './package.js';
import { parseAll } from './xml.js';

const workbookFile = 'xl/workbook.xml';
const relationsFile = 'xl/_rels/workbook.xml.rels';

/** Maximum characters of all shared texts; they are in memory. */
const maxTexts = 67_108_864;

export interface Sheet {
  readonly name: string;
  readonly file: string;
}

/** The first visible sheet. @throws SourceError without a sheet */
export async function firstSheet(workbook: WorkbookPackage): Promise<Sheet> {
  const targets = new Map<string, string>();
  const sheets: { readonly name: string; readonly id: string }[] = [];
  if (!workbook.has(workbookFile)) throw new SourceError('the file is an archive, but not a workbook (.xlsx)');
  await parseAll(relationsFile, workbook.read(relationsFile), {
    open: (name, attribute) => name === 'Relationship' && targets.set(attribute('Id'), attribute('Target')),
  });
  await parseAll(workbookFile, workbook.read(workbookFile), {
    open: (name, attribute) => {
      const isVisible = !['hidden', 'veryHidden'].includes(attribute('state'));
      if (name === 'sheet' && isVisible) sheets.push({ name: attribute('name'), id: attribute('r:id') });
    },
  });
  const found = sheets[0];
  const target = found && targets.get(found.id);
  if (!found || !target) throw new SourceError('the workbook has no visible sheet');
  return { name: found.name, file: target.startsWith('/') ? target.slice(1) : posix.join('xl', target) };
}

/** Returns the texts that cells reference by index. @throws SourceError */
export async function sharedTexts(workbook: WorkbookPackage): Promise<readonly string[]> {
  const file = 'xl/sharedStrings.xml';
  const texts: string[] = [];
  if (!workbook.has(file)) return texts;
  let [current, length, isText, phonetic] = ['', 0, false, 0];
  await parseAll(file, workbook.read(file), {
    open: (name) => {
      if (name === 'si') current = '';
      if (name === 'rPh') phonetic++;
      isText = name === 't' && phonetic === 0;
    },
    text: (text) => {
      if (!isText) return;
      current += text;
      length += text.length;
      if (length > maxTexts) throw new SourceError('the texts of the workbook are too long: save it as CSV');
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') phonetic--;
      if (name === 'si') texts.push(current);
    },
  });
  return texts;
}
