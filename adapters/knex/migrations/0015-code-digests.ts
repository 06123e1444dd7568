import type { Migration } from './migration.js';

/**
 * Codes that applications send as they are become digests; keys of encrypted requests stay. What such a request says of
 * itself can be demanded, and its nonce is remembered for a while.
 */
export const codeDigests: Migration = {
  name: 'code-digests',
  sql: `
    alter table apps add column code_digest text, add column crypt_strict boolean not null default false;
    update apps set code_digest = encode(sha256(convert_to(code, 'UTF8')), 'hex'), code = null
    where security <> 'crypt' and code is not null;

    create table request_nonces (
      digest text primary key,
      outlived timestamptz not null
    );
    create index on request_nonces (outlived);
  `,
};
