import { RequestError } from '../request/request-error.js';
import type { ServerContext, Step } from '../step.js';
import { whenOver } from '../when-over.js';

/**
 * Lets only so many requests be under way at the same time, from when they are known to be ones of the interface until their
 * work is done and their answer is sent or their connection gone. @throws RequestError request.tooMany
 */
export function limitRequests({ mostRequests }: Pick<ServerContext, 'mostRequests'>): Step {
  let underWay = 0;
  return (ctx, next) => {
    if (underWay >= mostRequests) throw new RequestError('request.tooMany');
    underWay++;
    let open = 2;
    const end = (): void => {
      if (--open === 0) underWay--;
    };
    whenOver(ctx.req, ctx.res, end);
    return next().finally(end);
  };
}
