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

export interface NewerVersion {
  /** The file of its program. */
  readonly main: string;
  remove(): void;
}

/** Makes a copy of the program that knows one migration more. */
export function makeNewerVersion(): NewerVersion {
  const folder = mkdtempSync(join(compiled, 'newer-'));
  const clean = (): void => rmSync(folder, { recursive: true, force: true });
  const forget = whenProcessEnds(clean);
  for (const name of ['domain', 'application', 'adapters', 'config'])
    cpSync(join(compiled, name), join(folder, name), { recursive: true });
  appendFileSync(join(folder, 'adapters/knex/migrations/index.js'), migration);
  return {
    main: join(folder, 'config/main.js'),
    remove: () => {
      forget();
      clean();
    },
  };
}
