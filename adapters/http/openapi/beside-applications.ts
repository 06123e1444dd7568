import { deliveryHeaders, outcomeOfStatus } from '../../../application/changes/webhooks/delivery.js';
import { type DeliveryOutcome, maxRefusals } from '../../../domain/changes/webhook.js';
import { refTo, type Schema } from './schema.js';

/** The public path of the metrics, outside of all applications, if the listeners publish them. */
export const metricsPath: Readonly<Record<string, Schema>> = {
  '/metrics': {
    servers: [{ url: '/', description: 'This server, outside of all applications' }],
    get: {
      operationId: 'getMetrics',
      summary: 'Metrics of the service in the text format of Prometheus',
      security: [],
      responses: {
        '200': { description: 'The metrics of all processes', content: { 'text/plain': { schema: { type: 'string' } } } },
        '503': {
          description: 'The metrics cannot be had now',
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
      },
    },
  },
};

const text = `Each event is delivered at least once, those of one object in their order: remember the \`id\` of each. Answer within ten seconds;
nothing in the answer matters but its status. Redirects are not followed. Verify \`Hexipam-Signature\` before you believe anything.`;

const sameAgain =
  'The same comes again after a second, then two, up to a quarter of an hour, for as long as it takes; nothing overtakes it.';

const outcomes: Readonly<Record<DeliveryOutcome, string>> = {
  delivered: 'Taken: what comes next is behind these events.',
  failed: `Not taken now. ${sameAgain}`,
  refused: `Refused. Each event comes again alone, later each time; one that is refused ${maxRefusals} times goes to the dead letters, and those behind it follow.`,
};

/** The webhook requests: OpenAPI's `webhooks`. */
export const webhookOperations: Readonly<Record<string, Schema>> = {
  changes: {
    post: {
      tags: ['changes'],
      operationId: 'postChangesWebhook',
      summary: 'Changes, as a receiver of webhooks gets them',
      description: text,
      security: [],
      parameters: Object.entries(deliveryHeaders).map(([name, { meaning, pattern }]) => ({
        name,
        in: 'header',
        required: true,
        description: meaning,
        schema: { type: 'string', pattern },
      })),
      requestBody: { required: true, content: { 'application/json': { schema: refTo('delivery') } } },
      responses: answers(),
    },
  },
};

/** Answers by status class, plus single statuses that differ from their class. */
function answers(): Readonly<Record<string, Schema>> {
  const described: Record<string, Schema> = {};
  for (const digit of [2, 3, 4, 5]) {
    const usual = outcomeOfStatus(digit * 100);
    described[`${digit}XX`] = { description: outcomes[usual] };
    for (let status = digit * 100; status < digit * 100 + 100; status++)
      if (outcomeOfStatus(status) !== usual) described[status] = { description: outcomes[outcomeOfStatus(status)] };
  }
  return described;
}
