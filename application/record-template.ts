/**
 * An object with some members, all null, that the runtime stores compactly: a spread copy of it is filled much faster than an
 * object to which members are added one by one under computed names, which ends as a hash table.
 */
export const recordTemplate = (names: readonly string[]): Readonly<Record<string, null>> =>
  JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))));
