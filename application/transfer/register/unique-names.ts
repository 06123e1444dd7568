import { isKindName, kindOf } from '../../../domain/catalog/kinds.js';
import type { FieldValue } from '../../../domain/fields/field.js';
import { foldCase } from '../../../domain/listing/text-match.js';
import type { FieldEntity, ReadRecord } from './records.js';
import type { Findings } from './report.js';

/** Values that must be unique among the records of an entity. */
export class UniqueNames {
  readonly #findings: Findings;
  readonly #taken = new Set<string>();

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  take(part: FieldEntity, { id, where, values }: ReadRecord): void {
    for (const name of uniqueFieldsOf(part)) {
      const value = values[name] ?? null;
      if (value === null || this.#isNew(part, name, value)) continue;
      const own = `${String(value).slice(0, 20)} ${id}`;
      this.#findings.add({ kind: 'duplicate', where, problem: `${name} ${shown(part, value)} is that of another one` });
      values[name] = isSecret(part) ? null : own;
      this.#isNew(part, name, own);
    }
  }

  #isNew(part: FieldEntity, name: string, value: FieldValue): boolean {
    const key = `${part} ${name} ${foldCase(String(value))}`;
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    return true;
  }
}

const isSecret = (part: FieldEntity): boolean => part === 'scanAgent';

const shown = (part: FieldEntity, value: FieldValue): string => (isSecret(part) ? '' : JSON.stringify(value));

function uniqueFieldsOf(part: FieldEntity): readonly string[] {
  if (part === 'section') return ['name'];
  return isKindName(part) ? (kindOf(part).uniqueTogether ?? []).flat() : [];
}
