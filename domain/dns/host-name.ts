/** Longest name, and longest label, in characters. */
const longestName = 253;
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * A host name as DNS records hold it: lower case, without the dot at its end. It is a host name of RFC 1123 with two labels or
 * more, the last of which is not all digits, and lies outside of arpa, whose names say what addresses are called.
 * @returns undefined for every other text: such an address has no records
 */
export function readHostName(text: string | null): string | undefined {
  const name = (text ?? '').toLowerCase().replace(/\.$/, '');
  if (name.length > longestName) return undefined;
  const labels = name.split('.');
  const top = labels.at(-1) ?? '';
  if (labels.length < 2 || /^\d+$/.test(top) || top === 'arpa') return undefined;
  return labels.every((part) => label.test(part)) ? name : undefined;
}

/** A name of the DNS in the form in which names are compared here: lower case, without the dot at its end. */
export const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, '');
