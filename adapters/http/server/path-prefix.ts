import type { IncomingMessage } from 'node:http';
import type { Prefix } from '../../../domain/net/prefix.js';
import { headerList, isFromTrustedProxy } from './exchange.js';

/** The longest path prefix, in characters. */
const maxPrefixLength = 256;

/** Segments of letters, digits and `._~-`: nothing that a browser, a cookie or a header reads as something else. */
const prefixForm = /^(\/[\w.~-]+)*$/;

/**
 * Whether a text is a path prefix like `/tools/ipam`, or empty. No host can stand in one (`//other`), and it leads up nowhere
 * (`..`).
 */
export const isPathPrefix = (text: string): boolean =>
  text.length <= maxPrefixLength && prefixForm.test(text) && !text.split('/').some((segment) => /^\.+$/.test(segment));

/** Settings of the path prefix. */
export interface PathPrefixSettings {
  readonly trustedProxies: readonly Prefix[];
  /** The path that the service is mounted below, as isPathPrefix has it. */
  readonly basePath?: string;
}

/**
 * The path prefix before every path that an answer names: what X-Forwarded-Prefix of a trusted proxy says, else the base path.
 * Of several values of the header the last one counts, that of the nearest proxy. A value that is no prefix counts as none.
 */
export function pathPrefixOf(request: IncomingMessage, { trustedProxies, basePath = '' }: PathPrefixSettings): string {
  const given = headerList(request.headers['x-forwarded-prefix']).at(-1);
  if (given === undefined || !isFromTrustedProxy(request, trustedProxies)) return basePath;
  const prefix = given.replace(/\/$/, '');
  return isPathPrefix(prefix) ? prefix : basePath;
}

/**
 * The target below the base path; a proxy or a framework that routes by this path may have taken it away already.
 * @param url the target as the request line has it
 */
export function targetBelow(basePath: string, url: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url;
  const rest = url.slice(basePath.length);
  return rest === '' || /^[/?]/.test(rest) ? rest : url;
}
