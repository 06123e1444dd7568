export { type BrokerAccess, type SaslMechanism, saslMechanisms } from './broker-access.js';
export { brokerSink } from './broker-sink.js';
