import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../../support/package/package-root.js';
import { whenProcessEnds } from '../../../../support/processes/when-process-ends.js';

/** The compiled sources, beside which the copy finds the packages that it needs. */
const compiled = join(packageRoot, 'dist');

/** The step of the newer version. */
const migration = `
import { sql as statement } from '../sessions/query.js';
migrations.push({ name: 'drill', steps: () => [statement\`alter table addresses add column drill text not null default ''\`] });
`;

let made: string | undefined;

/** A copy of the program that knows one migration more, until this process ends. @returns the file of its program */
export function newerVersion(): string {
  made ??= makeCopy();
  return made;
}

function makeCopy(): string {
  const folder = mkdtempSync(join(compiled, 'newer-'));
  whenProcessEnds(() => rmSync(folder, { recursive: true, force: true }));
  const copy = join(folder, 'dist'); // the program finds package.json beside it
  cpSync(join(packageRoot, 'package.json'), join(folder, 'package.json'));
  for (const name of ['domain', 'application', 'adapters', 'config'])
    cpSync(join(compiled, name), join(copy, name), { recursive: true });
  appendFileSync(join(copy, 'adapters/knex/migrations/index.js'), migration);
  return join(copy, 'config/main.js');
}
