import type { ListedWebhook, Sent } from '../../../application/access/administration/webhook-administration.js';
import { commandLineCaller } from '../../../application/caller.js';
import { maxStoredDeliveries, progressFields, webhookFields } from '../../../domain/changes/webhook.js';
import { optional, optionsOf, shownNames } from '../field-options.js';
import { action, integer, type Subject, switched } from '../grammar.js';
import { administrationOf, type Input } from './administration.js';

const options = optionsOf(webhookFields, {
  kinds: 'object types, e.g. subnet,address; empty: all except objects of administration',
});

/** Columns of lists: the state precedes the comment. */
const { comment, ...others } = webhookFields;
const columns = shownNames({ ...others, ...progressFields, comment });

const withIds = ({ sections, ...input }: Input): Input =>
  sections === undefined ? input : { ...input, sections: [sections].flat().map(Number) };

const deliveryOutput = {
  lines: ({ name, delivered, left, problem }: Sent): string[] => [
    `webhook ${name}: ${delivered} delivered${problem === null ? '' : `, ${left} pending: ${problem}`}`,
  ],
  hasFailed: ({ left }: Sent): boolean => left > 0,
};

/** Webhooks. The service generates secrets and shows each only once. */
export const webhook: Subject = {
  meaning: 'receivers of change events over HTTP',
  actions: {
    ...administrationOf<ListedWebhook>({
      of: ({ webhooks }) => ({
        list: (caller) => webhooks.list(caller),
        add: (caller, { name, ...input }) => webhooks.add(caller, { ...withIds(input), name }),
        set: (caller, name, { newSecret, ...changes }) => webhooks.set(caller, name, withIds(changes), newSecret === true),
        remove: (caller, name) => webhooks.remove(caller, name),
      }),
      label: ({ name }) => `webhook ${name}`,
      secret: (record) => record.secret && `secret: ${record.secret}`,
      columns,
      list: 'show all webhooks with their pending changes, without their secrets',
      add: { meaning: 'add a webhook for changes from now on; its secret is shown once', options },
      set: {
        meaning: 'change a webhook',
        options: [...optional(options), switched('new-secret', 'replace the secret and show the new one once')],
      },
      remove: 'remove a webhook and its undelivered events',
    }),
    test: action({
      meaning: 'send a test event and show the result',
      operands: ['NAME'],
      run: (access, { operands: [name = ''] }) => access.webhooks.test(commandLineCaller, name),
      ...deliveryOutput,
    }),
    retry: action({
      meaning: 'resend rejected events',
      operands: ['NAME'],
      run: (access, { operands: [name = ''] }) => access.webhooks.retry(commandLineCaller, name),
      ...deliveryOutput,
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
