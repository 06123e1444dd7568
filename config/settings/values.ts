import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { isPathPrefix, readWebOrigin } from '../../domain/access/web-origin.js';
import { addressBits, IpAddress } from '../../domain/net/ip-address.js';
import { Prefix } from '../../domain/net/prefix.js';

/** The message is one line and names the environment variable. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  /** @param problem end of a sentence that begins with the variable's name */
  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`);
  }
}

/** @throws ConfigurationError that names the variable */
export type ValueReader<T> = (text: string, variable: string) => T;

/** The error omits the text, which may contain a password. */
export const asMatching = (shape: RegExp, problem: string): ValueReader<string> => asValid((text) => shape.test(text), problem);

export const asValid =
  (passes: (text: string) => boolean, problem: string): ValueReader<string> =>
  (text, variable) => {
    if (!passes(text)) throw new ConfigurationError(variable, problem);
    return text;
  };

export const asPrintable: ValueReader<string> = asMatching(/^\P{Cc}+$/u, 'must not contain control characters');

export const asInteger =
  (min: number, max: number): ValueReader<number> =>
  (text, variable) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max))
      throw new ConfigurationError(variable, `must be an integer from ${min} to ${max}, not ${JSON.stringify(text)}`);
    return value;
  };

export const asOneOf =
  <const T extends string>(words: readonly T[]): ValueReader<T> =>
  (text, variable) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined)
      throw new ConfigurationError(variable, `must be one of ${words.join(', ')}, not ${JSON.stringify(text)}`);
    return word;
  };

export const asSwitch: ValueReader<boolean> = (text, variable) => asOneOf(['on', 'off'])(text, variable) === 'on';

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

/** A text such as UTC+2 or MSK-3. JavaScript supports these zones, but returns no name for them. */
const fixedOffset = /^[A-Za-z]{3,}[+-]?([01]?\d|2[0-4])$/;

/** The file of the machine's time zone. If the file is a copy instead of a link, the name of the zone is unknown. */
const machineZone = '/etc/localtime';

/**
 * Accepts an offset, a zone name of JavaScript, or a zone file, which is replaced by its name. Without this check, JavaScript would
 * take an unknown zone for UTC, and would lose the daylight saving time of a zone file.
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

function fileOf(text: string): string {
  try {
    return text.startsWith('/') ? realpathSync(text) : text;
  } catch {
    return text;
  }
}

/** A path prefix such as /tools/ipam. A trailing slash is removed. */
export const asPathPrefix: ValueReader<string> = (text, variable) => {
  const prefix = text.replace(/\/$/, '');
  if (isPathPrefix(prefix)) return prefix;
  throw new ConfigurationError(variable, `must be a path such as /tools/ipam, not ${JSON.stringify(text)}`);
};

/** HH:MM, separated by commas. Returns minutes after midnight, ascending. */
export const asTimesOfDay: ValueReader<readonly number[]> = (text, variable) => {
  const minutes = text.split(',').map((chunk) => {
    const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(chunk.trim()) ?? [];
    if (hour === undefined || minute === undefined)
      throw new ConfigurationError(variable, `must list times such as 03:00, not ${JSON.stringify(chunk.trim())}`);
    return Number(hour) * 60 + Number(minute);
  });
  return [...new Set(minutes)].sort((one, other) => one - other);
};

/** The format of a public age key: X25519, or hybrid with ML-KEM-768. The checksum is tested later. */
const isRecipient = (text: string): boolean => /^age1(pq1)?[02-9ac-hj-np-z]{58,4000}$/.test(text);

/** Public age keys, separated by commas. The errors omit the text, which may be a private key. */
export const asRecipients: ValueReader<readonly string[]> = (text, variable) => {
  const recipients = text.split(',').map((chunk) => chunk.trim());
  if (recipients.some((recipient) => /^AGE-SECRET-KEY-/i.test(recipient)))
    throw new ConfigurationError(variable, 'must be public keys (age1...): a private key does not belong on this machine');
  if (!recipients.every(isRecipient)) throw new ConfigurationError(variable, 'must list public keys of age (age1...)');
  return recipients;
};

/** Web origins, separated by commas. A trailing slash is ignored. */
export const asOrigins: ValueReader<readonly string[]> = (text, variable) =>
  text.split(',').map((chunk) => {
    const origin = readWebOrigin(chunk.trim().replace(/\/$/, ''));
    if (origin === undefined)
      throw new ConfigurationError(
        variable,
        `must list URLs without a path such as https://ipam.example.org, not ${JSON.stringify(chunk.trim())}`,
      );
    return origin;
  });

