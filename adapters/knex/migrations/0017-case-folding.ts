import { foldCharacter } from '../../../domain/listing/text-match.js';
import { knex } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** All non-ASCII characters that fold to another one, except surrogates. */
const folded = Array.from({ length: 0x1ffff }, (_, code) => code)
  .filter((code) => code > 0x7f && (code < 0xd800 || code > 0xdfff))
  .map((code) => String.fromCodePoint(code))
  .filter((character) => foldCharacter(character) !== character);

/**
 * Folds case as the service does. The result of lower() depends on the locale of the database. ASCII texts, the most frequent
 * ones, have a fast path.
 */
export const caseFolding: Migration = {
  name: 'case-folding',
  steps: () => [
    knex.raw(`
    create function fold_case(given text) returns text immutable strict parallel safe language sql as $fold$
      select case when octet_length(given) = char_length(given) then lower(given collate "C")
        else translate(lower(given collate "C"), '${folded.join('')}', '${folded.map(foldCharacter).join('')}') end
    $fold$`),
  ],
};
