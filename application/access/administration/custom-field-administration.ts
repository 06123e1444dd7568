import { IpamError } from '../../../domain/errors.js';
import type { AdministeredInput } from '../../../domain/fields/administered-field.js';
import { type CustomField, customFieldFields, customFieldOwners } from '../../../domain/fields/custom-field.js';
import type { Caller } from '../../caller.js';
import type { CustomFieldRepository } from '../../ports/custom-fields.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { Entry } from '../provisioning/entry.js';
import { customFieldMembers, readCustomField } from '../provisioning/records.js';
import { type AdministrativeUnits, requireAdministrator } from './administrative-units.js';
import { placingConflicts } from './apply-provisioning.js';
import { requireExpectedMembers } from './member-versions.js';

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
      if (await find(repositories.customFields, field))
        throw new IpamError('administration.exists', { what: 'custom field', name: nameOf(field) });
      await placingConflicts(labelOf(field), () => writes.saveCustomField(undefined, field));
      return field;
    });
  }

  /** Changes members of a custom field. @throws IpamError administration.unknown, provision.invalid */
  set(caller: Caller, key: CustomFieldKey, changes: Omit<CustomFieldInput, 'on' | 'name'>): Promise<CustomField> {
    return this.#units.run(caller, async ({ repositories, writes }) => {
      await repositories.customFields.lock();
      const stored = await existing(repositories.customFields, key);
      requireExpectedMembers(caller, customFieldFields, stored);
      const field = readInput(key, { ...stored, ...changes, on: stored.on, name: stored.name });
      await placingConflicts(labelOf(key), () => writes.saveCustomField(stored, field));
      return field;
    });
  }

  /** Removes a field and its values. @throws IpamError administration.unknown */
  remove(caller: Caller, key: CustomFieldKey): Promise<CustomField> {
    return this.#units.run(caller, async ({ repositories, writes }) => {
      await repositories.customFields.lock();
      const stored = await existing(repositories.customFields, key);
      requireExpectedMembers(caller, customFieldFields, stored);
      await writes.deleteCustomField(stored);
      return stored;
    });
  }
}

const nameOf = ({ on, name }: CustomFieldKey): string => `${on} ${name}`;
const labelOf = (key: CustomFieldKey): string => `custom field ${nameOf(key)}`;

const readInput = (key: CustomFieldKey, input: object): CustomField =>
  readCustomField(new Entry(input, labelOf(key), customFieldMembers));

const find = async (fields: CustomFieldRepository, { on, name }: CustomFieldKey): Promise<CustomField | undefined> =>
  (await fields.list()).find((field) => field.on === on && field.name === name);

/** @throws IpamError administration.unknown */
async function existing(fields: CustomFieldRepository, key: CustomFieldKey): Promise<CustomField> {
  const field = await find(fields, key);
  if (!field) throw new IpamError('administration.unknown', { what: 'custom field', name: nameOf(key) });
  return field;
}
