import { sinkSource } from '../../../application/changes/sink-follower.js';
import { contentTypes, deliveryHeaders, maxEvents } from '../../../application/changes/webhooks/delivery.js';
import { sinkContentType } from '../../../application/ports/event-sink.js';
import { kinds } from '../../../domain/catalog/kinds.js';
import { changeActions, changedObjects } from '../../../domain/changes/change.js';
import { cloudEventSchema, webhookSource } from './beside-applications.js';
import { componentSchemas } from './component-schemas.js';
import type { ApiDescription, DescriptionOptions } from './docs.js';
import { securitySchemes } from './introduction.js';
import { listOf, numbersForm, refTo, type Schema, valueSchemas } from './schema.js';

const overview = `Hexipam publishes every change of its records: as server-sent events of the change feed, to webhooks, and to a message broker.
Delivery is at least once. The events of one object are in the order of its changes; a repeated event has the same \`id\`.`;

/** Describes all messages of the service in AsyncAPI 3.0: change feed, webhooks and message brokers. */
export const describeEvents = ({ version, basePath = '' }: Pick<DescriptionOptions, 'version' | 'basePath'>): ApiDescription => ({
  asyncapi: '3.0.0',
  info: {
    title: 'Hexipam events',
    version,
    description: overview,
    license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
  },
  defaultContentType: 'application/json',
  servers: serversAt(basePath),
  channels,
  operations,
  components: {
    schemas,
    messages,
    securitySchemes: {
      token: { ...securitySchemes.token, type: 'httpApiKey' },
      key: securitySchemes.key,
      password: { type: 'userPassword', description: 'HEXIPAM_SINK_USER and HEXIPAM_SINK_PASSWORD' },
    },
  },
});

const inComponents = (section: string, name: string): Schema => ({ $ref: `#/components/${section}/${name}` });
const security = (...names: readonly string[]): readonly Schema[] => names.map((name) => inComponents('securitySchemes', name));

const serversAt = (basePath: string): Readonly<Record<string, Schema>> => ({
  service: {
    host: '{host}',
    protocol: 'http',
    pathname: `${basePath}/api/{app}`,
    description: 'The service.',
    variables: {
      host: { default: 'localhost:8080', description: 'Host and port of the service.' },
      app: { default: 'default', description: 'The application of the client.' },
    },
    security: security('token', 'key'),
  },
  nats: brokerServer('nats', 'localhost:4222', 'NATS with JetStream, in `HEXIPAM_SINK_URL`.'),
  kafka: brokerServer('kafka', 'localhost:9092', 'Kafka, in `HEXIPAM_SINK_URL`.'),
});

const brokerServer = (protocol: string, address: string, description: string): Schema => ({
  ...{ host: '{host}', protocol, description },
  variables: { host: { default: address, description: 'Host and port of the broker.' } },
  security: security('password'),
});

const channels: Readonly<Record<string, Schema>> = {
  feed: channel(
    '/changes/',
    'Server-sent events of `GET /changes/` with `Accept: text/event-stream`. `Last-Event-ID` or `after` continues a stream.',
    ['service'],
    ['change'],
  ),
  webhook: channel(null, 'The URL of a webhook.', [], ['delivery', 'cloudEvents']),
  subjects: {
    ...channel('hexipam.{kind}.{action}', 'Subjects of a stream of JetStream.', ['nats'], ['natsEvent']),
    parameters: {
      kind: { description: 'Kind of the object.', enum: [...changedObjects, ...Object.keys(kinds)] },
      action: { description: 'Action of the change.', enum: changeActions },
    },
  },
  topic: {
    ...channel(
      '{topic}',
      'Topic of Kafka. The key of a record is KIND/ID: one object is in one partition.',
      ['kafka'],
      ['kafkaEvent'],
    ),
    parameters: { topic: { description: 'The topic in `HEXIPAM_SINK_URL`.', examples: ['hexipam'] } },
  },
};

