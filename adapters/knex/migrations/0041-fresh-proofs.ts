import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Times of the last authentication in sessions, owners of nonces, and keys that sign requests to SAML providers. */
export const freshProofs: Migration = {
  name: 'fresh-proofs',
  steps: () => [
    sql`alter table tokens add column proven timestamptz`,
    sql`alter table request_nonces add column owner text`,
    sql`create index request_nonces_owner_outlived_idx on request_nonces (owner, outlived) where owner is not null`,
    sql`create index request_nonces_owned_idx on request_nonces (outlived) where owner is not null`,
    sql`
      update sign_in_providers
      set provider = jsonb_set(provider, '{saml}', '{"signingKey": "", "signingCertificate": ""}'::jsonb || (provider->'saml'))
      where provider->>'type' = 'saml'`,
  ],
};
