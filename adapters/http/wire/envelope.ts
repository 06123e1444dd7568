import type { WireValue } from './wire-value.js';

/** The members of an answer. Undefined and null members are not sent. */
export interface Envelope {
  readonly code: number;
  readonly success: boolean;
  readonly message?: string | null | undefined;
  readonly id?: number | string | null | undefined;
  readonly subnetId?: number | string | null | undefined;
  readonly data?: WireValue | undefined;
  readonly total?: number | undefined;
  readonly next?: string | undefined;
  readonly ip?: string | null | undefined;
  readonly dry_run?: true | undefined;
  readonly explain?: WireValue | undefined;
  /** Processing time in seconds. */
  readonly time?: number | null | undefined;
}

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

/** Returns the set members of an answer, in wire order. */
export function envelopeMembers(envelope: Envelope): (readonly [name: keyof Envelope, value: WireValue])[] {
  const members: (readonly [keyof Envelope, WireValue])[] = [];
  for (const name of envelopeOrder) {
    const value = envelope[name];
    if (value !== undefined && value !== null) members.push([name, value]);
  }
  return members;
}

/** Returns the members before and after `data`, which is encoded separately. `data` in the head is ignored. */
export function membersAroundData(head: Envelope, tail: Pick<Envelope, 'total' | 'next' | 'time'>) {
  const members = envelopeMembers({ ...head, ...tail }).filter(([name]) => name !== 'data');
  const position = members.findIndex(([name]) => isBehindData(name));
  const end = position < 0 ? members.length : position;
  return { before: members.slice(0, end), after: members.slice(end) };
}

const isBehindData = (name: keyof Envelope): boolean => envelopeOrder.indexOf(name) > envelopeOrder.indexOf('data');
