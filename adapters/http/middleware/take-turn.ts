import { known } from '../server/exchange.js';
import type { ServerContext, Step } from '../server/step.js';
import { writingMethods } from './check-request.js';

/**
 * Lets the writes of an application that is set so run one after another, those that end tokens among them; signing in is
 * none of them. @throws IpamError app.turnNotCome
 */
export function takeTurn({ application: { writeTurns } }: ServerContext): Step {
  return (ctx, next) => {
    const { app, controllerName } = ctx.state.exchange;
    const signsIn = ctx.method === 'POST' && controllerName.toLowerCase() === 'user';
    return writingMethods.has(ctx.method) && !signsIn ? writeTurns.run(known(app), next) : next();
  };
}
