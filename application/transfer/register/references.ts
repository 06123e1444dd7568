import { natSides } from '../../../domain/catalog/nat-objects.js';
import { type RecordType, shapeOf } from '../../../domain/catalog/record-types.js';
import type { FieldValue, ObjectIds } from '../../../domain/fields/field.js';
import { withoutIds } from '../../../domain/fields/id-list.js';
import type { ImportEntity } from '../../ports/register.js';
import type { ReadRecord, RecordReading } from './records.js';
import type { Findings } from './report.js';

const entityOfType: Readonly<Record<string, ImportEntity>> = { ipaddresses: 'address', subnets: 'subnet' };

/** Removes dangling references. All referenced entities must be read first. */
export class References {
  readonly #reading: RecordReading;
  readonly #findings: Findings;

  constructor(reading: RecordReading, findings: Findings) {
    this.#reading = reading;
    this.#findings = findings;
  }

  /** Removes and reports dangling references of a record. @param except fields handled elsewhere */
  repair(entity: RecordType, { where, values }: ReadRecord, except: readonly string[] = []): void {
    for (const [name, field] of Object.entries(shapeOf(entity).fields)) {
      const value = values[name];
      if (value === null || value === undefined || except.includes(name)) continue;
      if (field.type === 'reference') values[name] = this.#reference(where, name, field.ref.kind, Number(value));
      else if (field.type === 'idList') values[name] = this.#idList(where, name, field.ref.kind, String(value));
      else if (field.type === 'permissions' && value instanceof Map) this.#permissions(where, value);
    }
  }

  /** Removes dangling references of a NAT rule. All addresses must be imported first, because NAT rules reference addresses. */
  repairNat({ where, values }: ReadRecord): void {
    for (const side of natSides) {
      const objects = values[side];
      if (objects === null || objects === undefined) continue;
      const existing: Record<string, string[]> = {};
      for (const [type, ids] of Object.entries(objects as ObjectIds)) {
        const entity = entityOfType[type];
        if (entity === undefined) this.#note(where, `${side} refers to ${type}, which a NAT rule cannot use`);
        else existing[type] = ids.filter((id) => this.#isThere(where, side, entity, Number(id)));
      }
      values[side] = existing;
    }
  }

  #reference(where: string, name: string, target: string, id: number): FieldValue {
    return this.#isThere(where, name, target as ImportEntity, id) ? id : null;
  }

  #idList(where: string, name: string, target: string, list: string): FieldValue {
    const gone = list
      .split(';')
      .map(Number)
      .filter((id) => id !== 0 && !this.#isThere(where, name, target as ImportEntity, id));
    return gone.length > 0 ? withoutIds(list, new Set(gone)) : list;
  }

  #permissions(where: string, levels: Map<number, unknown>): void {
    for (const id of [...levels.keys()]) if (!this.#isThere(where, 'permissions', 'group', id)) levels.delete(id);
  }

  #isThere(where: string, name: string, entity: ImportEntity, id: number): boolean {
    if (this.#reading.idsOf(entity).has(id)) return true;
    this.#note(where, `${name} refers to ${entity} ${id}, which does not exist`);
    return false;
  }

  #note(where: string, problem: string): void {
    this.#findings.add({ kind: 'reference', where, problem });
  }
}
