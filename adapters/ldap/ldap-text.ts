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

/**
 * Escapes a user name or a DN as a value in a search filter (RFC 4515). Non-ASCII characters stay unescaped, because ldapts reads
 * an escape as one character, not as one byte.
 */
const filterValue = (text: string): string => text.replace(special, (character) => hexOf(character.charCodeAt(0)));

/** Escapes a user name as a value in a DN (RFC 4514). */
export const dnValue = filterValue;

/** All ASCII characters except letters, digits and a few marks. */
const special = /[^A-Za-z0-9@._\-\u0080-\uffff]/g;
const hexOf = (code: number): string => `\\${code.toString(16).padStart(2, '0')}`;

/** Replaces the placeholders `{username}` and `{dn}` of a filter. */
export const filledFilter = (template: string, values: { readonly username: string; readonly dn?: string }): string =>
  template.replace(/\{(username|dn)\}/g, (_all, name: string) =>
    filterValue(name === 'dn' ? (values.dn ?? '') : values.username),
  );

/** Returns the bind name: a DN, or a user principal name if the template contains no `=`. */
export const filledDn = (template: string, username: string): string =>
  template.replaceAll('{username}', template.includes('=') ? dnValue(username) : username);

/** Returns a filter for all direct and indirect groups of a DN, by Active Directory's matching rule. */
export const chainFilter = (dn: string): string => `(&(objectClass=group)(member:1.2.840.113556.1.4.1941:=${filterValue(dn)}))`;

export const filterOfAny = (template: string, username: string, dns: readonly string[]): string =>
  `(|${dns.map((dn) => filledFilter(template, { username, dn })).join('')})`;
