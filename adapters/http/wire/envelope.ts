import type { WireValue } from './wire-value.js';

/** One whole answer. Members that are undefined or null are absent from what is sent. */
export interface Envelope {
  /** The HTTP status. */
  readonly code: number;
  readonly success: boolean;
  readonly message?: string | null | undefined;
  /** Identifier of a new object. */
  readonly id?: number | string | null | undefined;
  readonly subnetId?: number | string | null | undefined;
  readonly data?: WireValue | undefined;
  /** How many records a list has that is answered page by page. */
  readonly total?: number | undefined;
  /** Where its next page is. */
  readonly next?: string | undefined;
  readonly ip?: string | null | undefined;
  /** Whether nothing was done but what tells the answer. */
  readonly dry_run?: true | undefined;
  /** Why something was taken, or could not be. */
  readonly explain?: WireValue | undefined;
  /** Processing time in seconds. */
  readonly time?: number | null | undefined;
}

/** The members in the order in which every answer prints them. */
const envelopeOrder = [
  'code',
  'success',
  'message',
  'id',
  'subnetId',
  'data',
  'total',
  'next',
  'ip',
  'dry_run',
  'explain',
  'time',
] as const satisfies (keyof Envelope)[];

/** The members of an answer that are set, in wire order. */
export function envelopeMembers(envelope: Envelope): (readonly [name: keyof Envelope, value: WireValue])[] {
  const members: (readonly [keyof Envelope, WireValue])[] = [];
  for (const name of envelopeOrder) {
    const value = envelope[name];
    if (value !== undefined && value !== null) members.push([name, value]);
  }
  return members;
}

/**
 * The members of an answer around its `data`, whose value is written apart: those printed before it and those after it.
 * A `data` that the head carries is left out.
 */
export function membersAroundData(head: Envelope, tail: Pick<Envelope, 'total' | 'next' | 'time'>) {
  const members = envelopeMembers({ ...head, ...tail }).filter(([name]) => name !== 'data');
  const position = members.findIndex(([name]) => isBehindData(name));
  const end = position < 0 ? members.length : position;
  return { before: members.slice(0, end), after: members.slice(end) };
}

const isBehindData = (name: keyof Envelope): boolean => envelopeOrder.indexOf(name) > envelopeOrder.indexOf('data');
