import { type JetStreamClient, jetstream } from '@nats-io/jetstream';
import { connect, headers, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import { type SinkMessage, sinkContentType } from '../../application/ports/event-sink.js';
import type { BrokerAccess } from './broker-access.js';
import { greetingServers } from './nats-greeting.js';
import { type BrokerConnection, connectTimeoutMs, requestTimeoutMs, TooLarge } from './reconnecting-sink.js';

/** Options of `connect` of `node:tls`, which the library passes on. */
type TlsOptions = NonNullable<NodeConnectionOptions['tls']> & { readonly host: string };

/** Error code for a message that is larger than the stream permits. */
const messageTooLarge = 10054;

/**
 * Publishes to the subject `hexipam.KIND.ACTION` of JetStream. The message id (`Nats-Msg-Id`) is the id of the event: the stream
 * drops repetitions within its duplicate window.
 */
export async function connectNats(access: BrokerAccess): Promise<BrokerConnection> {
  const connection = await connectToAny(access, await greetingServers(access.servers));
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

/** Tries one server after the other, because each server needs its own TLS options. @throws the error of the last server */
async function connectToAny(access: BrokerAccess, servers: readonly string[]): Promise<NatsConnection> {
  let failure: unknown;
  for (const server of servers) {
    try {
      return await connect(optionsOf(access, server));
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

const optionsOf = ({ isEncrypted, user, password }: BrokerAccess, server: string): NodeConnectionOptions => ({
  name: 'hexipam',
  servers: server,
  timeout: connectTimeoutMs,
  reconnect: false,
  ...(isEncrypted ? { tls: tlsOptionsOf(server) } : {}),
  ...credentialsOf(user, password),
});

/** The library omits the host if it is an IP address, and Node.js would compare the certificate with `localhost`. */
const tlsOptionsOf = (server: string): TlsOptions => ({ host: new URL(`nats://${server}`).hostname.replace(/^\[|\]$/g, '') });

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

/**
 * If no stream has the subject, the library's error wrongly says that JetStream is missing. Replaces this error by a clearer one.
 */
const clearer = (error: unknown, subject: string): unknown =>
  Object(error).name === 'JetStreamNotEnabled'
    ? new Error(`no JetStream stream has the subject ${subject}: add it to a stream`)
    : error;
