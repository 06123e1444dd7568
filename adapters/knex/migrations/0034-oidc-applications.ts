import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Applications with access tokens of an OpenID provider. */
export const oidcApplications: Migration = {
  name: 'oidc-applications',
  steps: () => [
    sql`alter table apps drop constraint apps_security_check`,
    sql`alter table apps add constraint apps_security_check check (security in ('none', 'ssl', 'static', 'crypt', 'oidc'))`,
  ],
};
