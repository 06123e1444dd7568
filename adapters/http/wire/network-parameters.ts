import type { NetworkScope } from '../../../application/inventory/network-search.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { scalarText } from '../../../domain/scalar-text.js';
import { RequestError } from '../request-error.js';
import type { RequestParameters } from './parameters.js';

export interface NetworkParameters {
  /** null for a folder, even if the request contains a network. */
  readonly prefix: Prefix | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Separates the network of a new subnet from its other fields. @throws as readNetwork does */
export function extractNetwork({ subnet, mask, ...fields }: Readonly<Record<string, unknown>>): NetworkParameters {
  const isFolder = ['1', 'true'].includes(scalarText(fields.isFolder)?.toLowerCase() ?? '');
  return { prefix: isFolder ? null : readNetwork(subnet, mask), fields };
}

/**
 * Parses a network.
 * @param subnet an address in any text format, or as a decimal number
 * @param mask the prefix length, in any format of readPrefixLength
 * @throws RequestError parameter.network (one is missing), parameter.networkAddress; IpamError prefix.length, prefix.hostBits
 */
export function readNetwork(subnet: unknown, mask: unknown): Prefix {
  const text = scalarText(subnet)?.trim();
  const length = scalarText(mask)?.trim();
  if (text) Prefix.requireApart(text);
  if (!text || !length) throw new RequestError('parameter.network');
  if (/^-/.test(length)) throw new RequestError('parameter.networkAddress', { family: 4, text: length });
  return networkOf(text, length);
}

function networkOf(text: string, length: string): Prefix {
  const address = IpAddress.readOrDecimal(text);
  if (!address) throw new RequestError('parameter.networkAddress', { family: text.includes(':') ? 6 : 4, text });
  return Prefix.withLength(address, length);
}

/**
 * Parses the network in a path: two segments, or one with an encoded slash.
 * @returns undefined without a prefix length
 * @throws RequestError parameter.networkAddress; IpamError prefix.length, prefix.hostBits
 */
export function readNetworkPath(subnet: string, mask: string | undefined): Prefix | undefined {
  const slash = mask === undefined ? subnet.lastIndexOf('/') : -1;
  const [address, length] = slash < 0 ? [subnet, mask] : [subnet.slice(0, slash), subnet.slice(slash + 1)];
  return length === undefined ? undefined : networkOf(address.trim(), length.trim());
}

export const scopeOf = ({ section, vrf }: RequestParameters): NetworkScope => ({
  ...(section === undefined ? {} : { section: scalarText(section) ?? '' }),
  ...(vrf === undefined ? {} : { vrf: scalarText(vrf) ?? '' }),
});

/**
 * Separates the scope (`section`, `vrf`) of an address from the other parameters. The scope is undefined if `subnetId` is present,
 * or if both `section` and `vrf` are absent.
 */
export function networkScope(parameters: RequestParameters): {
  readonly scope: NetworkScope | undefined;
  readonly others: RequestParameters;
} {
  const { section, vrf, ...others } = parameters;
  if (parameters.subnetId !== undefined || (section === undefined && vrf === undefined))
    return { scope: undefined, others: parameters };
  return { scope: scopeOf(parameters), others };
}
