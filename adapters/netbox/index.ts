/** The register of a NetBox, out of its interface or a file, as tables. */
export { type NetboxLimits, type NetboxSource, netboxFile, netboxSite } from './source.js';
export { NetboxTables } from './tables.js';
