/** Registers in files: what a storage holds as lines of JSON, plain or compressed by gzip. */
export { withLastAct } from './before-signals.js';
export { FileUnwritable, readFileBytes, writeFile, writing } from './files.js';
export { readArchive, verifiedBytes } from './read-archive.js';
export { archiveTexts } from './write-archive.js';
