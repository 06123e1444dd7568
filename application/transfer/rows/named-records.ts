import { mayRead } from '../../../domain/access/access-policy.js';
import { isScopedRecord } from '../../../domain/access/key-scope.js';
import { isKindName, type KindName } from '../../../domain/catalog/kinds.js';
import { IpamError } from '../../../domain/errors.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { append } from '../../../domain/grouping.js';
import { foldCase } from '../../../domain/listing/text-match.js';
import { markedId, markedName } from '../../../domain/transfer/columns.js';
import {
  fieldsOfMissing,
  isReferableKind,
  type MissingRecord,
  referableName,
  standardName,
} from '../../../domain/transfer/missing-records.js';
import type { Caller } from '../../caller.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { onlyOf } from '../bulk/ensured.js';
import { UncreatedReference } from './row-errors.js';

const nameFields: Readonly<Partial<Record<KindName, string>>> = {
  location: 'name',
  l2domain: 'name',
  vrf: 'name',
  device: 'hostname',
  tag: 'type',
  customer: 'title',
  nameserver: 'name',
  scanAgent: 'name',
  deviceType: 'tname',
  rack: 'name',
};

const keyOf = (kind: string, name: string): string => `${kind} ${fold(name)}`;

const fold = (name: string): string => foldCase(name.normalize('NFC'));

class Names {
  readonly #names = new Map<number, readonly string[]>();
  readonly #exact = new Map<string, number[]>();
  readonly #folded = new Map<string, number[]>();

  has(id: number): boolean {
    return this.#names.has(id);
  }

