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
