/** One chunk, so that the page of an import opens after the upload also if the service is away then. */
export { ImportPage } from './import-page';
export { StoredImportPage } from './stored-import-page';
