/** Reads text parameters of the URL. Omits empty ones. The router parses numeric parameters as numbers. */
export const texts =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Readonly<Record<string, unknown>>): Partial<Record<Name, string>> => {
    const found: Partial<Record<Name, string>> = {};
    for (const name of names) {
      const value = search[name];
      const text = typeof value === 'number' ? String(value) : value;
      if (typeof text === 'string' && text !== '') found[name] = text;
    }
    return found;
  };
