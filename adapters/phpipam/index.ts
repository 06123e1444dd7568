import type { ImportSource } from '../../application/ports/register.js';
import { DumpSource } from './dump-source.js';
import type { MySqlAccess } from './mysql-connection.js';
import { MySqlSource } from './mysql-source.js';
import { PhpIpamRegister } from './phpipam-register.js';
import { BoundedRows } from './row-bounds.js';

export type { MySqlAccess } from './mysql-connection.js';

/** Imports from a mysqldump file of phpIPAM, plain or gzip. */
export const phpIpamDump = (path: string): ImportSource => new PhpIpamRegister(new BoundedRows(new DumpSource(path)));

/** Imports from a running phpIPAM database: mysql://USER:PASSWORD@HOST/DATABASE. @throws SourceError */
export const phpIpamDatabase = (url: string, access: MySqlAccess = {}): ImportSource =>
  new PhpIpamRegister(new BoundedRows(new MySqlSource(url, access)));

export { isUnmappedName as isPlacelessName } from './leftovers.js';
