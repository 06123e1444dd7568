/** Longest name in characters. */
const longestName = 253;
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * A host name in lower case without trailing dot. It follows RFC 1123, has at least two labels, the last of them not numeric, and
 * lies outside of arpa.
 * @returns undefined for any other text; such an address has no records
 */
export function readHostName(text: string | null): string | undefined {
  const name = (text ?? '').toLowerCase().replace(/\.$/, '');
  if (name.length > longestName) return undefined;
  const labels = name.split('.');
  const top = labels.at(-1) ?? '';
  if (labels.length < 2 || /^\d+$/.test(top) || top === 'arpa') return undefined;
  return labels.every((part) => label.test(part)) ? name : undefined;
}

/** The canonical form of a DNS name: lower case, without trailing dot. */
export const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, '');
