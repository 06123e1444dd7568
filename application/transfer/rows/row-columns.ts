import { requireScope } from '../../../domain/access/access-policy.js';
import { maySeeSecrets } from '../../../domain/access/secrets.js';
import { shapeOf } from '../../../domain/catalog/record-types.js';
import { definitionOf } from '../../../domain/fields/custom-field.js';
import type { FieldDefinition, FieldSet } from '../../../domain/fields/field.js';
import { type Column, type ColumnDescription, columnsOfAll, type RowKind, shortNames } from '../../../domain/transfer/columns.js';
import type { Caller } from '../../caller.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { fileColumnFinder, foreignTitles } from './foreign-titles.js';
import { presetColumn, presetsOf } from './presets.js';
import { presetFor } from './row-mapping.js';
import { requireTitles } from './table.js';

type CustomFieldReaders = Pick<Readers, 'customFields'>;

export async function customColumns(
  { customFields }: CustomFieldReaders,
  kind: RowKind,
): Promise<ReadonlyMap<string, FieldDefinition>> {
  const { owner } = shapeOf(kind);
  const defined = owner ? await customFields.list(owner) : [];
  return new Map(defined.map((field) => [field.name, definitionOf(field) ?? { type: 'text', max: 65535 }]));
}

/** The fields that rows may set. Callers without access to secrets may not set secrets: empty cells would erase them. */
export function settableFields(caller: Caller, kind: RowKind): FieldSet {
  const { fields } = shapeOf(kind);
  return maySeeSecrets(caller) ? fields : Object.fromEntries(Object.entries(fields).filter(([, { secret }]) => !secret));
}

export interface RowColumnsReport {
  readonly columns: readonly ColumnDescription[];
  readonly meanings: readonly (string | null)[];
  /** The requested or recognized preset; null without preset. */
  readonly preset: string | null;
  readonly presets: readonly string[];
}

export class RowColumns {
  readonly #readers: CustomFieldReaders;

  constructor(readers: CustomFieldReaders) {
    this.#readers = readers;
  }

  /**
   * @param titles of the file; of several titles for one column, the first one counts
   * @param preset name of a preset; undefined: recognized by the titles
   * @throws SourceError for an unknown preset, and for titles beyond the limits
   */
  async describe(caller: Caller, kind: RowKind, titles: readonly string[] = [], preset?: string): Promise<RowColumnsReport> {
    requireScope(caller.principal, [`${kind}:read`]);
    requireTitles(titles);
    const [fields, custom] = [settableFields(caller, kind), await customColumns(this.#readers, kind)];
    const taken = new Set<string>();
    const chosen = presetFor(kind, titles, preset);
    const find = fileColumnFinder(kind, fields, custom);
    const own = columnsOfAll(kind, fields, custom.keys()).map((name) => ({ name, column: find(name) }));
    const meanings = titles.map((title) => {
      const alias = (chosen && presetColumn(chosen, title)) ?? title;
      const column = find(alias);
      if (!column || column.is === 'ignored') return null;
      const name = own.find((each) => isSameColumn(column, each.column))?.name ?? alias;
      if (taken.has(name)) return null;
      taken.add(name);
      return name;
    });
    const columns = own.map(({ name, column }): ColumnDescription => {
      const field = column && 'field' in column ? column.field : name;
      const aliases = aliasesOf(kind, name, field).filter((alias) => alias !== name && isSameColumn(column, find(alias)));
      const isRequired = column?.is === 'value' ? (custom.get(name) ?? fields[field])?.required === true : field === 'sectionId';
      const scope = column?.is === 'scope' ? column.of : null;
      return { name, aliases, isRequired, refersTo: column && 'to' in column ? column.to : scope };
    });
    return { columns, meanings, preset: chosen?.name ?? null, presets: presetsOf(kind) };
  }
}

/** Possible other names of a column, of which some may mean another column. */
function aliasesOf(kind: RowKind, name: string, field: string): readonly string[] {
  const short = [...shortNames].flatMap(([alias, meant]) => (meant === field ? [alias] : []));
  const titles = new Map(Object.entries(foreignTitles[kind] ?? {}));
  const foreign = [...(titles.get(field) ?? []), ...(titles.get(name) ?? [])];
  return [...new Set([field, ...short, ...(name === 'subnet' ? ['cidr'] : []), ...foreign])];
}

const isSameColumn = (one: Column | undefined, other: Column | undefined): boolean => keyOf(one) === keyOf(other);

function keyOf(column: Column | undefined): string {
  if (!column) return '';
  const digits = column.is === 'reference' ? column.digits : '';
  return [column.is, 'field' in column ? column.field : '', column.is === 'scope' ? column.of : '', digits].join(' ');
}
