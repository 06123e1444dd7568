import { IpamError } from '../errors.js';
import { scalarText } from '../scalar-text.js';
import { addressBits } from './ip-address.js';
import type { Prefix } from './prefix.js';

/** Limits a map to 4096 cells. */
export const maxCellDepth = 12;

/**
 * The longest length is the default.
 * @throws IpamError map.cells for a length that is no number, shorter than the prefix of the map, or too long
 */
export function readCellLength({ length, family }: Prefix, given: unknown): number {
  const max = Math.min(length + maxCellDepth, addressBits(family));
  if (given === undefined) return max;
  const text = scalarText(given) ?? '';
  const number = /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : -1;
  if (number < length || number > max) throw new IpamError('map.cells', { min: length, max });
  return number;
}
