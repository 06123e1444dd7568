import { IpamError } from '../errors.js';
import type { Prefix } from '../net/prefix.js';
import { formatTimestamp, zonedTimestamp } from '../scalar-text.js';
import { type Input, readField } from './read-fields.js';

/** For how many seconds something can be held at a time: thirty days. */
export const maxHold = 2_592_000;

/** What callers say of a hold: for how many seconds, from now on; 0 for none any more. */
export const holdField = { type: 'integer', min: 0, max: maxHold } as const;

/** The tag of what is held, and that of what was held and is confirmed: Reserved and Used. */
export const holdTag = 3;
export const confirmedTag = 2;

/** What tells whether a record is held. Times are texts, YYYY-MM-DD HH:MM:SS in UTC. */
export interface Holdable {
  /** Until when it is held; null where it stays. */
  readonly heldUntil: string | null;
  readonly tag: number | null;
}

/** An input, and what it says of a hold. */
export interface SplitHold {
  /** Seconds; undefined where nothing is said. */
  readonly hold: number | undefined;
  readonly others: Input;
}

/**
 * Parts what an input says of a hold from what it says of the record.
 * @param customFields those of the record: one that is called `hold` is meant instead
 * @throws IpamError field.type, field.range
 */
export function splitHold(input: Input, customFields: readonly { readonly name: string }[]): SplitHold {
  if (!Object.hasOwn(input, 'hold') || customFields.some(({ name }) => name === 'hold'))
    return { hold: undefined, others: input };
  const { hold, ...others } = input;
  return { hold: readField('hold', holdField, hold ?? null) ?? undefined, others };
}

/** Whether a hold has expired: whoever needs the place may free it. @param at now */
export const isHoldOver = ({ heldUntil }: Pick<Holdable, 'heldUntil'>, at: string): boolean =>
  heldUntil !== null && heldUntil <= at;

/** What a hold makes of the input of a new record. @throws IpamError hold.tag when it names another tag than that of what is held */
export function inputWithHold(input: Input, hold: number | undefined): Input {
  if (!hold) return input;
  const { tag } = input;
  if (tag !== undefined && tag !== null && String(tag) !== String(holdTag)) throw new IpamError('hold.tag', { tag: holdTag });
  return { ...input, tag: holdTag };
}

/** Checks a subnet that is to be held: folders take no place. @param prefix null for a folder @throws IpamError hold.folder */
export function checkSubnetHold(prefix: Prefix | null, hold: number | undefined): void {
  if (hold && !prefix) throw new IpamError('hold.folder');
}

/** Until when something is held that is new. @param at now */
export const holdFrom = (at: string, hold: number | undefined): { readonly heldUntil: string | null } => ({
  heldUntil: hold ? endOfHold(at, hold) : null,
});

/** At least so many seconds: the second that has begun does not count. */
const endOfHold = (at: string, seconds: number): string =>
  formatTimestamp(new Date(Date.parse(zonedTimestamp(at)) + (seconds + 1) * 1000));

/**
 * What a change makes of a hold. 0 confirms what is held, so that it stays: Used, where the change names no tag; so does
 * another tag alone. Seconds prolong the hold from now on.
 * @param hold seconds; undefined where nothing is said @param tag the one that the change sets, if it does @param at now
 * @throws IpamError hold.none (only what is held can be held longer), hold.tag
 */
export function changeOfHold(
  { heldUntil, tag: before }: Holdable,
  { hold, tag }: { readonly hold: number | undefined; readonly tag: number | null | undefined },
  at: string,
): Partial<Holdable> {
  if (hold) {
    if (heldUntil === null) throw new IpamError('hold.none');
    if (tag !== undefined && tag !== holdTag) throw new IpamError('hold.tag', { tag: holdTag });
    return holdFrom(at, hold);
  }
  if (heldUntil === null) return {};
  if (hold === 0) return tag === undefined && before === holdTag ? confirmed : { heldUntil: null };
  return tag !== undefined && tag !== holdTag ? { heldUntil: null } : {};
}

/** What was held, and stays. */
export const confirmed = { heldUntil: null, tag: confirmedTag } as const;
