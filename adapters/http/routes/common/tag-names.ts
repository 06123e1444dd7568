import type { Application } from '../../../../application/index.js';

/** Tag names by id, as printed in usage. */
export async function tagNames({ catalog }: Application): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  for await (const { id, values } of catalog.list('tag')) names.set(id, String(values.type));
  return names;
}
