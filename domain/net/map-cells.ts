import { IpamError } from '../errors.js';
import { scalarText } from '../scalar-text.js';
import { addressBits } from './ip-address.js';
import type { Prefix } from './prefix.js';

/** By how much cells may be longer than the prefix of their map: 4096 of them. */
export const maxCellDepth = 12;

/**
 * The length of the cells of a map; the longest one where none is given.
 * @throws IpamError map.cells for a length that is no number, shorter than the map's prefix, or too long
 */
export function readCellLength({ length, family }: Prefix, given: unknown): number {
  const max = Math.min(length + maxCellDepth, addressBits(family));
  if (given === undefined) return max;
  const text = scalarText(given) ?? '';
  const number = /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : -1;
  if (number < length || number > max) throw new IpamError('map.cells', { min: length, max });
  return number;
}