  /** @param names shortest first */
  add(id: number, names: readonly string[]): void {
    this.#names.set(id, names);
    for (const name of names) {
      append(this.#exact, name, id);
      append(this.#folded, fold(name), id);
    }
  }

  /** The ids with exactly this name, else those that differ only in case or in the composition of letters. */
  idsOf(name: string): readonly number[] {
    return this.#exact.get(name) ?? this.#folded.get(fold(name)) ?? [];
  }

  nameOf(id: number): string {
    const names = this.#names.get(id) ?? [];
    return names.find((name) => isTelling(name) && this.idsOf(name).length === 1) ?? `#${id}`;
  }
}

/** Whether a name can identify a record in a cell. A name of digits can, because VLANs are identified by number. */
const isTelling = (name: string): boolean => name !== '' && name === name.trim() && !/^#|^name:|[;\p{Cc}]/u.test(name);

export interface UncreatedRecord {
  readonly record: MissingRecord;
  readonly reason: IpamError;
}

interface ReferenceOptions {
  readonly field: string;
  /** Meaning of a text of digits. */
  readonly digits: 'id' | 'name';
  /** Whether a missing record is an error even if the import could create it. */
  readonly isExisting?: boolean;
}

/** Resolves names to records and records to names. All records of a kind are read on first use. */
export class NamedRecords {
  readonly #readers: Pick<Readers, 'sections' | 'catalog'>;
  readonly #caller: Caller;
  readonly #names = new Map<string, Names>();
  readonly #addsMissing: boolean;
  readonly #missing: MissingRecord[] = [];
  readonly #inRows = new Set<string>();
  readonly #uncreated = new Map<string, IpamError>();

  /** @param addsMissing whether `find` gives a provisional negative id to a missing record that an import can create */
  constructor(readers: Pick<Readers, 'sections' | 'catalog'>, caller: Caller, addsMissing = false) {
    this.#readers = readers;
    this.#caller = caller;
    this.#addsMissing = addsMissing;
  }

  get missing(): readonly MissingRecord[] {
    return this.#missing.filter(({ kind, name }) => !this.#inRows.has(keyOf(kind, name)));
  }

  /** Notes a record that a row of the import describes. It is not missing. */
  noteRow(kind: string, input: Readonly<Record<string, unknown>>): void {
    if (this.#addsMissing && isReferableKind(kind)) this.#inRows.add(keyOf(kind, referableName(kind, input)));
  }

  /** Notes why missing records cannot be created. `find` then throws UncreatedReference with this reason. */
  noteUncreated(records: readonly UncreatedRecord[]): void {
    for (const { record, reason } of records) this.#uncreated.set(keyOf(record.kind, record.name), reason);
  }

  has(kind: string): boolean {
    return this.#names.has(kind);
  }

  /** Reads the names of a kind. Other methods are synchronous. */
  async load(kind: string): Promise<void> {
    if (this.#names.has(kind)) return;
    const names = new Names();
    if (isScopedRecord(kind) && !mayRead(this.#caller.principal, kind)) {
      this.#names.set(kind, names);
      return;
    }
    if (kind === 'section')
      for await (const { id, name } of this.#readers.sections.list(this.#caller.principal)) names.add(id, [name]);
    else if (kind === 'vlan') await this.#loadVlans(names);
    else if (isKindName(kind))
      for await (const record of this.#readers.catalog.list(kind)) names.add(record.id, namesOf(kind, record));
    this.#names.set(kind, names);
  }

  add(kind: string, id: number, values: KindRecord['values']): void {
    const names = this.#names.get(kind);
    if (kind === 'vlan') names?.add(id, vlanNames(values, this.#names.get('l2domain')));
    else names?.add(id, isKindName(kind) ? namesOf(kind, { values }) : [String(values.name ?? '')]);
  }

  idsOf(kind: string, name: string): readonly number[] {
    return this.#names.get(kind)?.idsOf(name) ?? [];
  }

  /** The id of a record by text. @throws IpamError field.reference, record.ambiguous; UncreatedReference */
  find(kind: string, text: string, { field, digits, isExisting = false }: ReferenceOptions): number {
    const names = this.#names.get(kind);
    const marked = markedName(text);
    const isId = marked === undefined && digits === 'id' && /^\d{1,9}$/.test(text);
    const id = markedId(text) ?? (isId ? Number(text) : undefined);
    const name = standardName(kind, marked ?? text);
    const byName = (): number | undefined => onlyOf((names?.idsOf(name) ?? []).map((each) => ({ id: each })))?.id;
    const found = id ?? byName() ?? (isExisting ? undefined : this.#addMissing(kind, name));
    if (found !== undefined && names?.has(found)) return found;
    const reason = id === undefined ? this.#uncreated.get(keyOf(kind, name)) : undefined;
    if (reason && isReferableKind(kind)) throw new UncreatedReference(field, { kind, name }, reason);
    throw new IpamError('field.reference', { field, id: text });
  }

  /** @returns the provisional id; undefined if the record cannot be created */
  #addMissing(kind: string, name: string): number | undefined {
    if (!this.#addsMissing || !isReferableKind(kind)) return undefined;
    const fields = fieldsOfMissing({ kind, name });
    if (!fields) return undefined;
    const id = -this.#missing.push({ kind, name });
    this.add(kind, id, fields);
    return id;
  }

  /** The text that identifies a record. Names that look like ids get the prefix `name:`. */
  textOf(kind: string, id: number): string {
    const text = this.#names.get(kind)?.nameOf(id) ?? `#${id}`;
    return kind !== 'vlan' && /^\d+$/.test(text) ? `name:${text}` : text;
  }

  async #loadVlans(names: Names): Promise<void> {
    await this.load('l2domain');
    for await (const { id, values } of this.#readers.catalog.list('vlan'))
      names.add(id, vlanNames(values, this.#names.get('l2domain')));
  }
}

const namesOf = (kind: KindName, { values }: Pick<KindRecord, 'values'>): string[] => {
  const name = values[nameFields[kind] ?? ''];
  return typeof name === 'string' ? [name] : [];
};

export const vlanKey = (domainId: unknown, number: unknown): string => `${domainId ?? 1};${Number(number)}`;

function vlanNames({ domainId, number }: KindRecord['values'], domains: Names | undefined): string[] {
  const domain = typeof domainId === 'number' ? domains?.nameOf(domainId) : undefined;
  return [String(number), ...(domain === undefined ? [] : [`${domain}/${number}`]), vlanKey(domainId, number)];
}
