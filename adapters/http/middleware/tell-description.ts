import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { describeApi } from '../openapi/document.js';
import { RequestError } from '../request/request-error.js';
import { pause } from '../server/pause.js';
import type { ServerContext, Step } from '../server/step.js';

const compress = promisify(gzip);

/** The description as it is sent. */
interface DescriptionText {
  readonly plain: Buffer;
  readonly compressed: Buffer;
  /** What changes with it. */
  readonly tag: string;
}

/** Answers who asks for the description of the interface: to anybody, as it tells nothing of what is stored. @throws RequestError */
export function tellDescription({ dispatcher, version = '' }: Pick<ServerContext, 'dispatcher' | 'version'>): Step {
  let text: Promise<DescriptionText> | undefined;
  const made = () => {
    text ??= describeApi(dispatcher.controllers, version, pause).then(textOf);
    return text;
  };
  return async (ctx, next) => {
    if (!ctx.state.exchange.isForDescription) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new RequestError('request.methodNotImplemented');
    const { plain, compressed, tag } = await made();
    const isCompressed = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
    ctx.status = 200;
    ctx.set({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ETag: `"${tag}${isCompressed ? '-gzip' : ''}"` });
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.type = 'application/json; charset=utf-8';
    if (isCompressed) ctx.set('Content-Encoding', 'gzip');
    ctx.body = isCompressed ? compressed : plain;
  };
}

async function textOf(description: object): Promise<DescriptionText> {
  const plain = Buffer.from(JSON.stringify(description));
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { plain, compressed: await compress(plain), tag };
}
