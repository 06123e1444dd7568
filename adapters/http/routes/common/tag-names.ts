import type { Application } from '../../../../application/index.js';

/** Returns the tag names by id, as usage contains them. */
export async function tagNames({ catalog }: Application): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  for await (const { id, values } of catalog.list('tag')) names.set(id, String(values.type));
  return names;
}
