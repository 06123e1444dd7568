import { WebhookRunner } from '../../application/changes/webhooks/webhook-runner.js';
import type { Service } from '../container.js';

export function webhookRunnerOf({
  application,
  database,
  ...chunks
}: Pick<Service, 'application' | 'database' | 'log' | 'timers' | 'tokens' | 'sender'>): WebhookRunner {
  const { log, timers, tokens, sender } = chunks;
  const { readers, unitOfWork, clock } = database;
  const { changeFeed: feed, commits: signal } = application;
  const following = { feed, signal, timers, log, holder: tokens.create(), chance: Math.random };
  return new WebhookRunner({ readers, unitOfWork, clock, sender, ...following });
}
