/** A web origin (RFC 6454) as browsers send it: http or https, lower-case host, port unless it is the default. */
const originForm = /^https?:\/\/([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(:[1-9]\d{0,4})?$/;

const schemePorts: Readonly<Record<string, string>> = { http: ':80', https: ':443' };

/** Returns the origin in the form of browsers; undefined for any other text, e.g. with a path. */
export function readWebOrigin(text: string): string | undefined {
  const origin = text.trim().toLowerCase();
  const [, , , port = ''] = originForm.exec(origin) ?? [];
  if (!originForm.test(origin) || Number(port.slice(1)) > 65535) return undefined;
  const [scheme = ''] = origin.split(':', 1);
  return port !== '' && port === schemePorts[scheme] ? origin.slice(0, -port.length) : origin;
}

const hostOf = (origin: string): string => origin.slice(origin.indexOf('://') + 3);

/** The permitted origin with the same host and port; undefined for another host. The same scheme takes precedence. */
export function permittedOrigin(permitted: readonly string[], origin: string): string | undefined {
  const ofHost = permitted.filter((each) => hostOf(each) === hostOf(origin));
  return ofHost.find((each) => each === origin) ?? ofHost[0];
}

/** Maximum length of a path prefix, in characters. */
const maxPrefixLength = 256;

/** Segments of letters, digits and `._~-`, which browsers, cookies and headers do not interpret. */
const prefixForm = /^(\/[\w.~-]+)*$/;

/**
 * Whether a text is empty or a path prefix such as `/tools/ipam`, which a proxy strips. Hosts (`//other`) and parent segments
 * (`..`) are invalid.
 */
export const isPathPrefix = (text: string): boolean =>
  text.length <= maxPrefixLength && prefixForm.test(text) && !text.split('/').some((segment) => /^\.+$/.test(segment));