/** Networks, separated by commas. An address is a network of one address. */
export const asNetworks: ValueReader<readonly Prefix[]> = (text, variable) =>
  text.split(',').map((chunk) => {
    const network = readNetwork(chunk.trim());
    if (!network)
      throw new ConfigurationError(
        variable,
        `must list addresses or networks such as 10.0.0.0/8, not ${JSON.stringify(chunk.trim())}`,
      );
    return network;
  });

function readNetwork(text: string): Prefix | undefined {
  const address = IpAddress.read(text);
  return address ? Prefix.of(address, addressBits(address.family)) : Prefix.read(text);
}

/** URL without user, query and fragment. The errors omit the text, which may contain a password. */
export const asHttpUrl: ValueReader<string> = (text, variable) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isServer =
    url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === '';
  if (!isServer)
    throw new ConfigurationError(
      variable,
      `must be a URL such as https://${variable.includes('S3') ? 's3' : 'ipam'}.example.com`,
    );
  return text;
};

/** A bucket name that S3 permits, and a key or prefix. */
const bucketForm = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/+([^/]\P{Cc}*)?)?$/u;

/** Parses s3://BUCKET/KEY. Undefined for another location. */
export function bucketOf(location: string): { readonly bucket: string; readonly key: string } | undefined {
  const [, bucket, key = ''] = bucketForm.exec(location) ?? [];
  return bucket === undefined ? undefined : { bucket, key };
}

/** Whether a text is a directory or a bucket. An invalid bucket URL is neither. */
export const isLocation = (text: string): boolean =>
  /^\P{Cc}+$/u.test(text) && (!/^s3:/i.test(text) || bucketOf(text) !== undefined);

export const asLocation: ValueReader<string> = asValid(
  isLocation,
  'must be a directory or s3://BUCKET/PREFIX, without control characters',
);

export interface SinkUrl {
  readonly protocol: 'nats' | 'kafka';
  readonly isEncrypted: boolean;
  /** HOST:PORT */
  readonly servers: readonly string[];
  /** Empty for NATS. */
  readonly topic: string;
}

const defaultPorts: Readonly<Record<SinkUrl['protocol'], number>> = { nats: 4222, kafka: 9092 };

const serverForm = /^(?:[\w.-]{1,253}|\[[\da-fA-F:.]+\])(?::(\d{1,5}))?$/;

/** The errors omit the text, which may contain a password. */
export const asSinkUrl: ValueReader<SinkUrl> = (text, variable) => {
  const [, scheme, tls, hosts = '', topic = ''] =
    /^(nats|kafka)(\+tls)?:\/\/([^/]{1,2000}?)(?:\/([\w.-]{1,249}))?\/?$/.exec(text) ?? [];
  const protocol = scheme === 'nats' || scheme === 'kafka' ? scheme : undefined;
  const servers = hosts.split(',').map((host) => serverOf(host.trim(), protocol));
  const isComplete = servers.every((server) => server !== undefined) && (protocol === 'kafka') === (topic !== '');
  if (!protocol || !isComplete)
    throw new ConfigurationError(
      variable,
      'must be a URL such as nats://broker.example.com:4222 or kafka://broker.example.com:9092/hexipam, without user and password',
    );
  return { protocol, isEncrypted: tls !== undefined, servers, topic };
};

function serverOf(host: string, protocol: SinkUrl['protocol'] | undefined): string | undefined {
  const found = serverForm.exec(host);
  if (!found || !protocol || Number(found[1] ?? 1) > 65_535 || Number(found[1] ?? 1) < 1) return undefined;
  return found[1] === undefined ? `${host}:${defaultPorts[protocol]}` : host;
}
