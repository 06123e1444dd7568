/** Reference model of addresses by RFC 4291, RFC 5952 and plain arithmetic, independent of the domain code. */
import type { Family } from '../../../domain/net/ip-address.js';

export const widthOf = (family: Family): number => (family === 4 ? 32 : 128);

export const highestOf = (family: Family): bigint => 2n ** BigInt(widthOf(family)) - 1n;

export function modelParse4(text: string): bigint | undefined {
  const parts = text.split('.');
  const sound =
    parts.length === 4 && parts.every((part) => /^\d+$/.test(part) && Number(part) < 256 && String(Number(part)) === part);
  return sound ? parts.reduce((value, part) => value * 256n + BigInt(part), 0n) : undefined;
}

export function modelParse6(text: string): bigint | undefined {
  const halves = text.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const words = halves.flat();
  const last = words.at(-1) ?? '';
  const quad = last.includes('.') && !text.endsWith('::') ? modelParse4(last) : undefined;
  if (last.includes('.') && quad === undefined) return undefined;
  if (!words.slice(0, quad === undefined ? 8 : -1).every((word) => /^[0-9a-f]{1,4}$/i.test(word))) return undefined;
  const count = words.length + (quad === undefined ? 0 : 1);
  if (halves.length === 1 ? count !== 8 : halves.length !== 2 || count > 7) return undefined;
  const [left = [], right = []] = halves;
  const zeros = Array<string>(8 - count).fill('0');
  const all = halves.length === 1 ? left : [...left, ...zeros, ...right];
  return all.reduce(
    (value, word) => (word.includes('.') ? value * 65536n ** 2n + (quad ?? 0n) : value * 65536n + BigInt(`0x${word}`)),
    0n,
  );
}

export const modelFormat4 = (value: bigint): string => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) % 256n).join('.');

export function modelFormat6(value: bigint): string {
  if (value / 2n ** 32n === 65535n) return `::ffff:${modelFormat4(value % 2n ** 32n)}`;
  const groups = [7n, 6n, 5n, 4n, 3n, 2n, 1n, 0n].map((index) => ((value / 65536n ** index) % 65536n).toString(16));
  for (let length = 8; length >= 2; length--) {
    for (let start = 0; start + length <= 8; start++) {
      if (groups.slice(start, start + length).some((group) => group !== '0')) continue;
      return `${groups.slice(0, start).join(':')}::${groups.slice(start + length).join(':')}`;
    }
  }
  return groups.join(':');
}

export const modelFormat = (family: Family, value: bigint): string => (family === 4 ? modelFormat4(value) : modelFormat6(value));
