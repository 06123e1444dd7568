/** The files that the bundled program reads beside its modules: pages of the console, description, packed database. */
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

const isAsset = (path) => path.startsWith('dist/adapters/web/public/') || !/[.]([cm]?js|map|d[.]ts|tsbuildinfo)$/.test(path);

/** @returns paths of the files, relative to the project, sorted */
export const assets = () =>
  readdirSync('dist/adapters', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).split(sep).join('/'))
    .filter(isAsset)
    .sort();
