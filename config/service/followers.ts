import { WebhookRunner } from '../../application/webhooks/webhook-runner.js';
import type { Service } from '../container.js';

/** Starts what follows the changes: webhooks. @returns ends it, once what is under way is done */
export function startFollowers({
  application,
  database,
  log,
  timers,
  tokens,
  sender,
}: Pick<Service, 'application' | 'database' | 'log' | 'timers' | 'tokens' | 'sender'>): () => Promise<void> {
  const { readers, unitOfWork, clock } = database;
  const { changeFeed: feed, commits: signal } = application;
  const following = { feed, signal, timers, log, holder: tokens.create(), chance: Math.random };
  const runner = new WebhookRunner({ readers, unitOfWork, clock, sender, ...following });
  runner.start();
  return () => runner.stop();
}
