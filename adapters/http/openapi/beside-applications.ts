import { deliveryHeaders, outcomeOfStatus } from '../../../application/changes/webhooks/delivery.js';
import { type DeliveryOutcome, maxRefusals } from '../../../domain/changes/webhook.js';
import { listOf, objectOf, refTo, type Schema, text } from './schema.js';

export const webhookSource = '/hexipam/webhooks/NAME';

/** Schema of a CloudEvent 1.0 in JSON. @param data schema of the change */
export const cloudEventSchema = (data: Schema, source: string, further: Readonly<Record<string, Schema>> = {}): Schema =>
  objectOf(
    {
      specversion: { ...text, enum: ['1.0'] },
      id: { ...text, description: 'Position of the change in the feed.' },
      source: { ...text, description: `Unique together with the id: ${source}.` },
      type: { ...text, description: 'hexipam.KIND.ACTION' },
      subject: { ...text, description: 'KIND/ID' },
      time: { ...text, format: 'date-time' },
      datacontenttype: { ...text, enum: ['application/json'] },
      data,
      ...further,
    },
    ...Object.keys(further),
  );

/** The path of the metrics, if the listeners publish them. */
export const metricsPath: Readonly<Record<string, Schema>> = {
  '/metrics': {
    servers: [{ url: '/', description: 'This server, outside of all applications' }],
    get: {
      operationId: 'getMetrics',
      summary: 'Retrieve metrics in the Prometheus text format',
      security: [],
      responses: {
        '200': { description: 'Metrics of all processes', content: { 'text/plain': { schema: { type: 'string' } } } },
        '503': { description: 'Metrics temporarily unavailable', content: { 'text/plain': { schema: { type: 'string' } } } },
      },
    },
  },
};

const deliveryText = `The service delivers each event at least once and the events of one object in order; detect duplicates by \`id\`. The receiver must
respond within ten seconds; only the status of the response is evaluated. The service does not follow redirects. Verify
\`Hexipam-Signature\` before processing the events.`;

const sameAgain =
  'The service repeats the request after one second, then two, up to 15 minutes, without a limit of attempts. Later events wait.';

const outcomes: Readonly<Record<DeliveryOutcome, string>> = {
  delivered: 'Delivered. The next request contains later events.',
  failed: `Failed temporarily. ${sameAgain}`,
  refused: `Rejected. The service repeats each event in a request of its own, with increasing delays. An event rejected ${maxRefusals} times becomes a dead letter, and delivery continues with the next event.`,
};

/** The requests of webhooks, for the member `webhooks` of OpenAPI. */
export const webhookOperations: Readonly<Record<string, Schema>> = {
  changes: {
    post: {
      tags: ['changes'],
      operationId: 'postChangesWebhook',
      summary: 'Deliver changes to a webhook receiver',
      description: deliveryText,
      security: [],
      parameters: Object.entries(deliveryHeaders).map(([name, { meaning, pattern }]) => ({
        name,
        in: 'header',
        required: true,
        description: meaning,
        schema: { type: 'string', pattern },
      })),
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: refTo('delivery') },
          'application/cloudevents-batch+json': { schema: listOf(cloudEventSchema(refTo('change'), webhookSource)) },
        },
      },
      responses: answers(),
    },
  },
};

/** The answer of each status class, and of each status that differs from its class. */
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
