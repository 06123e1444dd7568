import { IpamError } from '../errors.js';
import type { Prefix } from '../net/prefix.js';
import { formatTimestamp, zonedTimestamp } from '../scalar-text.js';
import { type Input, readField } from './read-fields.js';

/** In seconds: thirty days. */
export const maxHold = 2_592_000;

/** The `hold` of an input: seconds from now. 0 ends the hold. */
export const holdField = { type: 'integer', min: 0, max: maxHold } as const;

/** Tags of held and confirmed records: Reserved and Used. */
export const holdTag = 3;
export const confirmedTag = 2;

export interface Holdable {
  /** End of the hold, YYYY-MM-DD HH:MM:SS in UTC; null without a hold. */
  readonly heldUntil: string | null;
  readonly tag: number | null;
}

export interface SplitHold {
  /** Seconds; undefined if not sent. */
  readonly hold: number | undefined;
  readonly others: Input;
}

/** @param customFields of the record; a custom field named `hold` takes precedence @throws IpamError field.type, field.range */
export function splitHold(input: Input, customFields: readonly { readonly name: string }[]): SplitHold {
  if (!Object.hasOwn(input, 'hold') || customFields.some(({ name }) => name === 'hold'))
    return { hold: undefined, others: input };
  const { hold, ...others } = input;
  return { hold: readField('hold', holdField, hold ?? null) ?? undefined, others };
}

/** Whether the record may be freed. @param at current time */
export const isHoldOver = ({ heldUntil }: Pick<Holdable, 'heldUntil'>, at: string): boolean =>
  heldUntil !== null && heldUntil <= at;

/** Adds the hold tag to an input. @throws IpamError hold.tag if the input has another tag */
export function inputWithHold(input: Input, hold: number | undefined): Input {
  if (!hold) return input;
  const { tag } = input;
  if (tag !== undefined && tag !== null && String(tag) !== String(holdTag)) throw new IpamError('hold.tag', { tag: holdTag });
  return { ...input, tag: holdTag };
}

/** @param prefix null for a folder @throws IpamError hold.folder */
export function checkSubnetHold(prefix: Prefix | null, hold: number | undefined): void {
  if (hold && !prefix) throw new IpamError('hold.folder');
}

export const holdFrom = (at: string, hold: number | undefined): { readonly heldUntil: string | null } => ({
  heldUntil: hold ? endOfHold(at, hold) : null,
});

/** Adds one second, because the current second has already begun. */
const endOfHold = (at: string, seconds: number): string =>
  formatTimestamp(new Date(Date.parse(zonedTimestamp(at)) + (seconds + 1) * 1000));

/**
 * The effect of a change on a hold. Seconds extend the hold from now. 0 confirms the record; the default tag is then Used.
 * Another tag also ends the hold.
 * @param hold seconds; undefined if not sent
 * @param at current time
 * @throws IpamError hold.none (the record is not held), hold.tag
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

export const confirmed = { heldUntil: null, tag: confirmedTag } as const;
