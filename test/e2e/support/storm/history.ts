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

/** One write, as the checker understands it. */
export type StormRequest =
  | { readonly kind: 'take address'; readonly subnet: KnownSubnet }
  | { readonly kind: 'create address'; readonly subnet: KnownSubnet; readonly ip: string }
  | { readonly kind: 'delete address'; readonly address: KnownAddress }
  | { readonly kind: 'delete address by ip'; readonly subnet: KnownSubnet; readonly ip: string }
  | { readonly kind: 'truncate'; readonly subnet: KnownSubnet }
  | { readonly kind: 'take subnet'; readonly master: KnownSubnet; readonly length: number; readonly end: 'first' | 'last' }
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
}

/** A request and what became of it. It is written down before it is sent. */
export interface StormEvent {
  /** Stands in the description of what the request creates; no two requests have the same. */
  readonly mark: string;
  /** Which run of which process was asked. */
  readonly process: string;
  readonly request: StormRequest;
  readonly sentAt: number;
  /** Missing when the connection broke: nobody knows whether it was done. */
  answer?: StormAnswer;
}

export interface FinalSubnet {
  readonly id: number;
  readonly sectionId: number;
  /** null for a root. */
  readonly masterId: number | null;
  readonly cidr: string;
  readonly mark: string;
}

export interface FinalAddress {
  readonly id: number;
  readonly subnetId: number;
  readonly ip: string;
  readonly mark: string;
}

/** What the database holds when all is quiet. */
export interface FinalState {
  readonly sections: readonly { readonly id: number; readonly isStrict: boolean }[];
  readonly subnets: readonly FinalSubnet[];
  readonly addresses: readonly FinalAddress[];
}

/** A whole storm. */
export interface History {
  readonly events: readonly StormEvent[];
  /** The runs of processes that were killed. */
  readonly killed: ReadonlySet<string>;
  readonly final: FinalState;
}

/** What the marks of the parts of a split begin with. */
export const partPrefix = (mark: string): string => `${mark}.`;

/** The mark of a part of a split, counted from 1. */
export const partMark = (mark: string, part: number): string => `${partPrefix(mark)}${part}`;

/** Whether the service said that it was done. */
export const isAcknowledged = (event: StormEvent): event is StormEvent & { readonly answer: StormAnswer } =>
  event.answer !== undefined && event.answer.status < 300;

/** Whether it may have been done: acknowledged, or nobody knows. */
export const mayHaveHappened = ({ answer }: StormEvent): boolean => !answer || answer.status < 300 || answer.status >= 500;
