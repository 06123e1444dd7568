import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../../support/package/package-root.js';
import { whenProcessEnds } from '../../../../support/processes/when-process-ends.js';

/** Folder of the compiled sources. A copy inside it resolves the same packages. */
const compiled = join(packageRoot, 'dist');

/** The migration of the newer version. */
const migration = `
import { sql as statement } from '../../../../../adapters/knex/sessions/sql.js';
migrations.push({ name: 'drill', steps: () => [statement\`alter table addresses add column drill text not null default ''\`] });
`;

let made: string | undefined;

/** Makes a copy of the program with one more migration and removes it when this process ends. @returns path of its main file */
export function newerVersion(): string {
  made ??= makeCopy();
  return made;
}

function makeCopy(): string {
  const folder = mkdtempSync(join(compiled, 'newer-'));
  whenProcessEnds(() => rmSync(folder, { recursive: true, force: true }));
  const copy = join(folder, 'dist'); // the program reads package.json from the parent folder
  cpSync(join(packageRoot, 'package.json'), join(folder, 'package.json'));
  for (const name of ['domain', 'application', 'adapters', 'config'])
    cpSync(join(compiled, name), join(copy, name), { recursive: true });
  appendFileSync(join(copy, 'adapters/knex/migrations/index.js'), migration);
  return join(copy, 'config/main.js');
}
