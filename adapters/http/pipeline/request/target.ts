import type { IncomingMessage } from 'node:http';
import { xmlCodec } from '../../codec/xml.js';
import { RequestError } from '../../request-error.js';
import { maxQueryElements, type RequestParameters, readQueryParameters } from '../../wire/parameters.js';
import { yieldToEventLoop } from '../../yield.js';
import { targetBelow } from '../exchange.js';
import type { ApiTarget, PublicTarget, ServerContext, StepContext } from '../step.js';
import { contentTypeOf } from './body.js';
import { readNamedTarget } from './named-target.js';

/** A request target taken apart. */
export interface RequestTarget {
  /** Path segments, percent-decoded; empty ones are dropped, nothing else is normalised. */
  readonly segments: readonly string[];
  /** What follows the first `?`, still encoded; '' when there is none. */
  readonly query: string;
}

/**
 * Takes a raw request target apart, as it stands in the request line: any number of slashes, dot segments are ordinary
 * names. Raw non-ASCII bytes, which Node hands over as Latin-1 characters, count as percent-encoded.
 * @throws RequestError request.malformedPath: a path with bad percent escapes, with bytes that are not UTF-8, with control
 * characters, encoded or not, or with more than maxSegments segments.
 */
export function readRequestTarget(target: string): RequestTarget {
  const relative = target.replace(/^[A-Za-z][A-Za-z\d+.-]*:\/\/[^/?]*/, '');
  const ascii = relative.replace(/[^ -~]/g, escapeByte);
  const mark = ascii.indexOf('?');
  const path = mark < 0 ? ascii : ascii.slice(0, mark);
  return { segments: segmentsOf(path), query: mark < 0 ? '' : ascii.slice(mark + 1) };
}

/** Segments of a path: the longest path of the interface has nine. */
const maxSegments = 64;

/** Stops at the first segment too many: whatever is done with a path later takes time for each. */
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

/** A byte outside printable ASCII as its percent escape. */
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
  /** Absent in `/api/` and `/api/index.php`, where the query names the application (`app_id`). */
  readonly app: string | undefined;
  /** As sent, in any case. */
  readonly controller: string | undefined;
  /** Everything behind the controller. */
  readonly ids: readonly string[];
}

const version = /^v?\d+(?:\.\d+)*$/;

/**
 * Reads the segments of a path as one of the API, with or without a version segment before `api`.
 * @returns undefined for a path that is not below `api`.
 */
export function readApiPath(segments: readonly string[]): ApiPath | undefined {
  const start = version.test(segments[0] ?? '') ? 1 : 0;
  if (segments[start] !== 'api') return undefined;
  const [app, controller, ...ids] = segments.slice(start + 1);
  if (app === undefined || app === 'index.php') return { app: undefined, controller: undefined, ids: [] };
  return { app, controller, ids };
}

/** How paths begin of what is told to anybody. */
const publicNames: ReadonlySet<string> = new Set(['openapi.json', 'docs']);

/** Characters of a target that take more than a moment to read: such targets are read one in a turn of the event loop. */
const longTarget = 4096;

/** Reads the request target: application, controller, ids, query. @throws RequestError path.notFound outside /api/ */
export async function readTarget(
  { basePath = '' }: Pick<ServerContext, 'basePath'>,
  { req, state: { exchange } }: StepContext,
): Promise<ApiTarget | PublicTarget> {
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

/** The target below the path that the interface is mounted on. A framework that routes by this path has taken it away already. */
function urlBelow(basePath: string, request: IncomingMessage): string {
  const { url = '' } = request;
  const isCut = 'originalUrl' in request && request.originalUrl !== url;
  return isCut ? url : targetBelow(basePath, url);
}