function channel(
  address: string | null,
  description: string,
  servers: readonly string[],
  names: readonly (keyof typeof messages)[],
): Schema {
  return {
    ...{ address, description },
    ...(servers.length > 0 ? { servers: servers.map((name) => ({ $ref: `#/servers/${name}` })) } : {}),
    messages: Object.fromEntries(names.map((name) => [name, inComponents('messages', name)])),
  };
}

const http = (method: string): Schema => ({ bindings: { http: { method, bindingVersion: '0.3.0' } } });

const operations: Readonly<Record<string, Schema>> = {
  streamChanges: sending('feed', 'Stream changes', http('GET')),
  deliverChanges: sending('webhook', 'Deliver changes to a webhook receiver', http('POST')),
  publishToNats: sending('subjects', 'Publish a change to NATS'),
  publishToKafka: sending('topic', 'Publish a change to Kafka'),
};

function sending(name: string, title: string, further: Schema = {}): Schema {
  return { action: 'send', channel: { $ref: `#/channels/${name}` }, title, ...further };
}

const headersOf = (headers: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties: headers,
  required: Object.keys(headers),
});

const text = (description: string): Schema => ({ type: 'string', description });

const webhookHeaders = headersOf(
  Object.fromEntries(
    Object.entries(deliveryHeaders).map(([name, { meaning, pattern }]) => [name, { ...text(meaning), pattern }]),
  ),
);

const messages = {
  change: {
    title: 'Change of the feed',
    summary: 'The data of a server-sent event. The id of the event is the cursor after the change.',
    contentType: 'application/json',
    payload: refTo('change'),
  },
  delivery: {
    ...{ title: 'Delivery to a webhook', contentType: contentTypes.hexipam },
    ...{ headers: webhookHeaders, payload: refTo('delivery') },
  },
  cloudEvents: {
    ...{ title: 'Delivery to a webhook as CloudEvents', contentType: contentTypes.cloudevents },
    ...{ headers: webhookHeaders, payload: refTo('cloudEventBatch') },
  },
  natsEvent: {
    ...{ title: 'Event of NATS', contentType: sinkContentType, payload: refTo('sinkEvent') },
    headers: headersOf({
      'Content-Type': text('Media type of CloudEvents.'),
      'Nats-Msg-Id': text('The id of the event, by which a stream drops repetitions.'),
    }),
  },
  kafkaEvent: {
    ...{ title: 'Event of Kafka', contentType: sinkContentType, payload: refTo('sinkEvent') },
    headers: headersOf({
      'content-type': text('Media type of CloudEvents.'),
      'hexipam-event-id': text('The id of the event.'),
      'hexipam-event-type': text('The type of the event, hexipam.KIND.ACTION.'),
    }),
    bindings: { kafka: { key: text('KIND/ID'), bindingVersion: '0.5.0' } },
  },
} as const satisfies Readonly<Record<string, Schema>>;

const { change = {}, delivery = {} } = componentSchemas;

/** Deliveries contain JSON numbers. The number style of a stream is a setting of the application. */
const event = refTo('changeInNumbers');

const schemas: Readonly<Record<string, Schema>> = {
  ...valueSchemas,
  change,
  changeInNumbers: numbersForm(change),
  delivery: numbersForm({
    ...delivery,
    properties: { webhook: text('Name of the webhook.'), events: { ...batchOf(event), description: 'Changes, oldest first.' } },
  }),
  cloudEventBatch: batchOf(numbersForm(cloudEventSchema(event, webhookSource))),
  sinkEvent: numbersForm(
    cloudEventSchema(event, sinkSource, {
      valuesomitted: {
        type: 'boolean',
        description: 'True for a change that is too large for the broker: `before` and `after` of `data` are null.',
      },
    }),
  ),
};

function batchOf(items: Schema): Schema {
  return { ...listOf(items), minItems: 1, maxItems: maxEvents };
}
