import { mayRead } from '../../../domain/access/access-policy.js';
import { isScopedRecord } from '../../../domain/access/key-scope.js';
import { isKindName, type KindName } from '../../../domain/catalog/kinds.js';
import { IpamError } from '../../../domain/errors.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { foldCase } from '../../../domain/listing/text-match.js';
import { idMarked, nameMarked } from '../../../domain/transfer/columns.js';
import type { Caller } from '../../caller.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { onlyOf } from '../ensure/ensured.js';

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
      note(this.#exact, name, id);
      note(this.#folded, foldCase(name), id);
    }
  }

  /** The ids of an exact name, or else of one that differs only in case. */
  named(name: string): readonly number[] {
    return this.#exact.get(name) ?? this.#folded.get(foldCase(name)) ?? [];
  }

  nameOf(id: number): string {
    const names = this.#names.get(id) ?? [];
    return names.find((name) => isTelling(name) && this.named(name).length === 1) ?? `#${id}`;
  }
}

/** VLANs are identified by number, alone or with the L2 domain: digits are no ids. */
const isTelling = (name: string): boolean => name !== '' && name === name.trim() && !/^#|^name:|[;\p{Cc}]/u.test(name);

function note(map: Map<string, number[]>, name: string, id: number): void {
  const known = map.get(name);
  if (known) known.push(id);
  else map.set(name, [id]);
}

/** Finds records by name, and names by record. All records of a kind are read on first use. */
export class NamedRecords {
  readonly #readers: Pick<Readers, 'sections' | 'catalog'>;
  readonly #caller: Caller;
  readonly #names = new Map<string, Names>();

  constructor(readers: Pick<Readers, 'sections' | 'catalog'>, caller: Caller) {
    this.#readers = readers;
    this.#caller = caller;
  }

  has(sort: string): boolean {
    return this.#names.has(sort);
  }

  /** Reads the names of a kind; other methods are synchronous. */
  async load(sort: string): Promise<void> {
    if (this.#names.has(sort)) return;
    const names = new Names();
    if (isScopedRecord(sort) && !mayRead(this.#caller.principal, sort)) {
      this.#names.set(sort, names);
      return;
    }
    if (sort === 'section')
      for await (const { id, name } of this.#readers.sections.list(this.#caller.principal)) names.add(id, [name]);
    else if (sort === 'vlan') await this.#loadVlans(names);
    else if (isKindName(sort))
      for await (const record of this.#readers.catalog.list(sort)) names.add(record.id, namesOf(sort, record));
    this.#names.set(sort, names);
  }

  add(sort: string, id: number, values: KindRecord['values']): void {
    const names = this.#names.get(sort);
    if (sort === 'vlan') names?.add(id, vlanNames(values, this.#names.get('l2domain')));
    else names?.add(id, isKindName(sort) ? namesOf(sort, { values }) : [String(values.name ?? '')]);
  }

  named(sort: string, name: string): readonly number[] {
    return this.#names.get(sort)?.named(name) ?? [];
  }

  /**
   * The id of the record that a text identifies.
   * @param digits meaning of a text of digits only
   * @throws IpamError field.reference, record.ambiguous
   */
  find(sort: string, text: string, { field, digits }: { readonly field: string; readonly digits: 'id' | 'name' }): number {
    const names = this.#names.get(sort);
    const marked = nameMarked(text);
    const isId = marked === undefined && digits === 'id' && /^\d{1,9}$/.test(text);
    const id = idMarked(text) ?? (isId ? Number(text) : undefined);
    const found = id === undefined ? onlyOf((names?.named(marked ?? text) ?? []).map((each) => ({ id: each })))?.id : id;
    if (found === undefined || !names?.has(found)) throw new IpamError('field.reference', { field, id: text });
    return found;
  }

  /** A text that identifies a record; names that look like ids get the prefix `name:`. */
  textOf(sort: string, id: number): string {
    const text = this.#names.get(sort)?.nameOf(id) ?? `#${id}`;
    return sort !== 'vlan' && /^\d+$/.test(text) ? `name:${text}` : text;
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

/** The unique key of a VLAN: domain and number. */
export const vlanKey = (domainId: unknown, number: unknown): string => `${domainId ?? 1};${Number(number)}`;

function vlanNames({ domainId, number }: KindRecord['values'], domains: Names | undefined): string[] {
  const domain = typeof domainId === 'number' ? domains?.nameOf(domainId) : undefined;
  return [String(number), ...(domain === undefined ? [] : [`${domain}/${number}`]), vlanKey(domainId, number)];
}
