import { requireScope } from '../../../domain/access/access-policy.js';
import { maySeeSecrets } from '../../../domain/access/secrets.js';
import { shapeOf } from '../../../domain/catalog/record-types.js';
import { definitionOf } from '../../../domain/fields/custom-field.js';
import type { FieldDefinition, FieldSet } from '../../../domain/fields/field.js';
import { type ColumnDescription, columnNamer, describeColumns, type RowKind } from '../../../domain/transfer/columns.js';
import { presetColumn, presetsOf } from '../../../domain/transfer/presets.js';
import type { Caller } from '../../caller.js';
import type { Readers } from '../../ports/unit-of-work.js';
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
