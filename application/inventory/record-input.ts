import { isKindName } from '../../domain/catalog/kinds.js';
import { IpamError } from '../../domain/errors.js';
import type { CustomField, CustomFieldOwner } from '../../domain/fields/custom-field.js';
import { readCustomFields, readNested, splitCustom } from '../../domain/fields/custom-input.js';
import type { CustomValues, FieldDefinition, FieldSet, FieldValue } from '../../domain/fields/field.js';
import {
  type Input,
  isAccepted,
  namesChange,
  readFields,
  readReference,
  type ValuesRead,
  type WriteMode,
} from '../../domain/fields/read-fields.js';
import { permissionsOfText } from '../permission-levels.js';
import type { CustomFieldReader } from '../ports/custom-fields.js';
import type { CatalogReader } from '../ports/inventory.js';

/** Values of a record's own fields and of its custom fields. */
export interface RecordValues<F extends FieldSet = FieldSet, M extends WriteMode = WriteMode> {
  readonly values: ValuesRead<F, M>;
  readonly custom: CustomValues;
}

/** How a record's input is to be read. */
export interface RecordShape<F extends FieldSet = FieldSet> {
  readonly fields: F;
  /** What the custom fields belong to; none when the record cannot have any. */
  readonly owner?: CustomFieldOwner | undefined;
  readonly defaults?: Readonly<Record<string, FieldValue>>;
}

/**
 * Reads a record's input: its own fields, and the custom fields that are defined for it, which stand beside them or in an
 * object `custom_fields`.
 * @throws IpamError as readFields does; customField.unknown for a member of `custom_fields` that is none;
 * record.nothingToChange when a change names nothing
 */
export async function readRecord<F extends FieldSet, M extends WriteMode>(
  { customFields }: { readonly customFields: Pick<CustomFieldReader, 'list'> },
  shape: RecordShape<F>,
  input: Input,
  mode: M,
): Promise<RecordValues<F, M>> {
  return readRecordWith(shape.owner ? await customFields.list(shape.owner) : [], shape, input, mode);
}

/** As readRecord, with the definitions of custom fields, which were read before. */
export function readRecordWith<F extends FieldSet, M extends WriteMode>(
  customFields: readonly CustomField[],
  shape: Omit<RecordShape<F>, 'owner'>,
  input: Input,
  mode: M,
): RecordValues<F, M> {
  const { custom_fields: nested, ...flat } = input;
  const nestedInput = nested ? readNested(nested) : {};
  const namesNested = Object.keys(nestedInput).length > 0;
  if (mode === 'change' && !namesNested && !namesChange(shape.fields, flat)) throw new IpamError('record.nothingToChange');
  if (customFields.length === 0 && !namesNested)
    return { values: readFields(shape.fields, withNumericLevels(shape.fields, flat), mode, shape.defaults), custom: {} };
  const { own, custom } = splitCustom(customFields, flat, nestedInput);
  return {
    values: readFields(shape.fields, withNumericLevels(shape.fields, own), mode, shape.defaults),
    custom: readCustomFields(customFields, custom, mode),
  };
}

/** An input in whose permissions no word stands for a level any more. */
function withNumericLevels(fields: FieldSet, input: Input): Input {
  const names = Object.keys(input).filter((name) => fields[name]?.type === 'permissions');
  if (names.length === 0) return input;
  return { ...input, ...Object.fromEntries(names.map((name) => [name, permissionsOfText(input[name])])) };
}

/** As readRecordWith for a change, which may name nothing of the record where it says something of its hold. */
export function readChangeBesideHold<F extends FieldSet>(
  customFields: readonly CustomField[],
  shape: Omit<RecordShape<F>, 'owner'>,
  input: Input,
  hold: number | undefined,
): RecordValues<F, 'change'> {
  const namesNothing = Object.keys(input).length === 0;
  if (hold !== undefined && namesNothing) return { values: readFields(shape.fields, {}, 'change'), custom: {} };
  return readRecordWith(customFields, shape, input, 'change');
}

/**
 * Checks that the input of a new record names its fields only. For records whose other mistakes are told after this one.
 * @throws IpamError field.unknown
 */
export async function checkFieldNames(
  { customFields }: { readonly customFields: Pick<CustomFieldReader, 'list'> },
  { fields, owner }: RecordShape,
  { custom_fields: _nested, ...flat }: Input,
): Promise<void> {
  const custom = new Set((owner ? await customFields.list(owner) : []).map(({ name }) => name));
  for (const [field, given] of Object.entries(flat))
    if (!isAccepted(fields, field, given, 'create') && !custom.has(field)) throw new IpamError('field.unknown', { field });
}

/**
 * Checks that the records are there which some fields of an input name, before other mistakes in it are told.
 * @throws IpamError field.type for what can be no id, field.reference
 */
export async function checkReferences<F extends FieldSet>(
  repositories: WithCatalog,
  fields: F,
  names: readonly (keyof F & string)[],
  input: Input,
): Promise<void> {
  for (const name of names) await checkReference(repositories, name, fields[name], input[name]);
}

/**
 * As checkReferences, of all fields that an input names. Where several are stored together, a mistake that the storage finds
 * spoils all: each is then done alone.
 */
export async function checkAllReferences(repositories: WithCatalog, fields: FieldSet, input: Input): Promise<void> {
  for (const [name, field] of Object.entries(fields))
    if (field.type === 'reference' && input[name] !== undefined) await checkReference(repositories, name, field, input[name]);
}

/** Where records are looked up; a repository is made when it is asked for. */
interface WithCatalog {
  readonly catalog: Pick<CatalogReader, 'find'>;
}

async function checkReference(
  repositories: WithCatalog,
  name: string,
  field: FieldDefinition | undefined,
  given: unknown,
): Promise<void> {
  if (field?.type !== 'reference') return;
  const id = readReference(name, field, given);
  if (id === undefined || !isKindName(field.ref.kind)) return;
  if (!(await repositories.catalog.find(field.ref.kind, id))) throw new IpamError('field.reference', { field: name, id });
}

/** A catalogue for many inputs, whose records are read once each. */
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
