import { type HttpClient, HttpFailure, redactedLine } from '../../application/ports/http-client.js';
import { SourceError } from '../../application/ports/register.js';
import { isObject, type NetboxObject } from './members.js';

/** API paths of the lists. Referenced objects precede their references. */
export const listPaths = {
  regions: 'dcim/regions',
  sites: 'dcim/sites',
  tenants: 'tenancy/tenants',
  vrfs: 'ipam/vrfs',
  'vlan-groups': 'ipam/vlan-groups',
  vlans: 'ipam/vlans',
  prefixes: 'ipam/prefixes',
  'ip-addresses': 'ipam/ip-addresses',
} as const;

export type ListName = keyof typeof listPaths;

export interface NetboxSource {
  /** Yields the pages of a list, each with the total of the list. @throws SourceError */
  pages(list: ListName): AsyncIterable<{ readonly count: number; readonly objects: readonly NetboxObject[] }>;
}

/** Limits of an API call: timeout in milliseconds, answer size in bytes. */
export interface NetboxLimits {
  readonly call: number;
  readonly maxAnswer: number;
}

const usualLimits: NetboxLimits = { call: 60_000, maxAnswer: 67_108_864 };
/** Maximum size of a file in bytes; it is loaded into memory. */
const maxFile = 268_435_456;
const pageSize = 1000;
/** Maximum number of objects in a list. */
const maxObjects = 5_000_000;

/**
 * Reads from a NetBox server. Links in responses cannot redirect requests to another host.
 * @param address the base URL, with or without /api/
 * @param token the API token; undefined for a server with anonymous read access
 * @throws SourceError for an invalid address
 */
export function netboxSite(
  client: HttpClient,
  address: string,
  token: string | undefined,
  limits: NetboxLimits = usualLimits,
): NetboxSource {
  const base = baseOf(address);
  return {
    async *pages(list) {
      let next: URL | undefined = new URL(`${listPaths[list]}/?limit=${pageSize}&offset=0`, base);
      const seen = new Set<string>();
      let objects = 0;
      while (next) {
        if (seen.has(next.href)) throw new SourceError(`${list}: the pages form a cycle`);
        seen.add(next.href);
        const page = pageOf(list, await answerOf(client, next, token, limits));
        objects += page.objects.length;
        if (objects > maxObjects) throw new SourceError(`${list}: there are more than ${maxObjects} objects`);
        if (page.objects.length === 0 && page.next !== undefined)
          throw new SourceError(`${list}: a page before the last one is empty`);
        yield page;
        next = page.next === undefined ? undefined : nextOf(list, page.next, base);
      }
    },
  };
}

/** Reads the lists of a JSON file: an object with lists by name, each an API page or an array. @throws SourceError */
export async function netboxFile(bytes: AsyncIterable<Uint8Array>): Promise<NetboxSource> {
  const lists = parsedJson(await fileText(bytes), 'the file');
  if (!isObject(lists)) throw new SourceError('the file is not a JSON object of lists');
  const known = Object.keys(listPaths);
  const unknown = Object.keys(lists).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new SourceError(`the file has unknown lists: ${unknown.join(', ')}; known are ${known.join(', ')}`);
  return {
    async *pages(list) {
      const content = lists[list];
      if (content === undefined) return;
      const page = Array.isArray(content) ? { count: content.length, results: content } : content;
      const { next, ...read } = pageOf(list, page);
      if (next !== undefined) throw new SourceError(`${list}: the file has only the first page of this list: add the others`);
      yield read;
    },
  };
}

function baseOf(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SourceError('the address of NetBox must be a URL such as https://netbox.example/');
  if (url.username !== '' || url.password !== '' || url.search !== '')
    throw new SourceError('the address of a NetBox has no user, password or parameters: its token comes from the environment');
  return new URL(`${url.pathname.replace(/\/+$/, '').replace(/\/api$/, '')}/api/`, url);
}

/** Returns the URL of the next page, on the same host. @throws SourceError */
function nextOf(list: ListName, text: string, base: URL): URL {
  const url = URL.canParse(text, base.href) ? new URL(text, base) : undefined;
  if (!url || url.origin !== base.origin || !url.pathname.startsWith(base.pathname))
    throw new SourceError(
      `${list}: the next page is not at ${base.origin}${base.pathname}, but at ${url?.origin ?? 'no address'}`,
    );
  return url;
}

function pageOf(list: ListName, value: unknown) {
  const { count, next, results } = isObject(value) ? value : {};
  if (typeof count !== 'number' || !Array.isArray(results) || !results.every(isObject))
    throw new SourceError(`${list}: this is not a list {count, next, results}`);
  return { count, objects: results, next: typeof next === 'string' ? next : undefined };
}

/** @throws SourceError */
async function answerOf(client: HttpClient, url: URL, token: string | undefined, limits: NetboxLimits): Promise<unknown> {
  const kind = token?.startsWith('nbt_') ? 'Bearer' : 'Token';
  const headers = { Accept: 'application/json', ...(token === undefined ? {} : { Authorization: `${kind} ${token}` }) };
  const where = `${url.origin}${url.pathname}`;
  try {
    const response = await client.send({ method: 'GET', url, headers, timeoutMs: limits.call });
    const text = await response.text(limits.maxAnswer);
    const { status } = response;
    if (status >= 300 && status < 400) throw new SourceError(`${where} redirects: use the address of the target`);
    if (status === 401 || status === 403)
      throw new SourceError(`${where} refuses: HEXIPAM_NETBOX_TOKEN has to be a token that may read there`);
    if (status < 200 || status > 299) throw new SourceError(`${where} answers ${status}`);
    if (text === undefined) throw tooLong(where, limits.maxAnswer);
    return parsedJson(text, where);
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    if (error.reason === 'timeout') throw new SourceError(`${where} does not answer within ${limits.call / 1000} s`);
    throw new SourceError(`${where} cannot be read: ${redactedLine(error.message, token ?? '')}`);
  }
}

/** @throws SourceError */
async function fileText(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > maxFile) throw tooLong('the file', maxFile);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const tooLong = (where: string, max: number): SourceError => new SourceError(`${where} has more than ${max} bytes`);

/** @throws SourceError */
function parsedJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceError(`${where} does not answer with JSON`);
  }
}
