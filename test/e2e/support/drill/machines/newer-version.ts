import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whenProcessEnds } from '../../../../support/processes/when-process-ends.js';

/** The compiled sources, beside which the copy finds the packages that it needs. */
const compiled = fileURLToPath(new URL('../../../../..', import.meta.url));

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
  for (const name of ['domain', 'application', 'adapters', 'config'])
    cpSync(join(compiled, name), join(folder, name), { recursive: true });
  appendFileSync(join(folder, 'adapters/knex/migrations/index.js'), migration);
  return join(folder, 'config/main.js');
}
