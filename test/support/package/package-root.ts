import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the package is. */
export const packageRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');
