import { kinds } from '../../../domain/catalog/kinds.js';
import { auditedObjects, changedObjects } from '../../../domain/changes/change.js';
import { type WebhookSettings, webhookFields } from '../../../domain/changes/webhook.js';
import { urlProblemText } from '../../changes/webhooks/delivery.js';
import type { StoredWebhook } from '../../ports/webhooks.js';
import type { Entry } from './entry.js';
import { entryMembers, readEntry } from './read-entry.js';

const changeKinds: readonly string[] = [...changedObjects, ...Object.keys(kinds), ...auditedObjects];

const webhookReaders = (settings: Pick<WebhookSettings, 'privateTargets'>) => ({
  url: (entry: Entry) => {
    const url = entry.read('url', webhookFields.url);
    const problem = urlProblemText(url, settings);
    return problem === undefined ? url : entry.refuse('url', problem);
  },
  secret: (entry: Entry) => entry.read('secret', webhookFields.secret),
  kinds: (entry: Entry) => {
    const kinds = entry.texts('kinds');
    const unknown = kinds.find((kind) => !changeKinds.includes(kind));
    if (unknown === undefined) return kinds;
    return entry.refuse('kinds', `contain ${JSON.stringify(unknown)}; known are ${changeKinds.join(', ')}`);
  },
});

export const webhookMembers = entryMembers(webhookFields, webhookReaders({ privateTargets: true }));

/** Reads a webhook. @param settings rules for its URL @throws IpamError provision.invalid */
export const readWebhook = (entry: Entry, settings: Pick<WebhookSettings, 'privateTargets'>): StoredWebhook =>
  readEntry(entry, webhookFields, { readers: webhookReaders(settings), first: ['name', 'url', 'kinds'] });
