/** Workbooks of spreadsheet programs (Office Open XML). */
export { workbookTable } from './table.js';
