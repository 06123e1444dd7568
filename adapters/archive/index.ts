/** Archives: the contents of a storage as a file of JSON lines, optionally compressed with gzip. */
export { withLastAct } from './before-signals.js';
export { FileUnwritable, readFileBytes, writeFile, writing } from './files.js';
export { readArchive, verifiedBytes } from './read-archive.js';
export { archiveTexts } from './write-archive.js';
