import { foldCharacter } from '../../../domain/listing/text-match.js';
import { knex } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Every character beyond ASCII that folds to another. Half of a surrogate pair is none. */
const folded = Array.from({ length: 0x1ffff }, (_, code) => code)
  .filter((code) => code > 0x7f && (code < 0xd800 || code > 0xdfff))
  .map((code) => String.fromCodePoint(code))
  .filter((character) => foldCharacter(character) !== character);

/**
 * The text in which case is folded as everywhere in the service: what lower() of a database knows depends on its locale.
 * Most texts are ASCII, for which it is quick.
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
