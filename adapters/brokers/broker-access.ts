export const saslMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;
export type SaslMechanism = (typeof saslMechanisms)[number];

/** A message broker and the credentials for it. */
export interface BrokerAccess {
  readonly protocol: 'nats' | 'kafka';
  /** HOST:PORT; any of them is enough to connect. */
  readonly servers: readonly string[];
  /** Whether TLS is required, with the certificates of the system. */
  readonly isEncrypted: boolean;
  /** Kafka only. */
  readonly topic: string;
  readonly user: string | null;
  /** With a user its password; NATS without a user: a token. */
  readonly password: string | null;
  /** Kafka only. */
  readonly mechanism: SaslMechanism;
}
