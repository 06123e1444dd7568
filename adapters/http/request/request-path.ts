import { readId } from '../../../domain/scalar-text.js';
import { RequestError } from './request-error.js';
import { maxSegments } from './size-limits.js';

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

/** Whether a path segment looks like a number; only such can be an id. */
export const isNumeric = (text: string): boolean => /^[+-]?\d+(\.\d+)?$/.test(text);

/** The id in a numeric path segment; 0, which no record has, for numbers that cannot be one. */
export const pathId = (text: string): number => readId(text) ?? 0;
