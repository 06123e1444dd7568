/** Tables in files of CSV (RFC 4180). */
export type { Bytes, CsvForm } from './form.js';
export { type ColumnNames, type CsvTable, csvTable } from './table.js';
export { csvTexts } from './writing.js';
