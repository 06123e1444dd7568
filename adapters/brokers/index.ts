import type { EventSink } from '../../application/ports/event-sink.js';
import type { BrokerAccess } from './broker-access.js';
import { connectByThread } from './kafka-worker.js';
import { ReconnectingSink } from './reconnecting-sink.js';

export { type BrokerAccess, type SaslMechanism, saslMechanisms } from './broker-access.js';

/** Creates a sink for a broker. The client library is loaded at the first publication. */
export const brokerSink = (access: BrokerAccess): EventSink =>
  new ReconnectingSink(async () => {
    if (access.protocol === 'nats') return (await import('./nats-connection.js')).connectNats(access);
    return connectByThread(access);
  }, access.password);
