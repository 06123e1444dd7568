import { isKindName, kindOf } from '../../../domain/catalog/kinds.js';
import type { RecordType } from '../../../domain/catalog/record-types.js';
import type { FieldValue } from '../../../domain/fields/field.js';
import { foldCase } from '../../../domain/listing/text-match.js';
import type { ReadRecord } from './records.js';
import type { Findings } from './report.js';

export class UniqueNames {
  readonly #findings: Findings;
  readonly #taken = new Set<string>();

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  take(entity: RecordType, { id, where, values }: ReadRecord): void {
    for (const name of uniqueFieldsOf(entity)) {
      const value = values[name] ?? null;
      if (value === null || this.#isNew(entity, name, value)) continue;
      const candidate = `${String(value).slice(0, 20)} ${id}`;
      this.#findings.add({ kind: 'duplicate', where, problem: `${name} ${shown(entity, value)} is used by another record` });
      values[name] = isSecret(entity) ? null : candidate;
      this.#isNew(entity, name, candidate);
    }
  }

  #isNew(entity: RecordType, name: string, value: FieldValue): boolean {
    const key = `${entity} ${name} ${foldCase(String(value))}`;
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    return true;
  }
}

const isSecret = (entity: RecordType): boolean => entity === 'scanAgent';

const shown = (entity: RecordType, value: FieldValue): string => (isSecret(entity) ? '' : JSON.stringify(value));

function uniqueFieldsOf(entity: RecordType): readonly string[] {
  if (entity === 'section') return ['name'];
  return isKindName(entity) ? (kindOf(entity).uniqueTogether ?? []).flat() : [];
}
