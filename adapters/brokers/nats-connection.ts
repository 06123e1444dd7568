import { type JetStreamClient, jetstream } from '@nats-io/jetstream';
import { connect, headers, type NodeConnectionOptions } from '@nats-io/transport-node';
import { type SinkMessage, sinkContentType } from '../../application/ports/event-sink.js';
import type { BrokerAccess } from './broker-access.js';
import { greetingServers } from './nats-greeting.js';
import { type BrokerConnection, connectTimeoutMs, requestTimeoutMs, TooLarge } from './reconnecting-sink.js';

/** JetStream's error code for a message that exceeds the size limit of the stream. */
const messageTooLarge = 10054;

/**
 * Publishes to the subject `hexipam.KIND.ACTION` of JetStream. The message id (`Nats-Msg-Id`) is the id of the event: the stream
 * drops repetitions within its duplicate window.
 */
export async function connectNats(access: BrokerAccess): Promise<BrokerConnection> {
  const servers = await greetingServers(access.servers);
  const connection = await connect({ ...optionsOf(access), servers });
  const client = jetstream(connection, { timeout: requestTimeoutMs });
  return {
    get isOpen() {
      return !connection.isClosed();
    },
    async send(messages) {
      for (const group of withDistinctKeys(messages)) await Promise.all(group.map((message) => publish(client, message)));
    },
    close: () => connection.close(),
  };
}

const optionsOf = ({ isEncrypted, user, password }: BrokerAccess): NodeConnectionOptions => ({
  name: 'hexipam',
  timeout: connectTimeoutMs,
  reconnect: false,
  ...(isEncrypted ? { tls: {} } : {}),
  ...credentialsOf(user, password),
});

function credentialsOf(user: string | null, password: string | null): NodeConnectionOptions {
  if (password === null) return {};
  return user === null ? { token: password } : { user, pass: password };
}

/**
 * Divides messages into consecutive groups without two messages of one key. Messages in flight may be stored partially; a later
 * message of an object must not be stored without the earlier one.
 */
export function withDistinctKeys(messages: readonly SinkMessage[]): readonly (readonly SinkMessage[])[] {
  const groups: SinkMessage[][] = [];
  let keys = new Set<string>();
  for (const message of messages) {
    if (groups.length === 0 || keys.has(message.key)) {
      groups.push([]);
      keys = new Set();
    }
    keys.add(message.key);
    groups.at(-1)?.push(message);
  }
  return groups;
}

async function publish(client: JetStreamClient, { id, type, body }: SinkMessage): Promise<void> {
  const described = headers();
  described.set('Content-Type', sinkContentType);
  try {
    await client.publish(type, body, { msgID: id, headers: described });
  } catch (error) {
    throw isTooLarge(error) ? new TooLarge('the message is larger than the server or the stream accepts') : clearer(error, type);
  }
}

function isTooLarge(error: unknown): boolean {
  const { code, message } = Object(error);
  return code === messageTooLarge || String(message).includes('max_payload');
}

/** Replaces the library's error for a subject without a stream, which claims that JetStream is missing. */
const clearer = (error: unknown, subject: string): unknown =>
  Object(error).name === 'JetStreamNotEnabled' ? new Error(`no stream of JetStream has the subject ${subject}`) : error;
