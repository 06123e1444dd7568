import { maySeeSecrets, setsSecret } from '../../../domain/access/secrets.js';
import { withMeantTimes } from '../../../domain/ambiguous-time.js';
import { type KindName, kindOf } from '../../../domain/catalog/kinds.js';
import { IpamError } from '../../../domain/errors.js';
import type { CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import type { FieldSet } from '../../../domain/fields/field.js';
import { type Holdable, splitHold } from '../../../domain/fields/hold.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import type { Caller } from '../../caller.js';
import { differencesBetween } from '../../changes/change-log.js';
import { type RecordShape, readRecord } from '../../inventory/record-input.js';
import type { Readers, Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import { runFor } from '../../unit-of-work/units-of-work.js';

export type EnsureOutcome = 'created' | 'changed' | 'unchanged';

export interface Ensured {
  readonly id: number;
  readonly outcome: EnsureOutcome;
}

/** Errors of a creation if the record exists. */
const conflictCodes = [
  'address.exists',
  'section.nameTaken',
  'kind.taken',
  'vlan.numberTaken',
  'subnet.overlapInSection',
  'subnet.overlapWithSibling',
] as const;

/** Maximum number of attempts. More mean that the conflict is not a concurrent creation. */
const maxTries = 4;

/** Creates a missing record in a unit of work. Retries after a concurrent creation. @param isThere whether the record is visible */
export async function ensure(
  unitOfWork: UnitOfWork,
  caller: Caller,
  work: (repositories: Repositories) => Promise<Ensured>,
  isThere: () => Promise<boolean>,
): Promise<Ensured> {
  for (let tries = 1; ; tries++) {
    try {
      return await runFor(unitOfWork, caller, work);
    } catch (error) {
      if (tries === maxTries || !IpamError.is(error, ...conflictCodes) || !(await isThere())) throw error;
    }
  }
}

/** The caller without write options, for writes within a unit of work that applies them. */
export const withoutWriteOptions = ({ writeOptions: _, ...caller }: Caller): Caller => caller;

export const within = (repositories: Repositories): UnitOfWork => ({ run: async (work) => work(repositories) });

export async function differs<F extends FieldSet>(
  repositories: Pick<Readers, 'customFields'>,
  shape: RecordShape<F>,
  record: object,
  input: Input,
): Promise<boolean> {
  try {
    const { values, custom } = await readRecord(repositories, shape, withMeantTimes(input, record), 'change');
    return differencesBetween(shape.fields, record, { ...values, custom }).length > 0;
  } catch (error) {
    if (IpamError.is(error, 'record.nothingToChange')) return false;
    throw error;
  }
}

/**
 * Whether an input changes a record. A secret that the caller may not see always counts as changed. Otherwise the result would
 * confirm a guessed secret.
 */
export async function differsFor(
  repositories: Pick<Readers, 'customFields'>,
  caller: Caller,
  kind: KindName,
  { values, custom }: KindRecord,
  input: Input,
): Promise<boolean> {
  const { fields, customFields: owner } = kindOf(kind);
  if (!maySeeSecrets(caller) && setsSecret(fields, input)) return true;
  return differs(repositories, { fields, owner }, { ...values, custom }, input);
}

/** The values that an input changes in a holdable record, if any. A held record becomes permanent unless the input has a hold. */
export async function desiredChanges<F extends FieldSet>(
  repositories: Pick<Readers, 'customFields'>,
  shape: RecordShape<F> & { readonly owner: CustomFieldOwner },
  record: Holdable,
  input: Input,
): Promise<Input | undefined> {
  const definitions = await repositories.customFields.list(shape.owner);
  const { hold: holdInput, others } = splitHold(input, definitions);
  const isHeld = record.heldUntil !== null;
  const hold = holdInput ?? (isHeld && !definitions.some(({ name }) => name === 'hold') ? 0 : undefined);
  const isHoldOther = hold !== undefined && (hold > 0 || isHeld);
  if (!isHoldOther && !(await differs(repositories, shape, record, others))) return undefined;
  return hold === undefined ? others : { ...others, hold };
}

export function onlyOf<R extends { readonly id: number }>(found: readonly R[]): R | undefined {
  if (found.length > 1) throw new IpamError('record.ambiguous', { ids: found.map(({ id }) => id) });
  return found[0];
}
