import type { ListedWebhook, Sent } from '../../../application/access/administration/webhook-administration.js';
import { commandLineCaller } from '../../../application/caller.js';
import { maxStoredDeliveries, progressFields, webhookFields } from '../../../domain/changes/webhook.js';
import { optional, optionsOf, shownNames } from '../field-options.js';
import { action, integer, type Subject, switched } from '../grammar.js';

const options = optionsOf(webhookFields, {
  kinds: 'object types, e.g. subnet,address; empty: all except objects of administration',
});

/** Columns of lists: the state precedes the comment. */
const { comment, ...others } = webhookFields;
const columns = shownNames({ ...others, ...progressFields, comment });

const withIds = ({ sections, ...input }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  sections === undefined ? input : { ...input, sections: [sections].flat().map(Number) };

const confirmation = (what: string) => (webhook: ListedWebhook) => [
  `webhook ${webhook.name} ${what}`,
  ...(webhook.secret === undefined ? [] : [`secret: ${webhook.secret} (it is not shown again)`]),
];

const deliveryLines = ({ name, delivered, left, problem }: Sent): string[] =>
  problem === null
    ? [`webhook ${name}: ${delivered} delivered`]
    : [`webhook ${name}: ${delivered} delivered, ${left} pending: ${problem}`];

const isLeft = ({ left }: Sent): boolean => left > 0;

/** Webhooks. The service generates secrets and shows each only once. */
export const webhook: Subject = {
  meaning: 'receivers of change events over HTTP',
  actions: {
    list: action({
      meaning: 'show all webhooks with their pending changes, without their secrets',
      operands: [],
      options: [],
      run: (access) => access.webhooks.list(commandLineCaller),
      columns,
    }),
    add: action({
      meaning: 'add a webhook for changes from now on; its secret is shown once',
      operands: ['NAME'],
      options,
      run: (access, { operands: [name = ''], options: fields }) =>
        access.webhooks.add(commandLineCaller, { ...withIds(fields), name }),
      lines: confirmation('added'),
    }),
    set: action({
      meaning: 'change a webhook',
      operands: ['NAME'],
      options: [...optional(options), switched('new-secret', 'replace the secret and show the new one once')],
      run: (access, { operands: [name = ''], options: { newSecret, ...changes } }) =>
        access.webhooks.set(commandLineCaller, name, withIds(changes), newSecret === true),
      lines: confirmation('changed'),
    }),
    remove: action({
      meaning: 'remove a webhook and its undelivered events',
      operands: ['NAME'],
      options: [],
      run: (access, { operands: [name = ''] }) => access.webhooks.remove(commandLineCaller, name),
      lines: confirmation('removed'),
    }),
    test: action({
      meaning: 'send a test event and show the result',
      operands: ['NAME'],
      options: [],
      run: (access, { operands: [name = ''] }) => access.webhooks.test(commandLineCaller, name),
      lines: deliveryLines,
      hasFailed: isLeft,
    }),
    retry: action({
      meaning: 'resend rejected events',
      operands: ['NAME'],
      options: [],
      run: (access, { operands: [name = ''] }) => access.webhooks.retry(commandLineCaller, name),
      lines: deliveryLines,
      hasFailed: isLeft,
    }),
    log: action({
      meaning: 'show delivery attempts, newest first',
      operands: ['NAME'],
      options: [integer('limit', `number of attempts, up to ${maxStoredDeliveries}; default: 20`)],
      check: ({ options: { limit = 1 } }) =>
        Number(limit) < 1 || Number(limit) > maxStoredDeliveries ? `--limit must be from 1 to ${maxStoredDeliveries}` : undefined,
      run: (access, { operands: [name = ''], options: { limit = 20 } }) =>
        access.webhooks.deliveries(commandLineCaller, name, Number(limit)),
      columns: ['at', 'events', 'firstEvent', 'status', 'milliseconds', 'problem'],
    }),
  },
};
