/** Reads the contents of a NetBox as tables, from its API or a file. */
export { type NetboxLimits, type NetboxSource, netboxFile, netboxSite } from './source.js';
export { NetboxTables } from './tables.js';
