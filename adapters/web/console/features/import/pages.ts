/** One bundle: after the upload, the page of an import opens even if the service does not answer. */
export { ImportPage } from './import-page';
export { StoredImportPage } from './stored-import-page';
