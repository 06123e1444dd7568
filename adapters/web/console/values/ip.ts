/** Returns an IP address in canonical form. Undefined for other texts. */
export function readIp(text: string): string | undefined {
  if (!text.includes(':')) return isVersion4(text) ? text : undefined;
  const [head = '', tail, ...more] = text.split('::');
  const words = [head, tail ?? ''].flatMap((chunk) => (chunk === '' ? [] : chunk.split(':')));
  const isWhole = tail === undefined ? words.length === 8 : words.length < 8 && more.length === 0;
  return isWhole && words.every((word) => /^[0-9a-f]{1,4}$/i.test(word)) ? textOf(numberOf(text), true) : undefined;
}

const isVersion4 = (text: string): boolean =>
  /^(?:(?:0|[1-9]\d{0,2})(?:\.|$)){4}$/.test(text) && text.split('.').every((chunk) => Number(chunk) < 256);

export function numberOf(ip: string): bigint {
  if (!ip.includes(':')) return ip.split('.').reduce((sum, chunk) => sum * 256n + BigInt(chunk), 0n);
  const [head = '', tail] = ip.split('::', 2);
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const words = tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return words.reduce((sum, word) => sum * 65_536n + BigInt(`0x${word || '0'}`), 0n);
}

/** Formats a numeric address as RFC 5952 defines. */
export function textOf(number: bigint, isVersion6: boolean): string {
  if (!isVersion6) return [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n).join('.');
  const words = Array.from({ length: 8 }, (_, index) => ((number >> BigInt(112 - index * 16)) & 65_535n).toString(16));
  const runs = words.join(':').match(/\b0(?::0)+\b/g) ?? [];
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  if (longest === '') return words.join(':');
  return words.join(':').replace(new RegExp(`(^|:)${longest}(:|$)`), '::');
}

export const bitsOf = (ip: string): 32 | 128 => (ip.includes(':') ? 128 : 32);

/**
 * Returns the network of all addresses with a beginning: `10.1` and `10.1.` are 10.1.0.0/16, `2001:db8` is 2001:db8::/32.
 * @returns undefined for other texts. The first IPv6 group needs three digits, because groups of MAC addresses have two.
 */
export function networkOfBeginning(text: string): string | undefined {
  const chunks = text.split(/[.:]/).filter((chunk) => chunk !== '');
  if (/^(\d{1,3}\.){1,3}\d{0,3}$/.test(text) && chunks.every((chunk) => Number(chunk) < 256))
    return `${[...chunks, '0', '0', '0'].slice(0, 4).join('.')}/${chunks.length * 8}`;
  if (/^[0-9a-f]{3,4}(:[0-9a-f]{1,4}){0,6}:[0-9a-f]{0,4}$/i.test(text))
    return `${chunks.join(':')}${chunks.length < 8 ? '::' : ''}/${chunks.length * 16}`;
  return undefined;
}

/** `aa-bb`, `AABB.CC` and `aa:bb:c` become `aa:bb`, `aa:bb:cc` and `aa:bb:c`. Undefined for a single group, or more than six. */
export function macOfBeginning(text: string): string | undefined {
  const isBare = /^[0-9a-f]{12}$/i.test(text);
  const isGrouped = /^([0-9a-f]{2}[:-]){1,5}[0-9a-f]{0,2}$/i.test(text);
  const isDotted = /^([0-9a-f]{4}\.){1,2}[0-9a-f]{0,4}$/i.test(text) && !/^\d{1,3}\./.test(text);
  if (!isBare && !isGrouped && !isDotted) return undefined;
  return text
    .replace(/[:.-]/g, '')
    .toLowerCase()
    .replace(/..(?=.)/g, '$&:');
}
