export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const members = new Map(Object.entries(b));
  const entries = Object.entries(a);
  return (
    entries.length === members.size && entries.every(([name, value]) => members.has(name) && isSame(value, members.get(name)))
  );
}

/** Saves a record unless the stored one is the same. @returns whether it was saved */
export async function saveChanged<R>(stored: R | undefined, desired: R, save: () => Promise<unknown>): Promise<boolean> {
  if (isSame(desired, stored)) return false;
  await save();
  return true;
}

/**
 * Applies the entries of a list in order.
 * @param apply returns whether the entry changed a record. The label is the position of the entry, e.g. `users[0]`.
 * @returns the labels of the entries that changed a record
 */
export async function applyEach<E>(
  list: string,
  entries: readonly E[],
  apply: (entry: E, label: string) => Promise<boolean>,
): Promise<string[]> {
  const changed: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const label = `${list}[${index}]`;
    if (await apply(entry, label)) changed.push(label);
  }
  return changed;
}
