import { kinds } from '../../../domain/catalog/kinds.js';
import { auditedObjects, changedObjects } from '../../../domain/changes/change.js';
import type { WebhookSettings } from '../../../domain/changes/webhook.js';
import { urlProblemText } from '../../changes/webhooks/url-problem.js';
import type { StoredWebhook } from '../../ports/webhooks.js';
import type { Entry } from './entry.js';

/** Members of a webhook's entry. */
export const webhookMembers = ['name', 'url', 'secret', 'kinds', 'sections', 'disabled', 'comment'] as const;

const nameShape = {
  pattern: /^[A-Za-z0-9][\w.~-]{0,63}$/,
  problem: 'must be 1 to 64 letters, digits, _ . ~ and -, the first a letter or digit',
};
const secretShape = { pattern: /^[\x21-\x7e]{16,128}$/, problem: 'must be 16 to 128 printable ASCII characters without spaces' };

const changeKinds: readonly string[] = [...changedObjects, ...Object.keys(kinds), ...auditedObjects];

/** Reads a webhook. @param settings what they allow of its URL; undefined: that was looked at before. @throws IpamError provision.invalid */
export function readWebhook(entry: Entry, settings: Pick<WebhookSettings, 'privateTargets'>): StoredWebhook {
  const name = entry.text('name', { max: 64, shape: nameShape });
  const url = entry.text('url', { max: 2000 });
  const problem = urlProblemText(url, settings);
  if (problem !== undefined) entry.refuse('url', problem);
  const wanted = entry.texts('kinds');
  const unknown = wanted.find((kind) => !changeKinds.includes(kind));
  if (unknown !== undefined) entry.refuse('kinds', `name ${JSON.stringify(unknown)}; known are ${changeKinds.join(', ')}`);
  return {
    name,
    url,
    secret: entry.text('secret', { max: 128, shape: secretShape }),
    kinds: wanted,
    sections: entry.integers('sections'),
    disabled: entry.flag('disabled', false),
    comment: entry.text('comment', { max: 65535, fallback: '', lines: true }),
  };
}
