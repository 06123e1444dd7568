import { IpamError } from '../../../domain/errors.js';
import { readIp } from '../../../domain/fields/read-fields.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix, readPrefixLength } from '../../../domain/net/prefix.js';

/** Reads an address from a cell: `10.1.1.1`, or with prefix length or netmask, `10.1.1.1/24`. Undefined for any other text. */
export function addressIn(text: string): IpAddress | undefined {
  const [address = '', mask, ...rest] = text.trim().split('/');
  const ip = readIp(address.trim());
  if (!ip || mask === undefined) return ip;
  const length = readMask(mask);
  return rest.length === 0 && length !== undefined && length <= (ip.family === 4 ? 32 : 128) ? ip : undefined;
}

/**
 * Reads a prefix from cells: `10.0.0.0/8`, `10.0.0.0/255.0.0.0`, `10.0.0.0 255.0.0.0`, or separate address and mask. Null for
 * an empty cell. @throws IpamError field.type, prefix.length, prefix.hostBits
 */
export function readNetwork(network: string | undefined, mask: string | undefined): Prefix | null {
  const text = network?.trim() ?? '';
  const other = mask?.trim() ?? '';
  if (text === '') return null;
  const [address = '', own, ...rest] = text.split(/\s*\/\s*|\s+/);
  const within = own ?? other;
  const ip = IpAddress.read(address);
  const isSame = own === undefined || other === '' || readMask(own) === readMask(other);
  if (!ip || rest.length > 0 || !isSame) throw new IpamError('field.type', { field: 'subnet', expected: 'network', given: text });
  const length = readMask(within);
  return Prefix.withLength(ip, length === undefined ? within : String(length));
}

/** Reads `24`, `/24`, `255.255.255.0`, or the wildcard mask `0.0.0.255`. `0.0.0.0` and `255.255.255.255` are netmasks. */
function readMask(text: string): number | undefined {
  const length = readPrefixLength(text);
  if (length !== undefined || !text.includes('.')) return length;
  const bytes = text.trim().replace(/^\//, '').split('.').map(Number);
  if (bytes.length !== 4 || !bytes.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255)) return undefined;
  return readPrefixLength(bytes.map((byte) => 255 - byte).join('.'));
}
