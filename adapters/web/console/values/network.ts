/** What the cells of a row say of its network. */
export interface NetworkCells {
  /** 10.0.0.0/24, 10.0.0.0/255.255.255.0 or 10.0.0.0 alone. */
  readonly cidr?: string | undefined;
  /** 24, /24 or 255.255.255.0. */
  readonly mask?: string | undefined;
}

/** The network of a row as requests say it. Nonsense stays as it is, for the service to refuse. */
export function networkOf({ cidr = '', mask = '' }: NetworkCells): { subnet?: string; mask?: string } | { mistake: string } {
  const slash = cidr.indexOf('/');
  const subnet = slash < 0 ? cidr : cidr.slice(0, slash).trim();
  const within = slash < 0 ? '' : lengthIn(cidr.slice(slash + 1).trim(), subnet);
  const apart = lengthIn(mask.replace(/^\//, '').trim(), subnet);
  if (within !== '' && apart !== '' && within !== apart)
    return { mistake: `Network says /${within}, prefix length says ${apart}` };
  const length = within || apart;
  return { ...(subnet ? { subnet } : {}), ...(length ? { mask: length } : {}) };
}

/** The length that a text says of an IPv4 network, also as a mask; any other text as it is. */
function lengthIn(text: string, subnet: string): string {
  if (/^\d{1,3}$/.test(text)) return String(Number(text));
  if (subnet.includes(':') || !/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) return text;
  const parts = text.split('.').map(Number);
  const bits = parts.map((part) => part.toString(2).padStart(8, '0')).join('');
  return /^1*0*$/.test(bits) && bits.length === 32 ? String(bits.lastIndexOf('1') + 1) : text;
}
