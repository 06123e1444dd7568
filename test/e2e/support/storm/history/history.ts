/** The history of a storm: the requests and answers of its clients, and the final state of the database. */

/** A subnet as a client knew it when it sent a request. */
export interface KnownSubnet {
  readonly id: number;
  readonly sectionId: number;
  readonly cidr: string;
}

/** An address as a client knew it. */
export interface KnownAddress {
  readonly id: number;
  readonly ip: string;
  readonly subnet: KnownSubnet;
}

/** One request. `hold` is the duration of a hold in seconds; a confirmation ends the hold. */
export type StormRequest =
  | { readonly kind: 'take address'; readonly subnet: KnownSubnet; readonly hold?: number }
  | { readonly kind: 'create address'; readonly subnet: KnownSubnet; readonly ip: string }
  | { readonly kind: 'change address'; readonly address: KnownAddress }
  | { readonly kind: 'confirm address'; readonly address: KnownAddress }
  | { readonly kind: 'prolong address'; readonly address: KnownAddress; readonly hold: number }
  | { readonly kind: 'read address'; readonly address: KnownAddress }
  | { readonly kind: 'read usage'; readonly subnet: KnownSubnet }
  | { readonly kind: 'delete address'; readonly address: KnownAddress }
  | { readonly kind: 'delete address by ip'; readonly subnet: KnownSubnet; readonly ip: string }
  | { readonly kind: 'truncate'; readonly subnet: KnownSubnet }
  | {
      readonly kind: 'take subnet';
      readonly master: KnownSubnet;
      readonly length: number;
      readonly end: 'first' | 'last';
      readonly hold?: number;
    }
  | { readonly kind: 'confirm subnet'; readonly subnet: KnownSubnet }
  | {
      readonly kind: 'create subnet';
      readonly sectionId: number;
      readonly master: KnownSubnet | undefined;
      readonly cidr: string;
    }
  | { readonly kind: 'resize'; readonly subnet: KnownSubnet; readonly length: number }
  | { readonly kind: 'split'; readonly subnet: KnownSubnet; readonly parts: number; readonly grouped: boolean }
  | { readonly kind: 'delete subnet'; readonly subnet: KnownSubnet };

/** An answer and its time on the clock of the clients. */
export interface StormAnswer {
  readonly at: number;
  readonly status: number;
  readonly id?: number;
  /** The allocated or created address or network. */
  readonly data?: string;
  readonly message?: string;
  /** Whether it reports an unknown outcome, which is equivalent to no answer. */
  readonly isUnknown?: boolean;
  /** Whether it replays the answer to an earlier request with the same idempotency key. */
  readonly isReplayed?: boolean;
  /** The address that was read. */
  readonly record?: ReadAddress;
}

/** An address as a client reads it. */
export interface ReadAddress {
  readonly subnetId: number;
  readonly ip: string;
  readonly mark: string;
  /** The mark of its latest change; empty when there was none. */
  readonly note: string;
  /** Whether it has a hold. */
  readonly isHeld: boolean;
}

/** A request and its outcome. It is logged before it is sent. */
export interface StormEvent {
  /** Unique for each request. The description of created records and the note of changed records. */
  readonly mark: string;
  /** The process run that got the request; after retries, the last one with an unknown outcome. */
  process: string;
  readonly request: StormRequest;
  /** Time of the first try. */
  readonly sentAt: number;
  /** Undefined after a broken connection: the outcome is unknown. */
  answer?: StormAnswer;
  /** When the connection broke. */
  lostAt?: number;
}

/** Faults of a service and its database. */
export const faultKinds = [
  /** A service process is killed. */
  'kill',
  /** The database server is killed with all of its processes. */
  'database',
  /** Connections between service and database are reset. */
  'cut',
  /** Answers of the database are delayed, and lost when their connections are reset. */
  'hold',
  /** Data between service and database is dropped without an error. */
  'silence',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** A fault and its period on the clock of the clients. */
export interface StormFault {
  readonly kind: FaultKind;
  readonly from: number;
  readonly until: number;
}

export interface FinalSubnet {
  readonly id: number;
  readonly sectionId: number;
  /** null for a root. */
  readonly masterId: number | null;
  readonly cidr: string;
  readonly mark: string;
  readonly isHeld: boolean;
}

export interface FinalAddress {
  readonly id: number;
  readonly subnetId: number;
  readonly ip: string;
  readonly mark: string;
  readonly note: string;
  readonly isHeld: boolean;
}

/** An entry of the change log of the service. */
export interface FinalChange {
  readonly object: string;
  readonly objectId: number;
  readonly action: string;
  /** Whether an expired hold caused it. */
  readonly isExpiry: boolean;
  /** Field by field: `[note]: old => new`. */
  readonly differences: readonly string[];
}

/** The database after a storm. Changes are in write order. */
export interface FinalState {
  readonly sections: readonly { readonly id: number; readonly isStrict: boolean }[];
  readonly subnets: readonly FinalSubnet[];
  readonly addresses: readonly FinalAddress[];
  readonly changes: readonly FinalChange[];
}

/** The history of a whole storm. */
export interface History {
  readonly events: readonly StormEvent[];
  /** Names of the killed process runs. */
  readonly killed: ReadonlySet<string>;
  readonly faults: readonly StormFault[];
  readonly final: FinalState;
  /** When `final` was read, on the clock of the clients. */
  readonly readAt: number;
}

/** Prefix of the marks of the subnets that a split creates. */
export const partPrefix = (mark: string): string => `${mark}.`;

/** The mark of a subnet that a split creates, counted from 1. */
export const partMark = (mark: string, part: number): string => `${partPrefix(mark)}${part}`;

/** Whether a request writes its mark to the note of an address. */
export const changesNote = ({ kind }: StormRequest): boolean =>
  kind === 'change address' || kind === 'confirm address' || kind === 'prolong address';

/** Whether the service reported success. */
export const isAcknowledged = (event: StormEvent): event is StormEvent & { readonly answer: StormAnswer } =>
  event.answer !== undefined && event.answer.status < 300;

/** Whether the request may have had an effect: acknowledged, or with an unknown outcome. Other answers of 503 mean no effect. */
export const mayHaveHappened = ({ answer }: StormEvent): boolean => {
  if (!answer || answer.status < 300) return true;
  return answer.status === 503 ? answer.isUnknown === true : answer.status >= 500;
};

/**
 * Maximum time from a lost answer to the effect of the request, in milliseconds.
 * The database still executes the statements of a killed process, after it has waited for locks.
 */
export const lateEffect = 15_000;

/** The latest time at which the request may have taken effect. */
export function endOf(event: StormEvent): number {
  if (isAcknowledged(event)) return event.answer.at;
  const end = event.answer?.at ?? event.lostAt;
  return end === undefined ? Number.POSITIVE_INFINITY : end + lateEffect;
}
