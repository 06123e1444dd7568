import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { isPathPrefix } from '../../application/access/administration/path-prefix.js';
import { addressBits, IpAddress } from '../../domain/net/ip-address.js';
import { Prefix } from '../../domain/net/prefix.js';
import { ConfigurationError } from './configuration-error.js';

/** Turns a variable's text into its value. @throws ConfigurationError that names the variable */
export type ValueReader<T> = (text: string, variable: string) => T;

/** A text of a certain shape. The text itself is not repeated in the error, it may hold a password. */
export const asMatching = (shape: RegExp, problem: string): ValueReader<string> => asValid((text) => shape.test(text), problem);

/** A text that passes a test. It is not repeated in the error either. */
export const asValid =
  (passes: (text: string) => boolean, problem: string): ValueReader<string> =>
  (text, variable) => {
    if (!passes(text)) throw new ConfigurationError(variable, problem);
    return text;
  };

/** A text without control characters. */
export const asPrintable: ValueReader<string> = asMatching(/^\P{Cc}+$/u, 'must not contain control characters');

/** A decimal integer within bounds. */
export const asInteger =
  (min: number, max: number): ValueReader<number> =>
  (text, variable) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max))
      throw new ConfigurationError(variable, `must be an integer from ${min} to ${max}, not ${JSON.stringify(text)}`);
    return value;
  };

/** One of some words. */
export const asOneOf =
  <const T extends string>(words: readonly T[]): ValueReader<T> =>
  (text, variable) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined)
      throw new ConfigurationError(variable, `must be one of ${words.join(', ')}, not ${JSON.stringify(text)}`);
    return word;
  };

/** Path of a file that this process can read now. */
export const asReadableFile: ValueReader<string> = (text, variable) => {
  try {
    accessSync(text, constants.R_OK);
  } catch {
    throw new ConfigurationError(variable, `names a file that cannot be read: ${JSON.stringify(text)}`);
  }
  if (statSync(text).isDirectory())
    throw new ConfigurationError(variable, `names a directory, not a file: ${JSON.stringify(text)}`);
  return text;
};

/** A text such as UTC+2 or MSK-3: JavaScript has these zones too, but tells no name of them. */
const fixedOffset = /^[A-Za-z]{3,}[+-]?([01]?\d|2[0-4])$/;

/** The file of the machine's own zone. Where it is a copy and no link, nobody can tell the name of the zone. */
const machineZone = '/etc/localtime';

/**
 * A time zone, by the name that JavaScript has for it, or by its file: a zone that it does not know, or whose name has another
 * case, would silently be UTC, and one of a file would have no summer time.
 */
export const asTimeZone: ValueReader<string> = (text, variable) => {
  if (fixedOffset.test(text)) return text;
  const file = fileOf(text.replace(/^:/, ''));
  const name = file.replace(/^\/.*\/zoneinfo\//, '').replace(/^(posix|right)\//, '');
  if (name === machineZone) return text;
  try {
    if (/^[A-Za-z]/.test(name)) return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    // reported below, like an offset without a name
  }
  throw new ConfigurationError(variable, `must be a time zone such as Europe/Vienna, not ${JSON.stringify(text)}`);
};

/** What the links lead to where the text is the path of a file, else the text. */
function fileOf(text: string): string {
  try {
    return text.startsWith('/') ? realpathSync(text) : text;
  } catch {
    return text;
  }
}

/** A path prefix like /tools/ipam; a slash at its end means nothing. */
export const asPathPrefix: ValueReader<string> = (text, variable) => {
  const prefix = text.replace(/\/$/, '');
  if (isPathPrefix(prefix)) return prefix;
  throw new ConfigurationError(variable, `must be a path such as /tools/ipam, not ${JSON.stringify(text)}`);
};

/** Networks separated by commas; a single address is the network of that address alone. */
export const asNetworks: ValueReader<readonly Prefix[]> = (text, variable) =>
  text.split(',').map((part) => {
    const network = readNetwork(part.trim());
    if (!network)
      throw new ConfigurationError(
        variable,
        `must list addresses or networks such as 10.0.0.0/8, not ${JSON.stringify(part.trim())}`,
      );
    return network;
  });

function readNetwork(text: string): Prefix | undefined {
  const address = IpAddress.read(text);
  return address ? Prefix.of(address, addressBits(address.family)) : Prefix.read(text);
}
