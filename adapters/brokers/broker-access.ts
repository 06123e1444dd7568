export const saslMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;
export type SaslMechanism = (typeof saslMechanisms)[number];

export interface BrokerAccess {
  readonly protocol: 'nats' | 'kafka';
  /** HOST:PORT. Any of these servers suffices for the connection. */
  readonly servers: readonly string[];
  /** Whether TLS is required. Certificates are verified with the system's authorities. */
  readonly isEncrypted: boolean;
  /** Kafka only. */
  readonly topic: string;
  readonly user: string | null;
  /** The password of the user; for NATS without a user, a token. */
  readonly password: string | null;
  /** Kafka only. */
  readonly mechanism: SaslMechanism;
}
