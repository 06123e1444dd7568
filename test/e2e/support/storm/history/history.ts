/** What a storm leaves behind: what its clients have asked and been told, and what the database holds in the end. */

/** A subnet as a client knew it when it asked for something. */
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

/** One request, as the checker understands it. What is taken with `hold` is taken for so many seconds, unless it is confirmed. */
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

/** What came back, and when, on the clock of the clients. */
export interface StormAnswer {
  readonly at: number;
  readonly status: number;
  readonly id?: number;
  /** The address or network that was taken or created. */
  readonly data?: string;
  readonly message?: string;
  /** It says that nobody can know whether it was done: as good as no answer. */
  readonly isUnknown?: boolean;
  /** Whether it is what was answered before, to a request with the same key. */
  readonly isReplayed?: boolean;
  /** The address that was read. */
  readonly record?: ReadAddress;
}

/** What a client reads of an address. */
export interface ReadAddress {
  readonly subnetId: number;
  readonly ip: string;
  readonly mark: string;
  /** The mark of its latest change; empty when there was none. */
  readonly note: string;
  /** Whether it is there until a time only. */
  readonly isHeld: boolean;
}

/** A request and what became of it. It is written down before it is sent. */
export interface StormEvent {
  /** Stands in the description of what the request creates, and in the note of what it changes; no two requests have the same. */
  readonly mark: string;
  /** Which run of which process was asked; of several that were, the last one of whose answer nobody knows. */
  process: string;
  readonly request: StormRequest;
  /** Of a request that was sent several times, when it was sent first. */
  readonly sentAt: number;
  /** Missing when the connection broke: nobody knows whether it was done. */
  answer?: StormAnswer;
  /** When the connection broke. */
  lostAt?: number;
}

/** What can be done to a service and its database. */
export const faultKinds = [
  /** A service process is killed. */
  'kill',
  /** The database server is killed with all of its processes. */
  'database',
  /** Connections between the two are reset. */
  'cut',
  /** Answers of the database are held back, and lost when their connections are reset. */
  'hold',
  /** Nothing passes between the two, and nobody is told. */
  'silence',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Something that was done to them, and from when to when it lasted, on the clock of the clients. */
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

/** An entry of the history that the service keeps, in the order in which they were written. */
export interface FinalChange {
  readonly object: string;
  readonly objectId: number;
  readonly action: string;
  /** Whether it is what became of a hold that has expired. */
  readonly isExpiry: boolean;
  /** Field by field: `[note]: old => new`. */
  readonly differences: readonly string[];
}

/** What the database holds when all is quiet. */
export interface FinalState {
  readonly sections: readonly { readonly id: number; readonly isStrict: boolean }[];
  readonly subnets: readonly FinalSubnet[];
  readonly addresses: readonly FinalAddress[];
  readonly changes: readonly FinalChange[];
}

/** A whole storm. */
export interface History {
  readonly events: readonly StormEvent[];
  /** The runs of processes that were killed. */
  readonly killed: ReadonlySet<string>;
  readonly faults: readonly StormFault[];
  readonly final: FinalState;
  /** When that was read, on the clock of the clients. */
  readonly readAt: number;
}

/** What the marks of the parts of a split begin with. */
export const partPrefix = (mark: string): string => `${mark}.`;

/** The mark of a part of a split, counted from 1. */
export const partMark = (mark: string, part: number): string => `${partPrefix(mark)}${part}`;

/** Requests that leave their mark in the note of an address. */
export const changesNote = ({ kind }: StormRequest): boolean =>
  kind === 'change address' || kind === 'confirm address' || kind === 'prolong address';

/** Whether the service said that it was done. */
export const isAcknowledged = (event: StormEvent): event is StormEvent & { readonly answer: StormAnswer } =>
  event.answer !== undefined && event.answer.status < 300;

/** Whether it may have been done: acknowledged, or nobody knows. Who is told 503 is told that nothing was done, or cannot know. */
export const mayHaveHappened = ({ answer }: StormEvent): boolean => {
  if (!answer || answer.status < 300) return true;
  return answer.status === 503 ? answer.isUnknown === true : answer.status >= 500;
};

/**
 * So long, in milliseconds, may something go on of which nobody knows whether it was done: what a process had sent before it was
 * killed, the database still does, and waits for locks before.
 */
export const lateEffect = 15_000;

/** When it was done, if it was done at all, at the latest. */
export function endOf(event: StormEvent): number {
  if (isAcknowledged(event)) return event.answer.at;
  const end = event.answer?.at ?? event.lostAt;
  return end === undefined ? Number.POSITIVE_INFINITY : end + lateEffect;
}
