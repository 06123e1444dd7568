import { constants } from 'node:zlib';
import type Koa from 'koa';
import compress from 'koa-compress';
import type { ServerState } from './step.js';

/** Minimum size of a compressed answer in bytes. Compression of smaller answers costs more than it saves. */
const minBytes = 1024;

/** Event streams are absent, because compression would delay events. */
const compressedTypes = new Set(['application/json', 'application/xml', 'text/csv']);

/** Compresses lists and other long answers by brotli or gzip for clients that accept it (RFC 9110, section 12.5.3). */
export const compressAnswers = (): Koa.Middleware<ServerState> =>
  compress({
    filter: (type) => compressedTypes.has(type),
    threshold: minBytes,
    br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    gzip: { level: 4 },
    deflate: false,
    zstd: false,
  });
