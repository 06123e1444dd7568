import { IpamError } from '../errors.js';
import { scalarText } from '../scalar-text.js';
import { addressBits } from './ip-address.js';
import type { Prefix } from './prefix.js';

/** Depth of cells below the network: 4096 cells. */
export const maxCellDepth = 12;

/** Default: the longest permitted length. @throws IpamError map.cells for an invalid number or a length that is not permitted */
export function readCellLength({ length, family }: Prefix, value: unknown): number {
  const max = Math.min(length + maxCellDepth, addressBits(family));
  if (value === undefined) return max;
  const text = scalarText(value) ?? '';
  const number = /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : -1;
  if (number < length || number > max) throw new IpamError('map.cells', { min: length, max });
  return number;
}
