import { IpamError } from '../../../domain/errors.js';
import type { AdministeredInput } from '../../../domain/fields/administered-field.js';
import { type CustomField, customFieldFields, customFieldOwners } from '../../../domain/fields/custom-field.js';
import type { Caller } from '../../caller.js';
import type { Readers, Repositories } from '../../ports/unit-of-work.js';
import { Entry } from '../provisioning/entry.js';
import { customFieldMembers, readCustomField } from '../provisioning/records.js';
import type { AdministrativeUnits } from './administrative-units.js';
import { placingConflicts } from './apply-provisioning.js';
import { requireAdministrator, requireCurrent, requireUnused } from './requirements.js';

export type CustomFieldInput = AdministeredInput<typeof customFieldFields>;

export interface CustomFieldKey {
  readonly on: string;
  readonly name: string;
}

/** Adds, changes and removes custom fields. Each change is logged. */
export class CustomFieldAdministration {
  readonly #readers: Readers;
  readonly #units: AdministrativeUnits;

  constructor(readers: Readers, units: AdministrativeUnits) {
    this.#readers = readers;
    this.#units = units;
  }

  /**
   * All definitions in the order of creation.
   * @param on only custom fields of this record type
   * @throws IpamError administration.unknown for a record type without custom fields
   */
  async list(caller: Caller, on?: string): Promise<CustomField[]> {
    requireAdministrator(caller);
    if (on !== undefined && !customFieldOwners.some((owner) => owner === on))
      throw new IpamError('administration.unknown', { what: 'record type with custom fields named', name: on });
    return (await this.#readers.customFields.list()).filter((field) => on === undefined || field.on === on);
  }

  /** @throws IpamError provision.invalid, administration.exists */
  async add(caller: Caller, input: CustomFieldInput & CustomFieldKey): Promise<CustomField> {
    requireAdministrator(caller);
    const field = readInput(input, input);
    return this.#units.run(caller, async ({ repositories, writes }) => {
      await repositories.customFields.lock();
      requireUnused(await find(repositories, field), what, nameOf(field));
      await placingConflicts(labelOf(field), () => writes.saveCustomField(undefined, field));
      return field;
    });
  }

  /** Changes members of a custom field. @throws IpamError administration.unknown, provision.invalid */
  set(caller: Caller, key: CustomFieldKey, changes: Omit<CustomFieldInput, 'on' | 'name'>): Promise<CustomField> {
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const stored = await changeable(caller, repositories, key);
      const field = readInput(key, { ...stored, ...changes, on: stored.on, name: stored.name });
      await placingConflicts(labelOf(key), () => writes.saveCustomField(stored, field));
      return field;
    });
  }

  /** Removes a field and its values. @throws IpamError administration.unknown */
  remove(caller: Caller, key: CustomFieldKey): Promise<CustomField> {
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const stored = await changeable(caller, repositories, key);
      await writes.deleteCustomField(stored);
      return stored;
    });
  }
}

const what = 'custom field';
const nameOf = ({ on, name }: CustomFieldKey): string => `${on} ${name}`;
const labelOf = (key: CustomFieldKey): string => `${what} ${nameOf(key)}`;

const readInput = (key: CustomFieldKey, input: object): CustomField =>
  readCustomField(new Entry(input, labelOf(key), customFieldMembers));

const find = async ({ customFields }: Repositories, { on, name }: CustomFieldKey) =>
  (await customFields.list()).find((field) => field.on === on && field.name === name);

/** Locks all definitions. @throws IpamError administration.unknown, record.changed */
async function changeable(caller: Caller, repositories: Repositories, key: CustomFieldKey): Promise<CustomField> {
  await repositories.customFields.lock();
  return requireCurrent(caller, customFieldFields, await find(repositories, key), what, nameOf(key));
}
