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
    const nameOf = columnNamer(kind, fields, custom);
    const meanings = titles.map((title) => {
      const name = nameOf((chosen && presetColumn(chosen, title)) ?? title);
      if (name === undefined || taken.has(name)) return null;
      taken.add(name);
      return name;
    });
    return { columns: describeColumns(kind, fields, custom), meanings, preset: chosen?.name ?? null, presets: presetsOf(kind) };
  }
}

function describeColumns(
  kind: RowKind,
  fields: FieldSet,
  custom: ReadonlyMap<string, FieldDefinition>,
): readonly ColumnDescription[] {
  const find = fileColumnFinder(kind, fields, custom);
  return columnsOfAll(kind, fields, custom.keys()).map((name) => {
    const column = find(name);
    const field = column && 'field' in column ? column.field : name;
    const short = [...shortNames].flatMap(([alias, meant]) => (meant === field ? [alias] : []));
    const all = [
      field,
      ...short,
      ...(column?.is === 'network' ? ['cidr'] : []),
      ...(foreignTitles[kind]?.[field] ?? []),
      ...(foreignTitles[kind]?.[name] ?? []),
    ];
    const aliases = [...new Set(all)].filter((alias) => alias !== name && isSameColumn(column, find(alias)));
    const isRequired = column?.is === 'value' ? (custom.get(name) ?? fields[field])?.required === true : field === 'sectionId';
    const scope = column?.is === 'scope' ? column.of : null;
    return { name, aliases, isRequired, refersTo: column && 'to' in column ? column.to : scope };
  });
}

/**
 * Returns a function from titles to column names. The result is the name in `describeColumns` or, for a column without such a
 * name, the title itself. It is undefined for an unknown or ignored title.
 */
function columnNamer(
  kind: RowKind,
  fields: FieldSet,
  custom: ReadonlyMap<string, FieldDefinition>,
): (title: string) => string | undefined {
  const find = fileColumnFinder(kind, fields, custom);
  const own = columnsOfAll(kind, fields, custom.keys()).map((name) => ({ name, column: find(name) }));
  return (title) => {
    const meant = find(title);
    if (!meant || meant.is === 'ignored') return undefined;
    return own.find(({ column }) => isSameColumn(meant, column))?.name ?? title;
  };
}

const isSameColumn = (one: Column | undefined, other: Column | undefined): boolean => keyOf(one) === keyOf(other);

function keyOf(column: Column | undefined): string {
  if (!column) return '';
  const digits = column.is === 'reference' ? column.digits : '';
  return [column.is, 'field' in column ? column.field : '', column.is === 'scope' ? column.of : '', digits].join(' ');
}
