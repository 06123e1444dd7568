import { type RecordType, shapeOf } from '../../../domain/catalog/record-types.js';
import { IpamError } from '../../../domain/errors.js';
import { type CustomField, type CustomFieldOwner, definitionOf } from '../../../domain/fields/custom-field.js';
import type { CustomValues, FieldDefinition, FieldValue } from '../../../domain/fields/field.js';
import { append } from '../../../domain/grouping.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { readId, scalarText } from '../../../domain/scalar-text.js';
import { NumberSet } from '../../../domain/transfer/address-positions.js';
import { readImportedValue } from '../../../domain/transfer/imported-value.js';
import { permissionsOfText } from '../../permission-levels.js';
import type { ImportEntity, ImportRecord } from '../../ports/register.js';
import { shown, valueProblem } from './problems.js';
import type { Findings } from './report.js';

export interface ReadRecord {
  readonly where: string;
  readonly id: number;
  readonly values: Record<string, FieldValue>;
  readonly custom: CustomValues;
}

/** Reading of a custom field. `fallback`: value of a required field without a valid value. */
interface CustomReading {
  readonly name: string;
  readonly source: string;
  readonly definition: FieldDefinition;
  readonly fallback: FieldValue;
}

/** Converts records of other systems to field values and reports unreadable ones. */
export class RecordReading {
  readonly #findings: Findings;
  readonly #nullFlags = new Set<string>();
  readonly #custom = new Map<CustomFieldOwner, CustomReading[]>();
  readonly #ids = new Map<ImportEntity, NumberSet>();

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  define(field: CustomField, source: string): void {
    const definition = definitionOf(field);
    if (!definition) return;
    const { required, ...optional } = definition;
    const fallback = required ? readImportedValue(field.name, optional, field.default).value : null;
    append(this.#custom, field.on, { name: field.name, source, definition: optional, fallback });
  }

  idsOf(entity: ImportEntity): Pick<NumberSet, 'has' | 'size'> {
    return this.#idsOf(entity);
  }

  #idsOf(entity: ImportEntity): NumberSet {
    const known = this.#ids.get(entity) ?? new NumberSet();
    this.#ids.set(entity, known);
    return known;
  }

  readId(entity: ImportEntity, { where, values }: ImportRecord): number | undefined {
    const id = readId(values.id ?? 0);
    if (!id) {
      this.#findings.add({ kind: 'value', where, problem: `has no valid id: ${shown(values.id)}` });
      return undefined;
    }
    if (!this.#idsOf(entity).add(id)) {
      this.#findings.add({ kind: 'duplicate', where, problem: `id ${id} occurs twice` });
      return undefined;
    }
    return id;
  }

  addIds(entity: ImportEntity, ids: readonly number[]): void {
    for (const id of ids) this.#idsOf(entity).add(id);
  }

  dropId(entity: ImportEntity, id: number): void {
    this.#idsOf(entity).delete(id);
  }

  /** @returns undefined for a record that cannot be imported, which is reported */
  read(entity: RecordType, record: ImportRecord): ReadRecord | undefined {
    const id = this.readId(entity, record);
    if (id === undefined) return undefined;
    const { where } = record;
    const values: Record<string, FieldValue> = {};
    for (const [name, field] of Object.entries(shapeOf(entity).fields)) {
      if (field.type === 'flag') this.#noteNullFlag(entity, record, name);
      const value = field.type === 'prefix' ? this.#prefix(record) : this.#value(where, name, field, record.values[name]);
      if (value === undefined || (value === null && field.required && field.type !== 'text')) {
        if (value === null)
          this.#findings.add({ kind: field.type === 'reference' ? 'orphan' : 'value', where, problem: `has no ${name}` });
        this.dropId(entity, id);
        return undefined;
      }
      values[name] = value ?? (field.required ? this.#nameFor(where, name) : unset(field, record.values[name]));
    }
    return { where, id, values, custom: this.#customOf(entity, record) };
  }

  #nameFor(where: string, name: string): string {
    this.#findings.note(where, `has no ${name}: it is named ${JSON.stringify(where)}`);
    return where;
  }

  #noteNullFlag(entity: RecordType, { where, values }: ImportRecord, name: string): void {
    const key = `${entity} ${name}`;
    if (values[name] !== null || this.#nullFlags.has(key)) return;
    this.#nullFlags.add(key);
    this.#findings.note(where, `${name} is null: it counts as 0, here and in other rows`);
  }

  #value(where: string, name: string, field: FieldDefinition, input: unknown): FieldValue {
    if (input === null || input === undefined) return null;
    const { value, loss } = readImportedValue(name, field, field.type === 'permissions' ? permissionsOfText(input) : input);
    if (loss) this.#findings.add({ where, kind: loss.kind, problem: valueProblem(name, loss) });
    return value;
  }

  /** @returns null for a folder, undefined for an invalid network, which is reported */
  #prefix({ where, values: { network, length, isFolder } }: ImportRecord): Prefix | null | undefined {
    const ip = IpAddress.readOrDecimal(scalarText(network) ?? '');
    const bits = scalarText(length) ?? '';
    if (scalarText(isFolder) === '1') {
      const hadNetwork = ip !== undefined && /^\d+$/.test(bits) && !(ip.value === 0n && bits === '0');
      if (hadNetwork) this.#findings.add({ kind: 'value', where, problem: `is a folder: ${ip}/${bits} is not imported` });
      return null;
    }
    try {
      if (ip && /^\d{1,3}$/.test(bits)) return this.#aligned(where, ip, Number(bits));
    } catch (error) {
      if (!(error instanceof IpamError)) throw error;
    }
    this.#findings.add({ kind: 'value', where, problem: `is not a network: ${shown(network)}, mask ${shown(length)}` });
    return undefined;
  }

  #aligned(where: string, ip: IpAddress, length: number): Prefix {
    const prefix = Prefix.containing(ip, length);
    if (!prefix.network.equals(ip))
      this.#findings.add({ kind: 'value', where, problem: `${ip}/${length} has host bits set: it is imported as ${prefix}` });
    return prefix;
  }

  #customOf(entity: RecordType, { where, custom }: ImportRecord): CustomValues {
    const { owner } = shapeOf(entity);
    const defined = owner && this.#custom.get(owner);
    if (!defined) return none;
    const values: Record<string, FieldValue> = {};
    for (const { name, source, definition, fallback } of defined) {
      const value = this.#value(where, name, definition, custom[source]) ?? fallback;
      if (value !== null) values[name] = value;
    }
    return values;
  }
}

const none: CustomValues = {};

function unset(field: FieldDefinition, value: unknown): FieldValue {
  if (field.type === 'flag') return value === undefined ? (field.default ?? false) : false;
  return value === undefined && 'default' in field ? (field.default ?? null) : null;
}
