import type { TextSearch } from '../../../application/ports/inventory.js';
import type { FieldValue } from '../../../domain/fields/field.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { occurrenceTest } from '../../../domain/listing/text-match.js';
import { filtered } from '../records/stream.js';
import type { Table } from '../records/table.js';

export function searchRows(table: Table<KindRecord>, { text, fields, custom, isAwaited }: TextSearch): Iterable<KindRecord> {
  if (isAwaited?.() === false) return [];
  const occursIn = occurrenceTest(text);
  const holds = (value: FieldValue | undefined): boolean => value !== null && value !== undefined && occursIn(String(value));
  return filtered(
    table.rows(),
    (row) => fields.some((field) => holds(row.values[field])) || custom.some((name) => holds(row.custom[name])),
  );
}
