import type { Application } from '../../../../application/index.js';

/** Returns the tag names by tag id. The usage of a subnet has members with these names. */
export async function tagNames({ catalog }: Application): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  for await (const { id, values } of catalog.list('tag')) names.set(id, String(values.type));
  return names;
}
