/** Archives: the contents of a storage as a file of JSON lines, optionally compressed with gzip. */
export { withLastAct } from './before-signals.js';
export { newKeyPair, readIdentities, wrongRecipients } from './encryption.js';
export { plainBytes, readFileBytes, type WriteOptions, writeFile, writing } from './files.js';
export { rowCount } from './lines.js';
export { readArchive, verifiedBytes } from './read-archive.js';
export { differencesOf, digestsOf, type TableDigests, withDigests } from './table-digests.js';
export { type BackupOptions, type Packing, packingOf, writeVerifiedFile } from './verified-file.js';
export { archiveTexts } from './write-archive.js';
