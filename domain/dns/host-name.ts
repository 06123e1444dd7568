const longestName = 253;
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** RFC 1123, at least two labels, the last not numeric, outside of arpa. Returns lower case without trailing dot. */
export function readHostName(text: string | null): string | undefined {
  const name = (text ?? '').toLowerCase().replace(/\.$/, '');
  if (name.length > longestName) return undefined;
  const labels = name.split('.');
  const top = labels.at(-1) ?? '';
  if (labels.length < 2 || /^\d+$/.test(top) || top === 'arpa') return undefined;
  return labels.every((each) => label.test(each)) ? name : undefined;
}

/** The canonical form of a DNS name: lower case, without trailing dot. */
export const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, '');
