import type { CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import type { CustomScalar } from '../../../domain/fields/custom-value.js';
import type { Session } from '../sessions/session.js';
import { knex, sql } from '../sessions/sql.js';
import { type IdWindow, idWindows } from './id-windows.js';

export interface Replacement {
  readonly old: CustomScalar;
  readonly new: CustomScalar;
}

export interface Replacements {
  readonly window: IdWindow;
  readonly replaced: readonly Replacement[];
}

/** Yields the values that a conversion changes, by id interval. Intervals without such values are skipped. */
export async function* customReplacements(
  session: Session,
  { on, name }: { readonly on: CustomFieldOwner; readonly name: string },
  convert: (value: CustomScalar) => CustomScalar,
): AsyncGenerator<Replacements, void, undefined> {
  for await (const window of idWindows(session, on)) {
    const replaced: Replacement[] = [];
    for (const value of await valuesIn(session, on, name, window)) {
      const converted = convert(value);
      if (converted !== value) replaced.push({ old: value, new: converted });
    }
    if (replaced.length > 0) yield { window, replaced };
  }
}

async function valuesIn(
  session: Session,
  on: CustomFieldOwner,
  name: string,
  { after, last }: IdWindow,
): Promise<CustomScalar[]> {
  const values = knex({ t: on })
    .distinct(sql`t.custom -> (${name}::text) as value`)
    .where('t.id', '>', after)
    .where('t.id', '<=', last)
    .whereRaw('t.custom ->> (?::text) is not null', [name]);
  return (await session.rows<{ value: CustomScalar }>(values)).map(({ value }) => value);
}
