import { isKindName } from '../../domain/catalog/kinds.js';
import { IpamError } from '../../domain/errors.js';
import type { CustomField, CustomFieldOwner } from '../../domain/fields/custom-field.js';
import type { FieldDefinition, FieldSet, FieldValue } from '../../domain/fields/field.js';
import { type Input, readReference, type WriteMode } from '../../domain/fields/read-fields.js';
import { type RecordValues, readRecordInput } from '../../domain/fields/record-input.js';
import type { InputReference } from '../../domain/fields/references.js';
import { permissionsOfText } from '../permission-levels.js';
import type { CustomFieldReader } from '../ports/custom-fields.js';
import type { CatalogReader } from '../ports/inventory/records.js';
import type { Repositories } from '../ports/unit-of-work.js';

export interface RecordShape<F extends FieldSet = FieldSet> {
  readonly fields: F;
  /** undefined: records without custom fields. */
  readonly owner?: CustomFieldOwner | undefined;
  readonly defaults?: Readonly<Record<string, FieldValue>>;
}

/**
 * Reads fields and custom fields, which are members of the input or of `custom_fields`.
 * @throws IpamError customField.unknown; record.nothingToChange for a change without fields; and those of readFields
 */
export async function readRecord<F extends FieldSet, M extends WriteMode>(
  { customFields }: { readonly customFields: Pick<CustomFieldReader, 'list'> },
  shape: RecordShape<F>,
  input: Input,
  mode: M,
): Promise<RecordValues<F, M>> {
  return readRecordWith(shape.owner ? await customFields.list(shape.owner) : [], shape, input, mode);
}

export const readRecordWith = <F extends FieldSet, M extends WriteMode>(
  customFields: readonly CustomField[],
  shape: Omit<RecordShape<F>, 'owner'>,
  input: Input,
  mode: M,
): RecordValues<F, M> => readRecordInput(customFields, shape, withNumericLevels(shape.fields, input), mode);

export function withNumericLevels(fields: FieldSet, input: Input): Input {
  const names = Object.keys(input).filter((name) => fields[name]?.type === 'permissions');
  if (names.length === 0) return input;
  return { ...input, ...Object.fromEntries(names.map((name) => [name, permissionsOfText(input[name])])) };
}

/** Checks references before other errors are reported. @throws IpamError field.type for an invalid id, field.reference */
export async function checkReferences<F extends FieldSet>(
  repositories: WithCatalog,
  fields: F,
  names: readonly (keyof F & string)[],
  input: Input,
): Promise<void> {
  for (const name of names) await checkReference(repositories, name, fields[name], input[name]);
}

export async function missingReferences(
  repositories: WithCatalog,
  references: readonly InputReference[],
): Promise<ReadonlySet<string>> {
  const missing = new Set<string>();
  for (const { field, kind, id } of references)
    if (isKindName(kind) && !(await repositories.catalog.find(kind, id))) missing.add(field);
  return missing;
}

interface WithCatalog {
  readonly catalog: Pick<CatalogReader, 'find'>;
}

async function checkReference(
  repositories: WithCatalog,
  name: string,
  field: FieldDefinition | undefined,
  value: unknown,
): Promise<void> {
  if (field?.type !== 'reference') return;
  const id = readReference(name, field, value);
  if (id === undefined || !isKindName(field.ref.kind)) return;
  if (!(await repositories.catalog.find(field.ref.kind, id))) throw new IpamError('field.reference', { field: name, id });
}

export function catalogReadOnce(repositories: WithCatalog): Pick<CatalogReader, 'find'> {
  const found = new Map<string, ReturnType<CatalogReader['find']>>();
  return {
    find: (kind, id) => {
      const key = `${kind} ${id}`;
      const known = found.get(key) ?? repositories.catalog.find(kind, id);
      found.set(key, known);
      return known;
    },
  };
}

const none: ReadonlySet<number> = new Set();

/** Ids of all groups if the input has permissions. Deleting a group waits for units of work that have read groups. */
export async function groupsFor({ groups }: Pick<Repositories, 'groups'>, { permissions }: Input): Promise<ReadonlySet<number>> {
  if (!(permissions instanceof Map) || permissions.size === 0) return none;
  return new Set((await groups.list()).map(({ id }) => id));
}
