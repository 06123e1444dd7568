import { IpamError } from '../../../../domain/errors.js';
import { readPrefixLength } from '../../../../domain/net/prefix.js';
import { readId } from '../../../../domain/scalar-text.js';
import type { ApiRequest } from '../../api-request.js';
import { isNumeric } from '../../paths.js';
import { RequestError } from '../../request-error.js';
import { requestedId } from '../../wire/names.js';

/**
 * Parses the id of a subnet in a path.
 * @throws RequestError path.subnetIdNotNumeric, IpamError subnet.unknown for an invalid number
 */
export function numericSubnetId(text: string | undefined): number {
  if (text === undefined || !isNumeric(text)) throw new RequestError('path.subnetIdNotNumeric', { id: text ?? '' });
  const id = readId(text);
  if (id === undefined) throw new IpamError('subnet.unknown', { id: text });
  return id;
}

/** Returns the id of the subnet to write, in the path or as a parameter. @throws as numericSubnetId does */
export function namedSubnetId({ path, parameters }: ApiRequest): number {
  return numericSubnetId(requestedId(path.id, parameters));
}

/**
 * Parses the prefix length in a path. Returns -1, which is never valid, if there is none.
 * @throws IpamError prefix.length for an invalid text
 */
export function readLength(mask: string | undefined): number {
  if (mask === undefined) return -1;
  const length = readPrefixLength(mask);
  if (length === undefined) throw new IpamError('prefix.length', { length: mask });
  return length;
}
