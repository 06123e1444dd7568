export { workbookTable } from './table.js';
