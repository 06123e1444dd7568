import { requireScope } from '../../../domain/access/access-policy.js';
import { maySeeSecrets } from '../../../domain/access/secrets.js';
import { definitionOf } from '../../../domain/fields/custom-field.js';
import type { FieldDefinition, FieldSet } from '../../../domain/fields/field.js';
import { type ColumnDescription, columnNamed, describeColumns, type RowKind } from '../../../domain/transfer/columns.js';
import type { Caller } from '../../caller.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { customOwnerOf, fieldsOf } from '../register/records.js';

type CustomFieldReaders = Pick<Readers, 'customFields'>;

/** The custom fields of records that come as rows, by name. */
export async function customColumns(
  { customFields }: CustomFieldReaders,
  kind: RowKind,
): Promise<ReadonlyMap<string, FieldDefinition>> {
  const owner = customOwnerOf(kind);
  const defined = owner ? await customFields.list(owner) : [];
  return new Map(defined.map((field) => [field.name, definitionOf(field) ?? { type: 'text', max: 65535 }]));
}

/** Secrets are no columns for callers who cannot read them: an import of empty cells would erase them. */
export function settableFields(caller: Caller, kind: RowKind): FieldSet {
  const fields = fieldsOf(kind) ?? {};
  return maySeeSecrets(caller) ? fields : Object.fromEntries(Object.entries(fields).filter(([, { secret }]) => !secret));
}

/** The columns of one sort of rows, and what titles mean there. */
export interface RowColumnsReport {
  readonly columns: readonly ColumnDescription[];
  /** The name of the column that each title means; null for none. */
  readonly meanings: readonly (string | null)[];
}

/** Describes columns, so that a client can map those of a file. */
export class RowColumns {
  readonly #readers: CustomFieldReaders;

  constructor(readers: CustomFieldReaders) {
    this.#readers = readers;
  }

  /** @param titles that a file has. A column that several titles mean is that of the first one. */
  async describe(caller: Caller, kind: RowKind, titles: readonly string[] = []): Promise<RowColumnsReport> {
    requireScope(caller.principal, [`${kind}:read`]);
    const [fields, custom] = [settableFields(caller, kind), await customColumns(this.#readers, kind)];
    const taken = new Set<string>();
    const meanings = titles.map((title) => {
      const name = columnNamed(kind, fields, custom, title);
      if (name === undefined || taken.has(name)) return null;
      taken.add(name);
      return name;
    });
    return { columns: describeColumns(kind, fields, custom), meanings };
  }
}
