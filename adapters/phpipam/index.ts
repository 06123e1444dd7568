import type { ImportSource } from '../../application/ports/moving/register.js';
import { DumpSource } from './dump-source.js';
import type { MySqlAccess } from './mysql-connection.js';
import { MySqlSource } from './mysql-source.js';
import { PhpIpamRegister } from './phpipam-register.js';
import { BoundedRows } from './row-bounds.js';

export type { MySqlAccess } from './mysql-connection.js';

/** The register of a phpIPAM out of a dump of its database by mysqldump; one that is compressed by gzip too. */
export const phpIpamDump = (path: string): ImportSource => new PhpIpamRegister(new BoundedRows(new DumpSource(path)));

/** The register of a phpIPAM out of its running database: mysql://USER:PASSWORD@HOST/DATABASE. @throws SourceError */
export const phpIpamDatabase = (url: string, access: MySqlAccess = {}): ImportSource =>
  new PhpIpamRegister(new BoundedRows(new MySqlSource(url, access)));

export { isPlacelessName } from './leftovers.js';
