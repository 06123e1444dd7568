import type { IncomingMessage } from 'node:http';
import { xmlCodec } from '../../codec/xml.js';
import { RequestError } from '../../request-error.js';
import { maxQueryElements, noParameters, type RequestParameters, readQueryParameters } from '../../wire/parameters.js';
import { yieldToEventLoop } from '../../yield.js';
import { targetBelow } from '../exchange.js';
import type { ApiTarget, ServerContext, StepContext } from '../step.js';
import { contentTypeOf } from './body.js';

export interface RequestTarget {
  /** Percent-decoded segments without empty ones, otherwise not normalized. */
  readonly segments: readonly string[];
  /** The text after the first `?`, still encoded; may be empty. */
  readonly query: string;
}

/**
 * Parses the target of a request line. Repeated slashes are ignored; dot segments are ordinary names. Raw non-ASCII bytes, which
 * Node passes as Latin-1 characters, count as percent-encoded.
 * @throws RequestError request.malformedPath for a path with invalid percent escapes, invalid UTF-8, control characters, or more
 * than maxSegments segments
 */
export function readRequestTarget(target: string): RequestTarget {
  const relative = target.replace(/^[A-Za-z][A-Za-z\d+.-]*:\/\/[^/?]*/, '');
  const ascii = relative.replace(/[^ -~]/g, escapeByte);
  const mark = ascii.indexOf('?');
  const path = mark < 0 ? ascii : ascii.slice(0, mark);
  return { segments: segmentsOf(path), query: mark < 0 ? '' : ascii.slice(mark + 1) };
}

/** The longest path of the interface has nine segments. */
const maxSegments = 64;

/** Stops above the limit, because later steps need time for each segment. */
function segmentsOf(path: string): string[] {
  const segments: string[] = [];
  for (let start = 0; start < path.length; ) {
    const found = path.indexOf('/', start);
    const end = found < 0 ? path.length : found;
    if (end > start) {
      if (segments.length === maxSegments) throw new RequestError('request.malformedPath');
      segments.push(decodeSegment(path.slice(start, end)));
    }
    start = end + 1;
  }
  return segments;
}

function escapeByte(character: string): string {
  const byte = character.charCodeAt(0);
  if (byte > 0xff) throw new RequestError('request.malformedPath');
  return `%${byte.toString(16).padStart(2, '0')}`;
}

function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    const decoded = decodeURIComponent(segment);
    if (!/\p{Cc}/u.test(decoded)) return decoded;
  } catch {
    // reported below, like control characters
  }
  throw new RequestError('request.malformedPath');
}

/** A path below `/api/`: `/api/<app>/<controller>/<id>/<id2>/<id3>/<id4>/...`. */
export interface ApiPath {
  /** Absent in `/api/` and `/api/index.php`, which use the query parameter `app_id`. */
  readonly app: string | undefined;
  /** As sent, case preserved. */
  readonly controller: string | undefined;
  /** The segments after the controller. */
  readonly ids: readonly string[];
}

const version = /^v?\d+(?:\.\d+)*$/;

/**
 * Parses the segments of an API path, with or without a version segment before `api`.
 * @returns undefined for a path outside of `api`
 */
export function readApiPath(segments: readonly string[]): ApiPath | undefined {
  const start = version.test(segments[0] ?? '') ? 1 : 0;
  if (segments[start] !== 'api') return undefined;
  const [app, controller, ...ids] = segments.slice(start + 1);
  if (app === undefined || app === 'index.php') return { app: undefined, controller: undefined, ids: [] };
  return { app, controller, ids };
}

/** First segments of public paths. */
const publicNames: ReadonlySet<string> = new Set(['openapi.json', 'openapi-strings.json', 'asyncapi.json', 'docs']);

/** A target with more characters is parsed in its own turn of the event loop. */
const longTarget = 4096;

/** @throws RequestError path.notFound outside /api/ */
export async function readTarget(
  { basePath = '' }: Pick<ServerContext, 'basePath'>,
  { req, state: { exchange } }: StepContext,
): Promise<ApiTarget | { readonly publicPath: string }> {
  if (contentTypeOf(req.headers['content-type']) === 'application/xml') exchange.codec = xmlCodec;
  const url = urlBelow(basePath, req);
  if (url.length > longTarget) await yieldToEventLoop();
  const { segments, query } = readRequestTarget(url);
  if (publicNames.has(segments[0] ?? '')) return { publicPath: segments.join('/') };
  const path = readApiPath(segments);
  if (!path) throw new RequestError('path.notFound');
  const target = apiTarget(path, readQueryParameters(query, maxQueryElements));
  exchange.appName = target.appName;
  exchange.controllerName = target.controllerName;
  return target;
}

function apiTarget({ app, controller = '', ids }: ApiPath, query: RequestParameters): ApiTarget {
  const { app_id: appId, enc_request: encrypted } = query;
  const target = {
    appName: app ?? (typeof appId === 'string' ? appId : ''),
    controllerName: controller,
    ids,
    isPathless: app === undefined,
    query,
  };
  return target.isPathless && encrypted === undefined ? { ...target, ...readNamedTarget(query) } : target;
}

/** Returns the target below the mount path. A framework that routes by the mount path has already removed that path. */
function urlBelow(basePath: string, request: IncomingMessage): string {
  const { url = '' } = request;
  const isCut = 'originalUrl' in request && request.originalUrl !== url;
  return isCut ? url : targetBelow(basePath, url);
}

const names = new Set(['app_id', 'enc_request', 'controller', 'id', 'id2', 'id3', 'id4']);

export function readNamedTarget(parameters: RequestParameters): {
  controllerName: string;
  ids: string[];
  query: RequestParameters;
} {
  const ids: string[] = [];
  for (const name of ['id', 'id2', 'id3', 'id4']) {
    const id = parameters[name];
    if ((typeof id !== 'string' && typeof id !== 'number') || id === '') break;
    ids.push(String(id));
  }
  const query = noParameters();
  for (const [name, value] of Object.entries(parameters)) if (!names.has(name)) query[name] = value;
  const { controller } = parameters;
  return { controllerName: typeof controller === 'string' ? controller : '', ids, query };
}
