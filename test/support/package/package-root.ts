import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root folder of the package. */
export const packageRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');
