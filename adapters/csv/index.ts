export { csvTable } from './table.js';
export { csvTexts } from './writing.js';
