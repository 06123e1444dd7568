import { maySeeSecrets, setsSecret } from '../../../domain/access/secrets.js';
import { withMeantTimes } from '../../../domain/ambiguous-time.js';
import { kindOf } from '../../../domain/catalog/kinds.js';
import { IpamError } from '../../../domain/errors.js';
import type { CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import type { FieldSet } from '../../../domain/fields/field.js';
import { type Holdable, splitHold } from '../../../domain/fields/hold.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import { type Section, sectionFields } from '../../../domain/section/section.js';
import type { Caller } from '../../caller.js';
import { Catalog, inputOf } from '../../catalog/catalog.js';
import { differencesBetween } from '../../changes/change-log.js';
import { type RecordShape, readRecord } from '../../inventory/record-input.js';
import { Sections } from '../../inventory/sections.js';
import type { Clock } from '../../ports/environment.js';
import type { Readers, Repositories, UnitOfWork } from '../../ports/unit-of-work.js';

export type EnsureOutcome = 'created' | 'changed' | 'unchanged';

export interface Ensured {
  readonly id: number;
  readonly outcome: EnsureOutcome;
}

/** Repositories of a unit of work, and the caller without write options. */
export interface EnsureContext {
  readonly repositories: Repositories;
  readonly caller: Caller;
  readonly clock: Clock;
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

export const sectionsIn = ({ repositories, clock }: EnsureContext) => new Sections(repositories, within(repositories), clock);

/** Changes a section if an input differs from it. */
export async function changeSection(
  context: EnsureContext,
  found: Section,
  { name: _, ...changes }: Input,
): Promise<EnsureOutcome> {
  const shape = { fields: sectionFields, owner: 'sections' } as const;
  if (!(await differs(context.repositories, shape, found, changes))) return 'unchanged';
  await sectionsIn(context).change(context.caller, found.id, changes);
  return 'changed';
}

export type KeyedKind = 'customer' | 'location' | 'l2domain' | 'vlan' | 'vrf' | 'device' | 'range';

/** Fields that identify a record of a kind. */
export const keysOf: Readonly<Record<KeyedKind, readonly string[]>> = {
  customer: ['title'],
  location: ['name'],
  l2domain: ['name'],
  vlan: ['domainId', 'number'],
  vrf: ['name'],
  device: ['hostname'],
  range: ['subnetId', 'name'],
};

export const createRecord = (context: EnsureContext, kind: KeyedKind, input: Input): Promise<number> =>
  catalogIn(context).create(context.caller, kind, input);

const catalogIn = ({ repositories, clock }: EnsureContext) => new Catalog(repositories, within(repositories), clock);

/**
 * Changes a record if an input differs from it. A secret that the caller may not see always counts as changed. Otherwise the
 * result would confirm a guessed secret.
 */
export async function changeRecord(
  context: EnsureContext,
  kind: KeyedKind,
  found: KindRecord,
  input: Input,
): Promise<EnsureOutcome> {
  const { repositories, caller } = context;
  const { fields, customFields: owner } = kindOf(kind);
  const entries = Object.entries(inputOf(caller, kind, input));
  const changes = Object.fromEntries(entries.filter(([name]) => !keysOf[kind].includes(name)));
  const isSecret = !maySeeSecrets(caller) && setsSecret(fields, changes);
  const record = { ...found.values, custom: found.custom };
  if (!isSecret && !(await differs(repositories, { fields, owner }, record, changes))) return 'unchanged';
  await catalogIn(context).change(caller, kind, found.id, changes);
  return 'changed';
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
