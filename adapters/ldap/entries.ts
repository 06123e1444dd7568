import type { Entry } from 'ldapts';

/** Returns the values of an attribute; names ignore case. Empty for a missing attribute. */
export function textsOf(entry: Entry, attribute: string): string[] {
  const name = Object.keys(entry).find((each) => each.toLowerCase() === attribute.toLowerCase());
  const value = name === undefined ? undefined : entry[name];
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map((each) => each.toString()).filter((text) => text !== '');
}

export const textOf = (entry: Entry, attribute: string): string => textsOf(entry, attribute)[0] ?? '';

/** The value of the first RDN of a DN, e.g. `ops` of `cn=ops,ou=groups`. */
export function nameInDn(dn: string): string {
  const value = /^[^=]+=((?:\\.|[^\\,+])*)/s.exec(dn)?.[1] ?? '';
  return value.replace(/\\([0-9a-fA-F]{2})|\\(.)/gs, (_all, hex: string | undefined, plain: string) =>
    hex === undefined ? plain : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
