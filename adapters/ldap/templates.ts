/**
 * A user name or a DN as a value in a search filter (RFC 4515): no character of it has a meaning there. Other scripts stay as they
 * are, since ldapts reads an escape as one character, not as one byte.
 */
export const filterValue = (text: string): string => text.replace(special, (character) => hexOf(character.charCodeAt(0)));

/** A user name as a value in a DN (RFC 4514): no character of it has a meaning there. */
export const dnValue = filterValue;

/** Every character of ASCII but letters, digits and a few marks. */
const special = /[^A-Za-z0-9@._\-\u0080-\uffff]/g;
const hexOf = (code: number): string => `\\${code.toString(16).padStart(2, '0')}`;

/** A filter with its placeholders `{username}` and `{dn}` replaced. */
export const filledFilter = (template: string, values: { readonly username: string; readonly dn?: string }): string =>
  template.replace(/\{(username|dn)\}/g, (_all, name: string) =>
    filterValue(name === 'dn' ? (values.dn ?? '') : values.username),
  );

/** The name to bind with: a DN, or a user principal name where the template has no `=`. */
export const filledDn = (template: string, username: string): string =>
  template.replaceAll('{username}', template.includes('=') ? dnValue(username) : username);

/** The filter of all groups that a DN is in, however deep, by the matching rule of Active Directory. */
export const chainFilter = (dn: string): string => `(&(objectClass=group)(member:1.2.840.113556.1.4.1941:=${filterValue(dn)}))`;

/** A filter that finds the groups of any of some DNs. */
export const filterOfAny = (template: string, username: string, dns: readonly string[]): string =>
  `(|${dns.map((dn) => filledFilter(template, { username, dn })).join('')})`;
