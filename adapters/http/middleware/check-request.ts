import { appAllows } from '../../../domain/identity/app.js';
import { contentTypeOf, isReadableContentType } from '../request/body.js';
import { RequestError } from '../request/request-error.js';
import { known } from '../server/exchange.js';
import type { ServerContext, Step } from '../server/step.js';

/** Methods that change what is stored. */
export const writingMethods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** Controllers that say themselves what applications need for what. */
const withOwnRules: ReadonlySet<string> = new Set(['user', 'admin']);
const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Checks what needs no route: that the application may write, the content type, the controller, the method.
 * @throws RequestError access.readOnly, request.contentType, request.unknownController, request.unknownMethod
 */
export function checkRequest({ routeTable }: ServerContext): Step {
  return (ctx, next) => {
    const { exchange } = ctx.state;
    const name = exchange.controllerName;
    const writes = writingMethods.has(ctx.method);
    if (writes && !withOwnRules.has(name.toLowerCase()) && !appAllows(known(exchange.app), 'write'))
      throw new RequestError('access.readOnly');
    const type = contentTypeOf(ctx.req.headers['content-type']);
    if (!isReadableContentType(type)) throw new RequestError('request.contentType', { type });
    if (name !== '') exchange.controller = routeTable.controller(name);
    else if (writes) throw new RequestError('request.noController');
    if (!writes && !readingMethods.has(ctx.method)) throw new RequestError('request.unknownMethod');
    return next();
  };
}

/**
 * Runs the writes of an application one after another where it is set so. To end a token is a write, to sign in is none.
 * @throws IpamError app.lockTimeout
 */
export function serializeWrites({ application: { serializedWrites } }: ServerContext): Step {
  return (ctx, next) => {
    const { app, controllerName } = ctx.state.exchange;
    const signsIn = ctx.method === 'POST' && controllerName.toLowerCase() === 'user';
    return writingMethods.has(ctx.method) && !signsIn ? serializedWrites.run(known(app), next) : next();
  };
}
