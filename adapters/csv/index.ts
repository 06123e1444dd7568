/** CSV files (RFC 4180). */
export { csvTable } from './table.js';
export { csvTexts } from './writing.js';
