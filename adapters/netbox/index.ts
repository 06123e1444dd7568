/** The contents of a NetBox, from its API or a file, as tables. */
export { type NetboxLimits, type NetboxSource, netboxFile, netboxSite } from './source.js';
export { NetboxTables } from './tables.js';
