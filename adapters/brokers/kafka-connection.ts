import { MultipleErrors, ProduceAcks, Producer, stringSerializers } from '@platformatic/kafka';
import { sinkContentType } from '../../application/ports/event-sink.js';
import type { BrokerAccess, SaslMechanism } from './broker-access.js';
import { type BrokerConnection, connectTimeoutMs, requestTimeoutMs, TooLarge } from './reconnecting-sink.js';

const mechanisms = {
  plain: 'PLAIN',
  'scram-sha-256': 'SCRAM-SHA-256',
  'scram-sha-512': 'SCRAM-SHA-512',
} as const satisfies Readonly<Record<SaslMechanism, string>>;

/**
 * Connects to Kafka. The object id is the record key, so that all events of an object go to one partition of the topic. A
 * publication is acknowledged after all in-sync replicas have stored it.
 */
export function connectKafka(access: BrokerAccess): Omit<BrokerConnection, 'isOpen'> {
  const producer = new Producer({ ...optionsOf(access), serializers: stringSerializers });
  return {
    async send(messages) {
      const records = messages.map(({ id, key, type, body }) => ({
        ...{ topic: access.topic, key, value: body },
        headers: { 'content-type': sinkContentType, 'hexipam-event-id': id, 'hexipam-event-type': type },
      }));
      try {
        await producer.send({ messages: records, acks: ProduceAcks.ALL });
      } catch (error) {
        throw isTooLarge(error) ? new TooLarge('the message is larger than the topic accepts') : error;
      }
    },
    close: () => producer.close(),
  };
}

const optionsOf = ({ servers, isEncrypted, user, password, mechanism }: BrokerAccess) => ({
  clientId: 'hexipam',
  bootstrapBrokers: [...servers],
  connectTimeout: connectTimeoutMs,
  timeout: requestTimeoutMs,
  retries: 0, // the follower retries, with increasing intervals
  autocreateTopics: false,
  ...(isEncrypted ? { tls: {}, tlsServerName: true } : {}),
  ...(user !== null && password !== null ? { sasl: { mechanism: mechanisms[mechanism], username: user, password } } : {}),
});

/** Kafka's error codes for a message, and for a batch, that is too large. */
const tooLargeCodes: readonly unknown[] = [10, 18];

const isTooLarge = (error: unknown): boolean =>
  error instanceof MultipleErrors && tooLargeCodes.some((code) => error.findBy('apiCode', code) !== null);
