import { known } from '../server/exchange.js';
import type { ServerContext, Step } from '../server/step.js';
import { writingMethods } from './check-request.js';

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
