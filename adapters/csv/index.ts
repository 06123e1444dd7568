/** CSV files (RFC 4180). */
export type { Bytes, CsvForm } from './form.js';
export { type CsvTable, csvTable, csvTables } from './table.js';
export { csvTexts } from './writing.js';
